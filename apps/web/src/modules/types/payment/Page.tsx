import { getRouteApi } from '@tanstack/react-router'
import { useFeature } from '../../../platform/session/session.ts'
import { featureCode } from '../../../ui/code/featureCode.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { TypesPage } from '../TypesPage.tsx'
import { paymentTypes } from './api.ts'

const route = getRouteApi('/in-project/setting/PayType')
const useNeedsInvoice = featureCode('missing_invoice', () => import('./needsInvoice.ts'))
const Form = lazyDialog(() => import('./Dialog.tsx'))

/** 付款类型管理. */
export default function PaymentTypesPage() {
  const parts = useNeedsInvoice()
  const asked = useFeature('missing_invoice')
  return (
    <TypesPage of={paymentTypes} route={route} columns={parts?.columns} Form={asked ? Form : undefined} />
  )
}
