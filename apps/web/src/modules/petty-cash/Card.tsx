import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { memo } from 'react'
import { addPictures } from '../../ui/images/add/addPictures.ts'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { actionsOf, type PettyCashActions } from './columns.tsx'
import { stateText } from './State.tsx'

/** A petty cash detail as a card on phones: payer and amount first, then purpose, then whether it is written off. */
export const Card = memo(function Card({ row, on }: { row: PettyCashDetail; on: PettyCashActions }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={row.code}
      title={row.payer}
      amount={row.pay_amount_yuan}
      text={row.summary || row.subject_three_name}
      meta={[row.pay_at, { shrinking: stateText(row) }]}
      actions={[...actionsOf(row, on), ...addPictures('凭证图片', row, on.onAddPictures)]}
      onOpen={() => on.onDetail(row)}
    />
  )
})
