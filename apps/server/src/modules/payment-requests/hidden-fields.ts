import type { PaymentLine } from '@pianzhang/contract/cost-executions'
import type { ProjectContext } from '../../platform/http/route.ts'
import { within } from '../cost-executions/completed-body.ts'

/**
 * The lines of an edited request, completed by stored fields of features that are switched off, which the form neither shows nor sends: the instalment
 * (`payable`) and several invoices of one line (`missing_invoice`). Lines of a request have no codes, so they are matched with the stored ones: by subject,
 * contract and amount; then, if the number of lines is the same, by position and contract.
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

/** Several invoices of a stored line, for one that says none. Of another amount they pay as far as it still goes, where it was said what each pays. */
function severalOf({ check_invoice_code, pay_amount }: PaymentLine, { invoices = [] }: PaymentLine) {
  if (invoices.length < 2 || check_invoice_code !== null) return null
  const uses = invoices.flatMap(({ code, amount }) => (amount == null ? [] : { code, amount }))
  return { invoices: uses.length === invoices.length ? within(pay_amount, uses) : invoices }
}
