import { COST_BUDGET_FIELDS, type CostBudget } from '@pianzhang/contract/cost-budgets'
import { grouped } from '@pianzhang/contract/decimal'
import { inYuan } from '@pianzhang/contract/money'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import { TextPopover } from '../../ui/popup/TextPopover.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, moneyColumn, numberColumn, textColumn } from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { budgets } from './api.ts'
import { calculationOf } from './calculation.ts'

/** Budget lines have no number of their own. */
export const nameOf = (row: CostBudget): string => `${row.subject_three_out_code} ${row.subject_three_name}`
export const amountOf = (row: CostBudget): string => row.amount_yuan

export const REMOVAL = amountRemoval(budgets, nameOf, amountOf)

/** A column for each field. */
export const FIELD_COLUMNS: readonly DataColumn<CostBudget>[] = [
  numberColumn('subject', COST_BUDGET_FIELDS.subject_three_code, (row) => row.subject_three_out_code, {
    width: 108,
    fixed: 'start',
    sortable: true,
  }),
  textColumn('one', '一级科目', (row) => row.subject_one_name, { width: 104 }),
  textColumn('two', '二级科目', (row) => row.subject_two_name, { width: 104 }),
  textColumn('three', '三级科目', (row) => row.subject_three_name, { width: 116 }),
  moneyColumn('unit_price', inYuan(COST_BUDGET_FIELDS.unit_price), (row) => row.unit_price_yuan),
  {
    key: 'quantity',
    title: COST_BUDGET_FIELDS.quantity,
    width: 64,
    align: 'right',
    text: (row) => grouped(row.quantity),
    render: (row) => (
      <span className={`num ${row.quantity.startsWith('-') ? 'red' : ''}`}>{grouped(row.quantity)}</span>
    ),
  },
  textColumn('unit', COST_BUDGET_FIELDS.unit, (row) => row.unit, { width: 56 }),
  moneyColumn('amount', '合计（元）', (row) => row.amount_yuan, { sortable: true, essential: true }),
  {
    key: 'remark',
    title: COST_BUDGET_FIELDS.remark,
    least: 120,
    text: (row) => row.remark,
    render: (row) => <TextPopover label={COST_BUDGET_FIELDS.remark} text={row.remark} />,
  },
]

/** All columns fit beside the menu at 1440 px, with the actions. `actionsOf`: undefined where the person may change nothing. */
export const budgetColumns = (
  actionsOf: ((row: CostBudget) => RowAction[]) | undefined,
): DataColumn<CostBudget>[] => [
  ...FIELD_COLUMNS,
  ...(actionsOf ? [actionsColumn(132, nameOf, actionsOf)] : []),
]

interface Props {
  row: CostBudget
  actionsOf: (row: CostBudget) => RowAction[]
  onOpen: (row: CostBudget) => void
}

/** A budget line as a card on phones: subject and amount first, then the remark, then the rest. */
export const Card = memo(function Card({ row, actionsOf, onOpen }: Props) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.subject_three_name}
      amount={row.amount_yuan}
      text={row.remark}
      meta={[
        row.subject_three_out_code,
        calculationOf(row),
        { shrinking: `${row.subject_one_name} / ${row.subject_two_name}` },
      ]}
      actions={actionsOf(row)}
      onOpen={() => onOpen(row)}
    />
  )
})
