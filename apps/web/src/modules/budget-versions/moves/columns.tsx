import type { BudgetMove } from '@pianzhang/contract/budget-versions'
import { formatYuan } from '@pianzhang/contract/money'
import { TextPopover } from '../../../ui/popup/TextPopover.tsx'
import type { DataColumn } from '../../../ui/table/column.ts'
import { actionsColumn, moneyColumn, numberColumn, textColumn } from '../../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../../ui/time.ts'

/** 24000101 摄影机租赁费 */
const subjectName = ({ out_code, name }: BudgetMove['from']): string => `${out_code} ${name}`
/** DJ0001，24000101 摄影机租赁费 → 24000201 灯光器材租赁费，80,000.00 元 */
export const moveText = ({ number, from, to, amount_yuan }: BudgetMove): string =>
  `${number}，${subjectName(from)} → ${subjectName(to)}，${formatYuan(amount_yuan)} 元`

/** `actionsOf`: undefined where the person may delete nothing. */
export const moveColumns = (
  actionsOf: ((row: BudgetMove) => readonly RowAction[]) | undefined,
): DataColumn<BudgetMove>[] => [
  numberColumn('number', '调剂编号', ({ number }) => number, { width: 92, fixed: 'start' }),
  numberColumn('moved_at', '调剂日期', ({ moved_at }) => moved_at, { width: 104 }),
  textColumn('from', '调出科目', ({ from }) => subjectName(from), { width: 204 }),
  textColumn('to', '调入科目', ({ to }) => subjectName(to), { width: 204 }),
  moneyColumn('amount', '调剂金额（元）', ({ amount_yuan }) => amount_yuan, { width: 140 }),
  {
    key: 'reason',
    title: '调剂原因',
    least: 140,
    text: ({ reason }) => reason,
    render: ({ reason }) => <TextPopover label="调剂原因" text={reason} />,
  },
  textColumn('version', '预算版本', ({ version_name }) => version_name, { width: 112 }),
  textColumn('creator', '创建人', ({ creator_name }) => creator_name, { width: 76 }),
  numberColumn('created_at', '创建时间', ({ created_at }) => formatMinute(created_at), {
    width: 150,
    beginsHidden: true,
  }),
  ...(actionsOf ? [actionsColumn<BudgetMove>(76, ({ number }) => number, actionsOf)] : []),
]
