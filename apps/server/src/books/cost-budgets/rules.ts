import { budgetAmount, type CostBudgetBody } from '@pianzhang/contract/cost-budgets'
import type { FieldError } from '@pianzhang/contract/errors'
import { type FoundSubject, subjectFault } from '../../base/subjects/booked-subjects.ts'

/** The fields of a budget line in the form and in a row of a spreadsheet. */
export type CostBudgetFields = Omit<CostBudgetBody, 'version'>

/**
 * Checks that the subject is one of level three and that the amount can be stored. Absent fields, which the schema
 * refused, are skipped. `subjects`: the project's subjects by code.
 */
export function problemsOf(
  { subject_three_code: code, unit_price, quantity }: Partial<CostBudgetFields>,
  subjects: ReadonlyMap<string, FoundSubject>,
): FieldError[] {
  const problems: FieldError[] = []
  const fault = code === undefined ? undefined : subjectFault(subjects.get(code))
  if (fault !== undefined) problems.push({ field: 'subject_three_code', message: fault })
  if (unit_price !== undefined && quantity !== undefined) {
    const amount = budgetAmount(unit_price, quantity)
    if ('error' in amount) problems.push({ field: 'quantity', message: amount.error })
  }
  return problems
}
