import type { Order } from '@pianzhang/contract/orders'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  moneyColumn,
  numberColumn,
  openColumn,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import { formatMinute } from '../../ui/time.ts'
import { Status } from './Status.tsx'
import { nameOf } from './words.ts'

export const orderColumns = (onDetail: (order: Order) => void): DataColumn<Order>[] => [
  openColumn('number', '订单编号', (row) => row.number, onDetail, { least: 160, fixed: 'start' }),
  numberColumn('created_at', '创建时间', (row) => formatMinute(row.created_at), { width: 160 }),
  {
    key: 'status',
    title: '订单状态',
    width: 112,
    text: (row) => row.status_i18n,
    render: (row) => <Status status={row.status} />,
  },
  numberColumn('quantity', '项目数量', (row) => String(row.project_quantity), { width: 112, align: 'right' }),
  textColumn('type', '支付方式', (row) => row.payment_type_i18n, { width: 160 }),
  moneyColumn('amount', '金额（元）', (row) => row.amount_yuan),
  actionsColumn(104, nameOf, (row) => [{ label: '订单详情', onClick: () => onDetail(row) }]),
]

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
