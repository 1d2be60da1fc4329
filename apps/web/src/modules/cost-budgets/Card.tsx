import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { calculationOf } from './calculation.ts'
import { nameOf } from './removal.ts'

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
