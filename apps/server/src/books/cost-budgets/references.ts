import { costBudgetBody } from '@pianzhang/contract/cost-budgets'
import { findSubjects } from '../../base/subjects/booked-subjects.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { type CostBudgetFields, problemsOf } from './rules.ts'

/** The subjects that bodies name, by code. Not locked: their level never changes, and the foreign key checks that they exist. */
export const subjectsOf = (tx: Tx, projectId: bigint, bodies: readonly Partial<CostBudgetFields>[]) =>
  findSubjects(
    tx,
    projectId,
    bodies.flatMap((body) => body.subject_three_code ?? []),
  )

/** What else is wrong with a body that its schema refused, so that all errors are reported at once. */
export async function alsoWrong(tx: Tx, { project }: ProjectContext, body: unknown) {
  const fields = validFields(costBudgetBody, body)
  return problemsOf(fields, await subjectsOf(tx, project.id, [fields]))
}
