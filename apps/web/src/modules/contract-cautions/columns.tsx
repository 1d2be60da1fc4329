import type { Reminder } from '@pianzhang/contract/contract-cautions'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import { ContractLink } from '../contracts/picker/ContractLink.tsx'
import { modeOf, nameOf } from './words.ts'

export interface ReminderActions {
  onEdit: (reminder: Reminder) => void
  onDelete: (reminder: Reminder) => void
}

export const actionsOf = (row: Reminder, { onEdit, onDelete }: ReminderActions): RowAction[] => [
  ...(row.can.write ? [{ label: '编辑', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

const { text, number } = cells<Reminder>()

/** All fit beside the menu at 1280 px. `actions`: whether there are any for this person. */
export const reminderColumns = (on: ReminderActions, actions: boolean): DataColumn<Reminder>[] => [
  {
    key: 'contract',
    title: '合同编号',
    width: 128,
    fixed: 'start',
    text: (row) => row.contract.out_code,
    unbroken: true,
    render: (row) => <ContractLink contract={row.contract} />,
  },
  { key: 'category', title: '提醒类型', width: 84, ...text((row) => row.category.category_i18n) },
  { key: 'mode', title: '提醒方式', width: 132, ...number(modeOf) },
  { key: 'remark', title: '提醒内容', ...text((row) => row.remark) },
  { key: 'created_at', title: '创建时间', width: 144, ...number((row) => formatMinute(row.created_at)) },
  { key: 'start_at', title: '开始时间', width: 100, ...number((row) => row.start_at) },
  { key: 'end_at', title: '结束时间', width: 100, ...number((row) => row.end_at) },
  ...(actions
    ? [
        {
          key: 'actions',
          title: '操作',
          width: 92,
          fixed: 'end' as const,
          render: (row: Reminder) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
        },
      ]
    : []),
]
