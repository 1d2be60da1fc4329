import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { expectUnlocked, refuseMoved } from './budget-lock.ts'
import { costBudgetAnswers, loadCostBudgets, logEntry } from './load.ts'

/** Deletes all or none, with a log entry for each. Locks in the order of ids, so that batches cannot deadlock. */
export async function removeCostBudgets(tx: Tx, context: ProjectContext, codes: string[]): Promise<void> {
  await expectUnlocked(tx, context)
  const rows = await loadCostBudgets(tx, context.project.id, codes, true)
  await refuseMoved(tx, context, codes, '删除')
  const removed = await costBudgetAnswers(tx, context, rows)
  await tx
    .deleteFrom('cost_budgets')
    .where('project_id', '=', context.project.id)
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  await audit(tx, context, ...removed.map((budget) => logEntry('delete', { before: budget })))
}
