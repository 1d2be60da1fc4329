import { formatInstant } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { ADMIN_CALL } from '../../platform/admin-call.ts'
import { type Actor, audit } from '../../platform/audit/audit.ts'
import { afterCommit, type Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Received } from '../../platform/payments/provider.ts'
import type { Services } from '../../platform/services.ts'
import { findByCode, orderLabel, PAID, type StoredOrder, statusName } from './load.ts'

type PaymentSource = Database['order_payments']['provider']
type UnappliedReason = NonNullable<Database['order_payments']['unapplied_reason']>

/** Why a payment did not pay its order, for the operator. */
export const UNAPPLIED_TEXTS: Record<UnappliedReason, string> = {
  unknown: '没有对应的订单',
  cancelled: '订单已取消',
  amount: '金额与订单不符',
  paid: '订单已付款，重复付款',
}

/** Names of the sources in the operation log. */
const SOURCES: Record<PaymentSource, string> = {
  alipay: '支付宝',
  wechat_pay: '微信支付',
  transfer: '运营人员',
  sandbox: '沙箱收银台',
}

/** `isNew`: the payment was not received before. `unapplied`: why it did not pay its order; null: it did. */
interface Settlement {
  isNew: boolean
  unapplied: UnappliedReason | null
}

/**
 * Stores a received payment. If it pays a pending order exactly, marks the order as paid and raises the company's quota, all in `tx`. A payment
 * that was stored before (same source and transaction) changes nothing. A payment for no order, for a cancelled or paid order, or of another
 * amount is unapplied: it is stored with the reason, changes no quota, and is logged for the operator.
 */
export async function settlePayment(
  tx: Tx,
  services: Pick<Services, 'clock' | 'notices'>,
  source: PaymentSource,
  received: Received,
): Promise<Settlement> {
  // Locked until the commit: cancelling takes the same lock, and so does another payment.
  const found = await findByCode(tx, received.orderCode, true)
  const order = found && isPaidBy(found, source) ? found : null
  const unapplied = whyUnapplied(order, received)
  const inserted = await tx
    .insertInto('order_payments')
    .values({
      provider: source,
      transaction_id: received.transactionId,
      order_code: received.orderCode,
      order_id: order?.id ?? null,
      amount: received.amount,
      paid_at: received.paidAt,
      received_at: services.clock(),
      unapplied_reason: unapplied,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'transaction_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return { isNew: false, unapplied: await unappliedBefore(tx, source, received.transactionId) }
  if (order && unapplied === null) await markPaid(tx, services, source, order, received)
  else if (unapplied !== null) await reportUnapplied(tx, services, source, order, received, unapplied)
  return { isNew: true, unapplied }
}

/** Whether the source may pay the order: the sandbox only sandbox orders, other sources only orders of their own payment type. */
const isPaidBy = (order: StoredOrder, source: PaymentSource): boolean =>
  source === 'sandbox' ? order.sandbox : !order.sandbox && order.payment_type === source

function whyUnapplied(order: StoredOrder | null, { amount }: Received): UnappliedReason | null {
  if (!order) return 'unknown'
  const status = statusName(order.status)
  if (status !== 'pending') return status
  return amount === order.amount ? null : 'amount'
}

async function unappliedBefore(
  tx: Tx,
  source: PaymentSource,
  transactionId: string,
): Promise<UnappliedReason | null> {
  const { unapplied_reason } = await tx
    .selectFrom('order_payments')
    .select('unapplied_reason')
    .where('provider', '=', source)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow()
  return unapplied_reason
}

async function markPaid(
  tx: Tx,
  services: Pick<Services, 'clock' | 'notices'>,
  source: PaymentSource,
  order: StoredOrder,
  { paidAt }: Received,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: PAID, paid_at: paidAt })
    .where('company_id', '=', order.company_id)
    .where('id', '=', order.id)
    .execute()
  const { total_count } = await tx
    .updateTable('companies')
    .set((eb) => ({ buy_count: eb('buy_count', '+', order.project_quantity) }))
    .where('id', '=', order.company_id)
    .returning((eb) => eb('granted_count', '+', eb.ref('buy_count')).as('total_count'))
    .executeTakeFirstOrThrow()
  await audit(tx, actorOf(services, source, order), {
    action: 'update',
    resource: 'order',
    code: order.code,
    label: orderLabel(order),
    before: { status: statusName(order.status), total_count: total_count - order.project_quantity },
    after: { status: statusName(PAID), paid_at: formatInstant(paidAt), total_count },
  })
}

/** Reports an unapplied payment in the server's log and, if there is an order, in the operation log of its company. */
async function reportUnapplied(
  tx: Tx,
  services: Pick<Services, 'clock' | 'notices'>,
  source: PaymentSource,
  order: StoredOrder | null,
  { orderCode, amount, transactionId }: Received,
  reason: UnappliedReason,
): Promise<void> {
  if (order)
    await audit(tx, actorOf(services, source, order), {
      action: 'update',
      resource: 'order',
      code: order.code,
      label: orderLabel(order),
      after: { received_amount: yuan(amount), remark: `收到的款项未入账：${UNAPPLIED_TEXTS[reason]}` },
    })
  const payment = `${source} ${transactionId}，订单 ${order?.number ?? orderCode}，${yuan(amount)} 元`
  afterCommit(tx, () =>
    console.warn(
      `收到一笔须人工处理的付款：${payment}，${UNAPPLIED_TEXTS[reason]}（${ADMIN_CALL} order:payments）`,
    ),
  )
}

const actorOf = (
  services: Pick<Services, 'clock' | 'notices'>,
  source: PaymentSource,
  order: StoredOrder,
): Actor => ({
  companyId: order.company_id,
  userId: null,
  userName: SOURCES[source],
  address: '',
  requestId: source,
  clientId: null,
  now: services.clock(),
  project: null,
  services,
})
