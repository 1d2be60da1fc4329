import type { NamedType } from '@pianzhang/contract/types'
import type { DataColumn } from '../../../ui/table/column.ts'
import { textColumn } from '../../../ui/table/columns/columns.tsx'

/** Whether payments of a type need an invoice. */
export const columns: readonly DataColumn<NamedType>[] = [
  textColumn('needs_invoice', '需要发票', ({ needs_invoice }) => (needs_invoice ? '需要' : '不需要'), {
    width: 120,
  }),
]
