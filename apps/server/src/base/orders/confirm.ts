import { formatYuan } from '@pianzhang/contract/money'
import { inTransaction } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { findByCode } from './load.ts'
import { readPaymentCode } from './payment-code.ts'
import { settlePayment, UNAPPLIED_TEXTS } from './settle.ts'

/** `total_count`: the company's quota afterwards. `changed`: false for an order that was confirmed before. */
export interface Confirmed {
  code: string
  number: string
  project_quantity: number
  total_count: number
  changed: boolean
}

/**
 * The operator's confirmation that a transfer of `amount` fen arrived for the order with this payment code. A repetition changes nothing.
 * Throws with a message for an unknown code, another amount (nothing is stored), and a cancelled order (the payment is stored as unapplied).
 */
export async function confirmTransfer(services: Services, typed: string, amount: bigint): Promise<Confirmed> {
  const paymentCode = readPaymentCode(typed)
  const { unapplied, isNew, ...confirmed } = await inTransaction(services.db, async (tx) => {
    const row = await tx
      .selectFrom('orders')
      .select('code')
      .where('payment_code', '=', paymentCode)
      .executeTakeFirst()
    const order = row && (await findByCode(tx, row.code, true))
    if (!order) throw new Error(`没有付款码为 ${paymentCode} 的订单`)
    if (amount !== order.amount)
      throw new Error(
        `金额不符：订单应付 ${formatYuan(order.amount)} 元，输入的是 ${formatYuan(amount)} 元，未作任何更改`,
      )
    const settlement = await settlePayment(tx, services, 'transfer', {
      orderCode: order.code,
      amount,
      // The payment code belongs to one order, so a repeated confirmation is the same transaction and counts once.
      transactionId: paymentCode,
      paidAt: services.clock(),
    })
    const { granted_count, buy_count } = await tx
      .selectFrom('companies')
      .select(['granted_count', 'buy_count'])
      .where('id', '=', order.company_id)
      .executeTakeFirstOrThrow()
    return {
      ...settlement,
      code: order.code,
      number: order.number,
      project_quantity: order.project_quantity,
      total_count: granted_count + buy_count,
    }
  })
  if (unapplied)
    throw new Error(
      `${UNAPPLIED_TEXTS[unapplied]}，项目数量未增加；该笔款项${isNew ? '已记录' : '此前已记录'}，请与客户联系（order:payments 列出）`,
    )
  return { ...confirmed, changed: isNew }
}
