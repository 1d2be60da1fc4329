import type { Order } from '@pianzhang/contract/orders'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { formatMinute } from '../../ui/time.ts'
import { Status } from './Status.tsx'
import { nameOf } from './words.ts'

interface Props {
  order: Order
  onDetail: (order: Order) => void
}

/** An order as a card on phones; it opens the details, its only action. */
export const Card = memo(function Card({ order, onDetail }: Props) {
  return (
    <RecordCard
      rowKey={order.code}
      of={nameOf(order)}
      title={
        <>
          {order.project_quantity} 个项目 <Status status={order.status} />
        </>
      }
      amount={order.amount_yuan}
      meta={[
        order.number,
        formatMinute(order.created_at),
        order.payment_type_i18n,
        { shrinking: order.user_name },
      ]}
      actions={[]}
      onOpen={() => onDetail(order)}
    />
  )
})
