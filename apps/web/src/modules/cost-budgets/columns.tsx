import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { grouped } from '@pianzhang/contract/decimal'
import { TextPopover } from '../../ui/popup/TextPopover.tsx'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import styles from './budgets.module.css'
import { nameOf } from './removal.ts'

export interface BudgetActions {
  onDetail: (budget: CostBudget) => void
  onEdit: (budget: CostBudget) => void
  onDelete: (budget: CostBudget) => void
}

export const actionsOf = (row: CostBudget, { onEdit, onDelete }: BudgetActions): RowAction[] => [
  ...(row.can.write ? [{ label: '编辑', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

const { text, number, money } = cells<CostBudget>()

export const budgetColumns = (on: BudgetActions): DataColumn<CostBudget>[] => [
  {
    key: 'out_code',
    title: '科目编号',
    width: 96,
    fixed: 'start',
    ...number((row) => row.subject_three_out_code),
  },
  { key: 'one', title: '一级科目', width: 112, ...text((row) => row.subject_one_name) },
  { key: 'two', title: '二级科目', width: 112, ...text((row) => row.subject_two_name) },
  { key: 'three', title: '三级科目', width: 128, ...text((row) => row.subject_three_name) },
  { key: 'unit_price', title: '单价（元）', ...money((row) => row.unit_price_yuan) },
  {
    key: 'quantity',
    title: '数量',
    width: 72,
    align: 'right',
    text: (row) => grouped(row.quantity),
    render: (row) => (
      <span className={`num ${row.quantity.startsWith('-') ? styles.minus : ''}`}>
        {grouped(row.quantity)}
      </span>
    ),
  },
  { key: 'unit', title: '单位', width: 68, ...text((row) => row.unit) },
  { key: 'amount', title: '合计（元）', ...money((row) => row.amount_yuan) },
  {
    key: 'remark',
    title: '备注',
    least: 140,
    text: (row) => row.remark,
    render: (row) => <TextPopover label="备注" text={row.remark} />,
  },
  {
    key: 'actions',
    title: '操作',
    width: 96,
    fixed: 'end',
    render: (row) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
  },
]
