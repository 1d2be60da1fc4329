import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { grouped } from '@pianzhang/contract/decimal'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { TextPopover } from '../../ui/popup/TextPopover.tsx'
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

const text = (value: string) => <span title={value}>{value}</span>

export const budgetColumns = (on: BudgetActions): DataColumn<CostBudget>[] => [
  {
    key: 'out_code',
    title: '科目编号',
    width: 96,
    fixed: 'start',
    render: (row) => <span className="num">{row.subject_three_out_code}</span>,
  },
  { key: 'one', title: '一级科目', width: 112, render: (row) => text(row.subject_one_name) },
  { key: 'two', title: '二级科目', width: 112, render: (row) => text(row.subject_two_name) },
  { key: 'three', title: '三级科目', width: 128, render: (row) => text(row.subject_three_name) },
  // Before its factors, so that its sum is in sight on a narrow screen and its capitals have room behind it.
  {
    key: 'amount',
    title: '合计（元）',
    width: 136,
    align: 'right',
    render: (row) => <MoneyText amount={row.amount_yuan} />,
  },
  {
    key: 'unit_price',
    title: '单价（元）',
    width: 120,
    align: 'right',
    render: (row) => <MoneyText amount={row.unit_price_yuan} />,
  },
  {
    key: 'quantity',
    title: '数量',
    width: 72,
    align: 'right',
    render: (row) => (
      <span className={`num ${row.quantity.startsWith('-') ? styles.minus : ''}`}>
        {grouped(row.quantity)}
      </span>
    ),
  },
  { key: 'unit', title: '单位', width: 56, render: (row) => text(row.unit) },
  { key: 'remark', title: '备注', render: (row) => <TextPopover label="备注" text={row.remark} /> },
  {
    key: 'actions',
    title: '操作',
    width: 96,
    fixed: 'end',
    render: (row) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
  },
]
