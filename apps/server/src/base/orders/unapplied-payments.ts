import { formatInstant } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { audit } from '../../platform/audit/audit.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { operatorActor } from '../companies/create.ts'
import { findByCode, orderLabel } from './load.ts'
import { UNAPPLIED_TEXTS } from './settle.ts'

/** Payments that were received but paid no order, and that the operator has not dealt with, newest first; amounts in yuan. */
export async function unappliedPayments(services: Services) {
  const rows = await services.db
    .selectFrom('order_payments as p')
    .leftJoin('orders as o', 'o.id', 'p.order_id')
    .leftJoin('companies as c', 'c.id', 'o.company_id')
    .select([
      'p.id',
      'p.provider',
      'p.transaction_id',
      'p.order_code',
      'o.number as order_number',
      'p.amount',
      'p.paid_at',
      'p.received_at',
      'p.unapplied_reason',
      'c.name as company',
    ])
    .where('p.unapplied_reason', 'is not', null)
    .where('p.done_at', 'is', null)
    .orderBy('p.received_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  return rows.map(({ id, amount, paid_at, received_at, unapplied_reason, ...row }) => ({
    id: String(id),
    ...row,
    amount: yuan(amount),
    paid_at: formatInstant(paid_at),
    received_at: formatInstant(received_at),
    reason: unapplied_reason,
    reason_i18n: unapplied_reason ? UNAPPLIED_TEXTS[unapplied_reason] : '',
  }))
}

/** `changed`: false for a payment that was marked before; its note stays. */
export interface Done {
  id: string
  amount: string
  note: string
  done_at: string
  changed: boolean
}

/**
 * Marks an unapplied payment as dealt with: refunded, or settled in another way, as `note` says. The company of its order gets an entry in its
 * operation log. Throws with a message for an id that is no unapplied payment's.
 */
export async function markDone(services: Services, id: string, note: string): Promise<Done> {
  if (!/^\d{1,18}$/.test(id)) throw noSuch(id)
  return await inTransaction(services.db, async (tx) => {
    // Locked, so that of two operators the second sees that the payment is marked already.
    const payment = await tx
      .selectFrom('order_payments')
      .selectAll()
      .where('id', '=', BigInt(id))
      .where('unapplied_reason', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!payment?.unapplied_reason) throw noSuch(id)
    const amount = yuan(payment.amount)
    if (payment.done_at)
      return {
        ...{ id, amount, note: payment.done_note },
        ...{ done_at: formatInstant(payment.done_at), changed: false },
      }
    const now = services.clock()
    await tx
      .updateTable('order_payments')
      .set({ done_at: now, done_note: note })
      .where('id', '=', payment.id)
      .execute()
    const order = payment.order_id === null ? null : await findByCode(tx, payment.order_code)
    if (order)
      await audit(tx, operatorActor(services, order.company_id), {
        action: 'update',
        resource: 'order',
        code: order.code,
        label: orderLabel(order),
        after: {
          received_amount: amount,
          remark: `未入账的款项（${UNAPPLIED_TEXTS[payment.unapplied_reason]}）已处理：${note}`,
        },
      })
    return { id, amount, note, done_at: formatInstant(now), changed: true }
  })
}

const noSuch = (id: string) => new Error(`没有编号为 ${id} 的未入账款项（order:payments 列出）：--done`)
