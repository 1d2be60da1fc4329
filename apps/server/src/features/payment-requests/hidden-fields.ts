import type { PaymentLine } from '@pianzhang/contract/payments'
import { within } from '../../books/payments/completed-body.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/**
 * The lines of an edited request with the stored values of fields that the form does not send while a feature is off: the instalment (`payable`), several
 * invoices of one line (`missing_invoice`). A line has no code, so it takes the values of the stored line with the same subject, contract and amount; if
 * none has these and the number of lines is unchanged, of the one at the same position, provided that its contract is the same.
 */
export function withHiddenFields(
  { features }: Pick<ProjectContext, 'features'>,
  stored: readonly PaymentLine[],
  lines: readonly PaymentLine[],
): PaymentLine[] {
  const left = new Set(stored)
  const equal = lines.map((line) => {
    const own = stored.find(
      (other) =>
        left.has(other) &&
        other.subject_three_code === line.subject_three_code &&
        other.contract_code === line.contract_code &&
        other.pay_amount === line.pay_amount,
    )
    if (own) left.delete(own)
    return own
  })
  const inPlace = (index: number) => {
    const other = lines.length === stored.length ? stored[index] : undefined
    return other && left.has(other) && other.contract_code === lines[index]?.contract_code ? other : undefined
  }
  return lines.map((line, index) => {
    const own = equal[index] ?? inPlace(index)
    if (!own) return line
    return {
      ...line,
      ...(!features.has('payable') && { instalment_code: own.instalment_code }),
      ...(!features.has('missing_invoice') && severalOf(line, own)),
    }
  })
}

/** The stored line's invoices, if they are several and the body names none. If the line's amount is lower now, their amounts are cut, the last one first. */
function severalOf({ check_invoice_code, pay_amount }: PaymentLine, { invoices = [] }: PaymentLine) {
  if (invoices.length < 2 || check_invoice_code !== null) return null
  const uses = invoices.flatMap(({ code, amount }) => (amount == null ? [] : { code, amount }))
  return { invoices: uses.length === invoices.length ? within(pay_amount, uses) : invoices }
}
