import { ORDER_STATUSES, type OrderStatus } from '@pianzhang/contract/orders'
import { Tag, type TagKind } from '../../ui/Tag.tsx'

const KINDS: Partial<Record<OrderStatus, TagKind>> = { pending: 'red', cancelled: 'grey' }

/** 订单状态 by colour and text; `text`: replaces the text of `ORDER_STATUSES`. */
export const Status = ({ status, text }: { status: OrderStatus; text?: string }) => (
  <Tag kind={KINDS[status]}>{text ?? ORDER_STATUSES.find(({ name }) => name === status)?.label}</Tag>
)
