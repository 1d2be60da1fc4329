import type { Order } from '@pianzhang/contract/orders'
import type { Db } from '../../platform/database/database.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { ask, STAYS } from '../../platform/payments/ask.ts'
import { providerOfOrder } from '../../platform/payments/choose.ts'
import {
  type ByCode,
  isOnline,
  loadOrder,
  type OnlineOrder,
  orderAnswer,
  PENDING,
  type StoredOrder,
} from './load.ts'
import { paymentOf } from './payment.ts'

/** A payment address that expires sooner is renewed, as paying takes a while. */
const RENEW_BEFORE_MS = 5 * 60_000

/** One order. If it is pending and its payment address is about to expire, its payment is registered again. */
export async function showOrder(db: Db, context: PersonContext, { params }: ByCode): Promise<Order> {
  const row = await loadOrder(db, context, params.code)
  const expires = row.qrcode_until && row.qrcode_until.getTime() - context.now.getTime() < RENEW_BEFORE_MS
  const current = expires && row.status === PENDING && isOnline(row) ? await renew(db, context, row) : row
  return orderAnswer(context, current)
}

/** Gets a new payment address. If the provider does not answer, the old one stays; opening the order again retries. */
async function renew(db: Db, context: PersonContext, order: OnlineOrder): Promise<StoredOrder> {
  const provider = providerOfOrder(context.services, order)
  if (!provider) return order
  try {
    const payable = await ask(order.payment_type, STAYS, (signal) =>
      provider.create(paymentOf(context, order), signal),
    )
    const address = { qrcode_url: payable.qrcodeUrl, qrcode_until: payable.validUntil }
    const renewed = await db
      .updateTable('orders')
      .set(address)
      .where('company_id', '=', context.companyId)
      .where('id', '=', order.id)
      .where('status', '=', PENDING)
      .executeTakeFirst()
    // Paid or cancelled while the provider was asked: there is nothing to pay any more.
    return renewed.numUpdatedRows > 0n ? { ...order, ...address } : await loadOrder(db, context, order.code)
  } catch (error) {
    console.warn(`the address to pay order ${order.code} was not renewed:`, errorForLog(error))
    return order
  }
}
