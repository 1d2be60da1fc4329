import type { Receipt } from '@pianzhang/contract/receipts'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  editDelete,
  moneyColumn,
  numberColumn,
  type RecordActions,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { contractColumn } from '../contract-picker/ContractLink.tsx'
import { nameOf } from './removal.ts'

export const actionsOf = (row: Receipt, on: RecordActions<Receipt>): RowAction[] => [
  { label: '详情', onClick: () => on.onDetail(row) },
  ...editDelete(row, on),
]

export const receiptColumns = (on: RecordActions<Receipt>): DataColumn<Receipt>[] => [
  numberColumn('investment_at', '收款时间', (row) => row.investment_at, {
    width: 116,
    fixed: 'start',
    sortable: true,
  }),
  textColumn('investor', '投资方', (row) => row.investor, { width: 208, fixed: 'start' }),
  moneyColumn('amount', '收款金额（元）', (row) => row.amount_yuan),
  textColumn('category', '投资类型', (row) => row.investment_category_name, { width: 128 }),
  contractColumn((row) => row.contract, { width: 144 }),
  textColumn('desc', '说明', (row) => row.desc),
  actionsColumn(168, nameOf, (row) => actionsOf(row, on)),
]
