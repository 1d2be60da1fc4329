import type { NamedType } from '@pianzhang/contract/types'
import { getRouteApi } from '@tanstack/react-router'
import { useFeature } from '../../../platform/session/session.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import type { DataColumn } from '../../../ui/table/column.ts'
import { textColumn } from '../../../ui/table/columns/columns.tsx'
import { TypesPage } from '../TypesPage.tsx'
import { paymentTypes } from './api.ts'

const route = getRouteApi('/in-project/setting/PayType')
const Form = lazyDialog(() => import('./Dialog.tsx'))

/** Whether payments of a type need an invoice. */
const NEEDS_INVOICE: readonly DataColumn<NamedType>[] = [
  textColumn('needs_invoice', '需要发票', ({ needs_invoice }) => (needs_invoice ? '需要' : '不需要'), {
    width: 120,
  }),
]

/** 付款类型管理. */
export default function PaymentTypesPage() {
  const asked = useFeature('missing_invoice')
  return <TypesPage of={paymentTypes} route={route} {...(asked && { columns: NEEDS_INVOICE, Form })} />
}
