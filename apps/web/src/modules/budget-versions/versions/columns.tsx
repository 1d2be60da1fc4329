import type { BudgetVersion } from '@pianzhang/contract/budget-versions'
import { TextPopover } from '../../../ui/popup/TextPopover.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { DataColumn } from '../../../ui/table/column.ts'
import { actionsColumn, moneyColumn, numberColumn, textColumn } from '../../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../../ui/time.ts'

/** 第2版 开机预算 */
export const versionName = ({ no, name }: Pick<BudgetVersion, 'no' | 'name'>): string => `第${no}版 ${name}`
export const stateOf = ({ locked }: BudgetVersion): string => (locked ? '已锁定' : '已解锁')

export const versionColumns = (
  actionsOf: (row: BudgetVersion) => readonly RowAction[],
): DataColumn<BudgetVersion>[] => [
  numberColumn('no', '版本', ({ no }) => `第${no}版`, { width: 72, fixed: 'start' }),
  textColumn('name', '版本名称', ({ name }) => name, { least: 140 }),
  moneyColumn('amount', '锁定时预算（元）', ({ amount_yuan }) => amount_yuan, { width: 148 }),
  {
    key: 'state',
    title: '状态',
    width: 80,
    text: stateOf,
    render: (row) => <Tag kind={row.locked ? 'tint' : 'grey'}>{stateOf(row)}</Tag>,
  },
  numberColumn('locked_at', '锁定时间', ({ locked_at }) => formatMinute(locked_at), { width: 152 }),
  textColumn('creator', '锁定人', ({ creator_name }) => creator_name, { width: 76 }),
  numberColumn('moves', '调剂（笔）', ({ moves }) => String(moves), { width: 88, align: 'right' }),
  numberColumn('unlocked_at', '解锁时间', ({ unlocked_at }) => unlocked_at && formatMinute(unlocked_at), {
    width: 152,
  }),
  textColumn('unlocker', '解锁人', ({ unlocker_name }) => unlocker_name, {
    width: 76,
    beginsHidden: true,
  }),
  {
    key: 'unlock_reason',
    title: '解锁原因',
    width: 144,
    text: ({ unlock_reason }) => unlock_reason,
    render: ({ unlock_reason }) => <TextPopover label="解锁原因" text={unlock_reason} />,
  },
  actionsColumn(108, versionName, actionsOf),
]
