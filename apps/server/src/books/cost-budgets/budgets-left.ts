import type { BudgetsLeft } from '@pianzhang/contract/cost-budgets'
import { yuan } from '@pianzhang/contract/money'
import { maySeeBudgetsLeft } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'

/**
 * What is left of the budget of each level-three subject that has a budget or costs, for whoever chooses one: budget less payments and open
 * petty cash, as in the overview's comparison, from the kept sums.
 */
export async function showBudgetsLeft(db: Db, context: ProjectContext): Promise<BudgetsLeft> {
  if (!maySeeBudgetsLeft((model) => context.can(model, 'read'))) throw new Failure('forbidden')
  const projectId = context.project.id
  const { rows } = await sql<{ code: string; budget: bigint; executed: bigint }>`
    with booked as materialized (
      select s.key as subject_id,
        coalesce(sum(s.amount) filter (where s.dimension = 'cost_budget'), 0) as budget,
        coalesce(sum(s.amount) filter (where s.dimension <> 'cost_budget'), 0) as executed
      from ${keptSums(projectId, ['cost_budget', 'subject', 'petty_cash_open'])} group by s.key)
    select t.code, b.budget, b.executed
    from booked b join subjects t on t.project_id = ${projectId} and t.id = b.subject_id
    where b.budget <> 0 or b.executed <> 0 order by t.out_code`.execute(db)
  return {
    items: rows.map(({ code, budget, executed }) => ({
      code,
      budget_yuan: yuan(budget),
      left_yuan: yuan(budget - executed),
    })),
    listTotal: rows.length,
  }
}
