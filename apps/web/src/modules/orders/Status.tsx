import { ORDER_STATUSES, type OrderStatus } from '@pianzhang/contract/orders'
import styles from './Status.module.css'

/** 订单状态 by colour and text; `text`: replaces the text of `ORDER_STATUSES`. */
export const Status = ({ status, text }: { status: OrderStatus; text?: string }) => (
  <span className={`${styles.status} ${styles[status]}`}>
    {text ?? ORDER_STATUSES.find(({ name }) => name === status)?.label}
  </span>
)
