import { formatYuan } from '@pianzhang/contract/money'
import type { Order } from '@pianzhang/contract/orders'
import { formatMinute } from '../../ui/time.ts'

/** Name of an order in a list, for screen readers. */
export const nameOf = (order: Order): string => `${formatMinute(order.created_at)} ${order.user_name}`

/** Second line of a confirmation. */
export const questionOf = (order: Order): string =>
  `${order.project_quantity} 个项目，${formatYuan(order.amount_yuan)} 元`
