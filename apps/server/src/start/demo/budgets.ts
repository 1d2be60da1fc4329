import { addDays } from '@pianzhang/contract/calendar'
import { costBudgetBody } from '@pianzhang/contract/cost-budgets'
import { investmentBudgetBody } from '@pianzhang/contract/investment-budgets'
import { setEpisodes } from '../../books/cost-budgets/episodes.ts'
import { costBudgetAnswers, loadCostBudgets, logEntry } from '../../books/cost-budgets/load.ts'
import { insertCostBudgets } from '../../books/cost-budgets/save.ts'
import { createInvestmentBudget } from '../../books/investment-budgets/save.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import type { BudgetLine, Investor } from './content.ts'

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

/** What the investors promise, typed in before the first money came. */
export async function addInvestmentBudgets(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
  investors: readonly Investor[],
): Promise<void> {
  const now = new Date(`${addDays(firstDay, -55)}T10:00:00+08:00`)
  for (const { investor, budget: amount, variate } of investors) {
    const body = investmentBudgetBody.parse({ investor, amount, variate })
    await createInvestmentBudget(tx, { ...context, now }, { params: {}, query: {}, body })
  }
}
