import type { PaymentList } from '@pianzhang/contract/payments'

/** A record booked on a subject. */
export interface BookedRecord {
  code: string
  day: string
  payer: string
  amount: string
}

/** The last records booked on a subject, and the sum of all. */
export interface BookedList {
  items: readonly BookedRecord[]
  total: number
  amount: string
}

/** Number of records shown. */
export const BOOKED = '20'

/** Amounts include only a payment's lines on the subject. */
export const bookedPayments = ({ items, listTotal, matched_amount_yuan }: PaymentList): BookedList => ({
  items: items.map(({ code, pay_at, payer, matched_amount_yuan: amount }) => ({
    code,
    day: pay_at,
    payer,
    amount,
  })),
  total: listTotal,
  amount: matched_amount_yuan,
})
