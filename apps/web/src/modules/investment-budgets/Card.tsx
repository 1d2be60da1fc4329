import type { InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { percent } from '@pianzhang/contract/money'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { type EditActions, editDelete } from '../../ui/table/columns/columns.tsx'
import { nameOf } from './removal.ts'

/** An investment budget as a card on phones. */
export const Card = memo(function Card({
  row,
  on,
}: {
  row: InvestmentBudget
  on: EditActions<InvestmentBudget>
}) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.investor}
      amount={row.amount_yuan}
      meta={[`占比 ${percent(row.percentage)}`, { label: '投资溢价', amount: row.variate }]}
      actions={editDelete(row, on)}
    />
  )
})
