import { WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import type { PaymentListItem } from '@pianzhang/contract/payments'
import { SAME_DAY } from '@pianzhang/contract/same-day'
import { memo } from 'react'
import { addPictures } from '../../ui/images/add/addPictures.ts'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { RecordActions } from '../../ui/table/columns/columns.tsx'
import { actionsOf } from './columns.tsx'

/** A payment as a card on phones: payer and amount first, then purpose, then the rest. */
export const Card = memo(function Card({
  row,
  on,
  onAddPictures,
}: {
  row: PaymentListItem
  on: RecordActions<PaymentListItem>
  onAddPictures: ((row: PaymentListItem) => void) | undefined
}) {
  return (
    <RecordCard
      rowKey={row.code}
      of={row.code}
      title={row.payer}
      amount={row.pay_amount_yuan}
      text={row.summary}
      meta={[
        row.pay_at,
        ...(row.imprest_code === null ? [] : [WRITE_OFF_CATEGORY]),
        ...(row.repeated ? [{ warning: '疑似重复付款' }] : []),
        ...(row.same_day ? [{ warning: SAME_DAY }] : []),
        ...(row.post ? [{ shrinking: row.post }] : []),
        row.code,
      ]}
      actions={[...actionsOf(row, on), ...addPictures('凭证图片', row, onAddPictures)]}
      onOpen={() => on.onDetail(row)}
    />
  )
})
