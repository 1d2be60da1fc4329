import type { Reminder } from '@pianzhang/contract/reminders'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  editDelete,
  numberColumn,
  type RecordActions,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import { contractColumn } from '../contract-picker/ContractLink.tsx'
import { modeOf, nameOf, periodOf } from './words.ts'

export const actionsOf = (row: Reminder, on: RecordActions<Reminder>): RowAction[] => [
  { label: '详情', onClick: () => on.onDetail(row) },
  ...editDelete(row, on),
]

/** All columns fit beside the menu at 1280 px. */
export const reminderColumns = (on: RecordActions<Reminder>): DataColumn<Reminder>[] => [
  contractColumn((row) => row.contract, { width: 128, fixed: 'start' }),
  textColumn('category', '提醒类型', (row) => row.category.category_i18n, { width: 84 }),
  numberColumn('mode', '提醒方式', modeOf, { width: 132 }),
  textColumn('remark', '提醒内容', (row) => row.remark),
  numberColumn('created_at', '创建时间', (row) => formatMinute(row.created_at), { width: 144 }),
  numberColumn('start_at', '开始时间', (row) => row.start_at, { width: 100 }),
  numberColumn('end_at', '结束时间', (row) => row.end_at, { width: 100 }),
  actionsColumn(168, nameOf, (row) => actionsOf(row, on)),
]

/** A reminder as a card on phones: contract and content first, then when it is due. */
export const Card = memo(function Card({ row, on }: { row: Reminder; on: RecordActions<Reminder> }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={`${row.contract.out_code} ${row.contract.customer}`}
      text={row.remark}
      meta={[modeOf(row) || row.category.category_i18n, periodOf(row)]}
      actions={actionsOf(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
