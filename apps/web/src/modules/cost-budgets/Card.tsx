import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { editDelete, type RecordActions } from '../../ui/table/columns/columns.tsx'
import { calculationOf } from './calculation.ts'
import { nameOf } from './removal.ts'

/** A budget line as a card on phones: subject and amount first, then the remark, then the rest. */
export const Card = memo(function Card({ row, on }: { row: CostBudget; on: RecordActions<CostBudget> }) {
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
      actions={editDelete(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
