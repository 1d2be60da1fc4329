import { formatYuan } from '@pianzhang/contract/money'
import type { Order } from '@pianzhang/contract/orders'
import { Carousel, type SlideProps } from '../../../ui/carousel/Carousel.tsx'
import { formatMinute } from '../../../ui/time.ts'
import styles from './Pending.module.css'

/** Seed 001 §9. */
const TURN_MS = 5_000

interface Props {
  orders: readonly Order[]
  onDetail: (order: Order) => void
}

/** The orders that nobody has paid yet, shown in turn; renders nothing without any. */
export const Pending = ({ orders, onDetail }: Props) =>
  orders.length > 0 && (
    <Carousel
      label="待付款订单"
      className={styles.strip}
      lead={null}
      items={orders}
      milliseconds={TURN_MS}
      message={(order, turn) => <Message order={order} onDetail={onDetail} {...turn} />}
    />
  )

interface MessageProps extends SlideProps {
  order: Order
  onDetail: (order: Order) => void
}

const Message = ({ order, onDetail, shown, onReached }: MessageProps) => (
  <span className={styles.message}>
    <span className={styles.words}>
      <span className="num">
        {order.number} · {formatYuan(order.amount_yuan)} 元
      </span>
      ：{order.user_name} 于 <span className="num">{formatMinute(order.created_at)}</span> 创建的订单待付款，
    </span>
    <button type="button" tabIndex={shown ? 0 : -1} onFocus={onReached} onClick={() => onDetail(order)}>
      查看详情
    </button>
  </span>
)
