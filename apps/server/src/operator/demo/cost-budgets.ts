import { addDays } from '@pianzhang/contract/calendar'
import { costBudgetBody } from '@pianzhang/contract/cost-budgets'
import { setEpisodes } from '../../modules/cost-budgets/episodes.ts'
import { costBudgetAnswers, loadCostBudgets, logEntry } from '../../modules/cost-budgets/load.ts'
import { insertCostBudgets } from '../../modules/cost-budgets/save.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { BUDGET, EPISODES } from './content.ts'

/** The cost budget, made six weeks before the first day of shooting. `subjects`: codes by number. */
export async function addCostBudgets(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
  subjects: ReadonlyMap<string, string>,
): Promise<void> {
  const now = new Date(`${addDays(firstDay, -45)}T16:20:00+08:00`)
  const then = { ...context, now }
  const bodies = BUDGET.map(({ subject, ...line }) =>
    costBudgetBody.parse({ ...line, subject_three_code: subjects.get(subject) }),
  )
  const { project, userId } = context
  const codes = await insertCostBudgets(tx, { projectId: project.id, userId, now, importId: null }, bodies)
  const added = await costBudgetAnswers(tx, then, await loadCostBudgets(tx, project.id, codes))
  await audit(tx, then, ...added.map((budget) => logEntry('create', { after: budget })))
  await setEpisodes(tx, then, { params: {}, query: {}, body: { epis: EPISODES, version: undefined } })
}
