import { formatInstant } from '@pianzhang/contract/calendar'
import type { Order } from '@pianzhang/contract/orders'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { ask } from '../../platform/payments/ask.ts'
import { providerOfOrder } from '../../platform/payments/choose.ts'
import {
  type ByCode,
  CANCELLED,
  isOnline,
  loadOrder,
  orderAnswer,
  orderLabel,
  PENDING,
  type StoredOrder,
  statusName,
} from './load.ts'
import { settlePayment } from './settle.ts'

/**
 * Runs before the transaction that cancels: closes the payment at the provider, so that its code cannot be paid afterwards. If the provider
 * answers that it was paid, the order is marked paid and 422 says so. Throws 422 unless it is pending, 503 for a provider that does not answer.
 */
export async function closePayment(
  db: Db,
  context: PersonContext,
  { params, gone }: ByCode & { gone: AbortSignal },
): Promise<void> {
  const { services } = context
  const order = await loadOrder(db, context, params.code)
  refuseUnlessPending(order)
  if (!isOnline(order)) return
  // A provider that is not configured any more cannot be asked; it sends no notifications either.
  const provider = providerOfOrder(services, order)
  if (!provider) return
  const received = await ask(order.payment_type, gone, (signal) => provider.close(order.code, signal))
  if (!received) return
  await inTransaction(db, (tx) => settlePayment(tx, services, order.payment_type, received))
  refuseUnlessPending(await loadOrder(db, context, params.code))
}

/** Cancels a pending order. The order's row lock decides whether this or a concurrent payment comes first. */
export async function cancelOrder(tx: Tx, context: PersonContext, { params }: ByCode): Promise<Order> {
  const order = await loadOrder(tx, context, params.code, true)
  refuseUnlessPending(order)
  const after = { ...order, status: CANCELLED, cancelled_at: context.services.clock() }
  await tx
    .updateTable('orders')
    .set({ status: after.status, cancelled_at: after.cancelled_at })
    .where('company_id', '=', context.companyId)
    .where('id', '=', order.id)
    .execute()
  await audit(tx, ofCompany(context), {
    action: 'update',
    resource: 'order',
    code: order.code,
    label: orderLabel(order),
    before: { status: statusName(order.status) },
    after: { status: statusName(CANCELLED), cancelled_at: formatInstant(after.cancelled_at) },
  })
  return orderAnswer(context, after)
}

function refuseUnlessPending({ status }: StoredOrder): void {
  if (status !== PENDING) throw refused(status === CANCELLED ? '订单已取消' : '订单已付款，不能取消')
}
