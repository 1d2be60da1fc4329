import type { Remittance } from '@pianzhang/contract/remittances'
import type { DateText } from '../../../ui/fields/days/dates.ts'

/** What the dialog of a remittance asks for. */
export interface Remitting {
  pay_at: DateText
  payer: string
  pay_channel: string | null
  pay_category_id: string | null
  /** Of fees without a payment. */
  subject_three_code: string | null
  payment_code: string
}

/** The body that books a new payment, or names the saved one. `early` is the answer to the dialog's question about a month that has not ended. */
export const remitBodyOf = (
  { month, pay_amount_yuan, ended }: Pick<Remittance, 'month' | 'pay_amount_yuan' | 'ended'>,
  { payment_code, ...payment }: Remitting,
  way: 'new' | 'saved',
) => ({
  ...{ month, amount: pay_amount_yuan, early: !ended },
  ...(way === 'saved' ? { payment_code: payment_code.trim() } : payment),
})
