import { inYuan } from '@pianzhang/contract/money'
import { RECEIPT_FIELDS, type Receipt } from '@pianzhang/contract/receipts'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
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
import { receipts } from './api.ts'

/** Receipts have no number of their own. */
export const nameOf = (row: Receipt): string => `${row.investment_at} ${row.investor}`
export const amountOf = (row: Receipt): string => row.amount_yuan

export const REMOVAL = amountRemoval(receipts, nameOf, amountOf)

export const actionsOf = (row: Receipt, on: RecordActions<Receipt>): RowAction[] => [
  { label: '详情', onClick: () => on.onDetail(row) },
  ...editDelete(row, on),
]

/** A column for each field. */
export const FIELD_COLUMNS: readonly DataColumn<Receipt>[] = [
  numberColumn('investment_at', RECEIPT_FIELDS.investment_at, (row) => row.investment_at, {
    width: 116,
    fixed: 'start',
    sortable: true,
  }),
  textColumn('investor', RECEIPT_FIELDS.investor, (row) => row.investor, { width: 208, fixed: 'start' }),
  moneyColumn('amount', inYuan(RECEIPT_FIELDS.amount), (row) => row.amount_yuan),
  textColumn('category', RECEIPT_FIELDS.investment_category_id, (row) => row.investment_category_name, {
    width: 128,
  }),
  contractColumn((row) => row.contract, { width: 144 }),
  textColumn('desc', RECEIPT_FIELDS.desc, (row) => row.desc),
]

export const receiptColumns = (on: RecordActions<Receipt>): DataColumn<Receipt>[] => [
  ...FIELD_COLUMNS,
  actionsColumn(168, nameOf, (row) => actionsOf(row, on)),
]

/** A receipt as a card on phones: investor and amount first, then purpose, then the rest. */
export const Card = memo(function Card({ row, on }: { row: Receipt; on: RecordActions<Receipt> }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.investor}
      amount={row.amount_yuan}
      text={row.desc}
      meta={[
        row.investment_at,
        row.investment_category_name,
        ...(row.contract ? [{ shrinking: row.contract.out_code }] : []),
      ]}
      actions={actionsOf(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
