import { addDays, today } from '@pianzhang/contract/calendar'
import { type OnlinePaymentMethod, orderPrice, type PaymentMethod } from '@pianzhang/contract/orders'
import { cancelOrder } from '../../base/orders/cancel.ts'
import { insertOrder, newOrderCode, ownedCount } from '../../base/orders/create.ts'
import type { StoredOrder } from '../../base/orders/load.ts'
import { settlePayment } from '../../base/orders/settle.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { sandbox } from '../../platform/payments/sandbox.ts'

/** How many projects the paid order bought; the company is granted the others. */
export const BOUGHT = 2

/** Adds a paid, a cancelled and a pending order, dated before today. The paid one raises the quota by `BOUGHT`. */
export async function addOrders(tx: Tx, context: PersonContext): Promise<void> {
  const { services } = context
  const at = (days: number, time: string) => new Date(`${addDays(today(context.now), -days)}T${time}+08:00`)

  const paid = await order(tx, context, BOUGHT, 'transfer', at(46, '10:24:08'))
  await settlePayment(tx, services, 'transfer', {
    orderCode: paid.code,
    amount: paid.amount,
    transactionId: paid.payment_code ?? '',
    paidAt: at(45, '15:02:41'),
  })

  const cancelled = await order(tx, context, 1, 'wechat_pay', at(19, '16:40:12'))
  await cancelOrder(tx, context, { params: { code: cancelled.code }, query: {}, body: {} })
  await tx
    .updateTable('orders')
    .set({ cancelled_at: at(19, '16:47:30') })
    .where('company_id', '=', context.companyId)
    .where('id', '=', cancelled.id)
    .execute()

  await order(tx, context, 8, 'transfer', at(1, '16:05:53'))
}

async function order(
  tx: Tx,
  context: PersonContext,
  project_quantity: number,
  payment_type: PaymentMethod,
  at: Date,
): Promise<StoredOrder> {
  const owned = await ownedCount(tx, context.companyId)
  const price = orderPrice(owned, project_quantity)
  const arranged = payment_type === 'transfer' ? null : await arrange(context, payment_type, price.amount)
  return await insertOrder(tx, context, { project_quantity, payment_type, owned, price, arranged }, at)
}

/** Registers a payment with the sandbox, whichever providers are configured: the demo costs nobody money. */
async function arrange({ services, baseUrl }: PersonContext, type: OnlinePaymentMethod, amount: bigint) {
  const orderCode = newOrderCode()
  const payment = { orderCode, amount, subject: '', notifyUrl: `${baseUrl}/${type}` }
  const payable = await sandbox(services).create(payment, new AbortController().signal)
  return { orderCode, sandbox: true, payable }
}
