import { costBudgetBody } from '@pianzhang/contract/cost-budgets'
import { setEpisodes } from '../../books/cost-budgets/episodes.ts'
import { costBudgetAnswers, loadCostBudgets, logEntry } from '../../books/cost-budgets/load.ts'
import { insertCostBudgets } from '../../books/cost-budgets/save.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import type { BudgetLine } from './content.ts'

/** A cost budget, made on the afternoon of a day. `subjects`: codes by number. */
export async function addCostBudgets(
  tx: Tx,
  context: ProjectContext,
  day: string,
  { lines, episodes }: { lines: readonly BudgetLine[]; episodes: number },
  subjects: ReadonlyMap<string, string>,
): Promise<void> {
  const now = new Date(`${day}T16:20:00+08:00`)
  const then = { ...context, now }
  const bodies = lines.map(({ subject, ...line }) =>
    costBudgetBody.parse({ ...line, subject_three_code: subjects.get(subject) }),
  )
  const { project, userId } = context
  const codes = await insertCostBudgets(tx, { projectId: project.id, userId, now, importId: null }, bodies)
  const added = await costBudgetAnswers(tx, then, await loadCostBudgets(tx, project.id, codes))
  await audit(tx, then, ...added.map((budget) => logEntry('create', { after: budget })))
  await setEpisodes(tx, then, { params: {}, query: {}, body: { epis: episodes, version: undefined } })
}
