import { costBudgetApi } from '@pianzhang/contract/api/books'
import { budgetAmount, costBudgetBody } from '@pianzhang/contract/cost-budgets'
import { sql } from 'kysely'
import { subjectLookups, subjectSheet } from '../../../base/subjects/booked-subjects.ts'
import { inProject } from '../../../platform/http/guard.ts'
import { chunkWriter, flatRules } from '../../../platform/sheet-import/flat.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet } from '../../../platform/sheet-import/ledger.ts'
import { sameFields } from '../../../platform/sheet-import/repetitions.ts'
import { expectUnlockedFor, refuseLocked } from '../budget-lock.ts'
import { type CostBudgetFields, problemsOf } from '../rules.ts'
import { insertCostBudgets } from '../save.ts'
import { COLUMNS, type CostBudgetLookups } from './columns.ts'

/** Describes the budget's spreadsheet for import, preview, template and failed rows. */
export const costBudgetSheet: LedgerSheet<keyof typeof COLUMNS, CostBudgetFields> = {
  source: import.meta.url,
  path: costBudgetApi.base,
  resource: 'cost_budget',
  table: 'cost_budgets',
  unit: '条',
  title: '费用预算',
  records: 'budget lines',
  access: inProject('cost_budget', 'write'),
  columns: COLUMNS,
  alike: [
    {
      // Lines of one subject with the same amount are told apart by their remark.
      keyOf: (budget) => ({
        name: `${budget.subject_three_code} ${budget.remark}`,
        amount: amountOf(budget) ?? 0n,
      }),
      existing: (projectId) => sql`
        select b.code, s.code || ' ' || b.remark as name, b.amount from cost_budgets b
        join subjects s on s.project_id = ${projectId} and s.id = b.subject_id
        where b.project_id = ${projectId}`,
      ...sameFields('条', '科目、合计、备注'),
    },
  ],
  loadRules: async (db, projectId) => {
    await refuseLocked(db, projectId)
    const lookups: CostBudgetLookups = await subjectLookups(db, projectId)
    return flatRules({ columns: COLUMNS, shape: costBudgetBody.shape, lookups }, (budget) => ({
      problems: problemsOf(budget, lookups.subjects),
      day: undefined,
      amount: amountOf(budget),
    }))
  },
  openWriter: async ({ tx, client, ...owner }) => {
    await expectUnlockedFor(tx, owner.projectId)
    return chunkWriter({ tx, client }, (budgets) => insertCostBudgets(tx, owner, budgets))
  },
  loadChoices: async (db, projectId) => ({ options: {}, lookup: await subjectSheet(db, projectId) }),
}

export const JOBS = sheetJobs(costBudgetSheet)

function amountOf({ unit_price, quantity }: Partial<CostBudgetFields>): bigint | undefined {
  if (unit_price === undefined || quantity === undefined) return undefined
  const amount = budgetAmount(unit_price, quantity)
  return 'fen' in amount ? amount.fen : undefined
}
