import { formatYuan } from '@pianzhang/contract/money'
import type { PaymentLineAnswer } from '@pianzhang/contract/payments'

type Line = Pick<PaymentLineAnswer, 'invoices' | 'pay_amount_yuan'>

/** The invoices of a line. `amount`: how much one pays that does not pay the whole line; otherwise ''. */
export const invoicesOfLine = ({ invoices, pay_amount_yuan: whole }: Line) =>
  invoices.map(({ code, invoice_number, amount_yuan }) => ({
    code,
    invoice_number,
    amount: amount_yuan === whole ? '' : formatYuan(amount_yuan),
  }))
