import type { PaymentLineAnswer } from '@pianzhang/contract/payments'
import { invoicesOfLine } from './invoicesOfLine.ts'

/** The numbers of a line's invoices, one below the other, each with its amount where it does not pay the whole line. */
export function InvoiceNumbers({ line }: { line: PaymentLineAnswer }) {
  const invoices = invoicesOfLine(line)
  if (invoices.length === 0) return '-'
  return invoices.map(({ code, invoice_number, amount }) => (
    <div key={code}>
      {invoice_number || '-'}
      {amount && `（${amount}）`}
    </div>
  ))
}
