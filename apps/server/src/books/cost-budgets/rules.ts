import { budgetAmount, type CostBudgetBody, costBudgetBody } from '@pianzhang/contract/cost-budgets'
import type { FieldError } from '@pianzhang/contract/errors'
import { type FoundSubject, findSubjects, subjectFault } from '../../base/subjects/booked-subjects.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'

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

/** The subjects that bodies name, by code. Not locked: their level never changes, and the foreign key checks that they exist. */
export const subjectsOf = (tx: Tx, projectId: bigint, bodies: readonly Partial<CostBudgetFields>[]) =>
  findSubjects(
    tx,
    projectId,
    bodies.flatMap((body) => body.subject_three_code ?? []),
  )

/** What the rules find in the valid fields of a body with invalid ones, so that the answer names all mistakes. */
export async function alsoWrong(tx: Tx, { project }: ProjectContext, body: unknown) {
  const fields = validFields(costBudgetBody, body)
  return problemsOf(fields, await subjectsOf(tx, project.id, [fields]))
}
