import { formatYuan } from '@pianzhang/contract/money'
import type { Order } from '@pianzhang/contract/orders'
import { formatMinute } from '../../ui/time.ts'

/** An order among others, for screen readers. */
export const nameOf = (order: Order): string => `${formatMinute(order.created_at)} ${order.user_name}`

/** The second line of a question. */
export const questionOf = (order: Order): string =>
  `${order.project_quantity} 个项目，${formatYuan(order.amount_yuan)} 元`
