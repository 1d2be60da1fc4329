import type { BatchChanged } from '@pianzhang/contract/batch'
import type { CostBudgetChanges } from '@pianzhang/contract/cost-budgets'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Change, changeFlat } from '../../platform/lists/change.ts'
import { expectUnlocked, movedFaults } from './budget-lock.ts'
import { costBudgetAnswers, labelOf, loadCostBudgets, logEntry } from './load.ts'
import { subjectsOf } from './references.ts'
import { problemsOf } from './rules.ts'
import { columnsOf, storedOf } from './save.ts'

/** Books lines of the budget on another subject together. */
export const changeCostBudgets = async (
  tx: Tx,
  context: ProjectContext,
  input: Change<CostBudgetChanges>,
): Promise<BatchChanged> => {
  await expectUnlocked(tx, context)
  const codes = input.records.map(({ code }) => code)
  const moved = await movedFaults(tx, context, codes, '修改')
  return await changeFlat(tx, context, input, {
    table: 'cost_budgets',
    load: async (codes) =>
      costBudgetAnswers(tx, context, await loadCostBudgets(tx, context.project.id, codes)),
    nameOf: (_, record) => record && labelOf(record),
    logEntry,
    storedOf,
    find: (bodies) => subjectsOf(tx, context.project.id, bodies),
    problemsOf,
    columnsOf,
    closed: ({ code }) => moved.get(code),
    columns: { subject_three_code: 'subject_id' },
  })
}
