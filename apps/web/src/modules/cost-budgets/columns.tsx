import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { grouped } from '@pianzhang/contract/decimal'
import { TextPopover } from '../../ui/popup/TextPopover.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, moneyColumn, numberColumn, textColumn } from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import styles from './budgets.module.css'
import { nameOf } from './removal.ts'

/** All columns fit beside the menu at 1440 px, with the actions. `actionsOf`: undefined where the person may change nothing. */
export const budgetColumns = (
  actionsOf: ((row: CostBudget) => RowAction[]) | undefined,
): DataColumn<CostBudget>[] => [
  numberColumn('subject', '科目编号', (row) => row.subject_three_out_code, {
    width: 108,
    fixed: 'start',
    sortable: true,
  }),
  textColumn('one', '一级科目', (row) => row.subject_one_name, { width: 104 }),
  textColumn('two', '二级科目', (row) => row.subject_two_name, { width: 104 }),
  textColumn('three', '三级科目', (row) => row.subject_three_name, { width: 116 }),
  moneyColumn('unit_price', '单价（元）', (row) => row.unit_price_yuan),
  {
    key: 'quantity',
    title: '数量',
    width: 64,
    align: 'right',
    text: (row) => grouped(row.quantity),
    render: (row) => (
      <span className={`num ${row.quantity.startsWith('-') ? styles.minus : ''}`}>
        {grouped(row.quantity)}
      </span>
    ),
  },
  textColumn('unit', '单位', (row) => row.unit, { width: 56 }),
  moneyColumn('amount', '合计（元）', (row) => row.amount_yuan, { sortable: true, essential: true }),
  {
    key: 'remark',
    title: '备注',
    least: 120,
    text: (row) => row.remark,
    render: (row) => <TextPopover label="备注" text={row.remark} />,
  },
  ...(actionsOf ? [actionsColumn(132, nameOf, actionsOf)] : []),
]
