import { addDays } from '@pianzhang/contract/calendar'
import { investmentBudgetBody } from '@pianzhang/contract/investment-budgets'
import { createInvestmentBudget } from '../../books/investment-budgets/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import type { Investor } from './content.ts'

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
