import { z } from 'zod'
import type { WechatPayConfig } from './config.ts'
import { said } from './deadline.ts'
import type { Received } from './provider.ts'

const PAID = 'SUCCESS'

/** An order at WeChat Pay, as a query answers it and a notification carries it. A paid one has amount, time and number. */
export const transaction = z
  .object({
    mchid: z.string(),
    appid: z.string(),
    out_trade_no: z.string(),
    trade_state: z.string(),
    transaction_id: z.string().optional(),
    success_time: z.iso.datetime({ offset: true }).optional(),
    amount: z.object({ total: z.int().min(1), currency: z.string().default('CNY') }).optional(),
  })
  .refine(
    ({ trade_state, transaction_id, success_time, amount }) =>
      trade_state !== PAID || (transaction_id && success_time && amount),
  )
  .transform(({ trade_state, transaction_id, success_time, amount, out_trade_no, ...whose }) => {
    const received: Received | null =
      trade_state === PAID && transaction_id && success_time && amount
        ? {
            orderCode: out_trade_no,
            amount: BigInt(amount.total),
            transactionId: transaction_id,
            paidAt: new Date(success_time),
          }
        : null
    return {
      ...whose,
      orderCode: out_trade_no,
      state: trade_state,
      currency: amount?.currency ?? 'CNY',
      received,
    }
  })
export type Transaction = z.output<typeof transaction>

/** Why a transaction is not the configured merchant's and app's, or not in yuan; null if it is. */
export function misdirected({ mchid, appid, currency }: Transaction, config: WechatPayConfig): string | null {
  if (mchid !== config.mchId) return `for the merchant ${said(mchid)}`
  if (appid !== config.appId) return `for the app ${said(appid)}`
  if (currency !== 'CNY') return `in ${said(currency)}`
  return null
}
