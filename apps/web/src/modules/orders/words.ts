import { formatYuan } from '@pianzhang/contract/money'
import type { Order } from '@pianzhang/contract/orders'

/** Name of an order in a list, for screen readers. */
export const nameOf = (order: Order): string => `${order.number} ${order.user_name}`

/** Second line of a confirmation. */
export const questionOf = (order: Order): string =>
  `${order.number}，${order.project_quantity} 个项目，${formatYuan(order.amount_yuan)} 元`
