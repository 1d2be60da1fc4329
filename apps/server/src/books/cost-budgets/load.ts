import { formatInstant } from '@pianzhang/contract/calendar'
import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { yuan } from '@pianzhang/contract/money'
import { quantity } from '@pianzhang/contract/quantity'
import { type RawBuilder, sql } from 'kysely'
import { subjectsById } from '../../base/subjects/booked-subjects.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { entriesOf, rightsTo } from '../../platform/lists/records.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { lockedVersion } from './budget-lock.ts'

/** A row of `cost_budgets`: price and amount in fen, quantity in ten-thousandths. */
export interface CostBudgetRow {
  id: bigint
  code: string
  version: number
  subject_id: bigint
  unit_price: bigint
  quantity: bigint
  unit: string
  amount: bigint
  remark: string
  creator_id: bigint
  created_at: Date
  updated_at: Date
}

/** The columns of a `CostBudgetRow` from budget line `b`. */
export const costBudgetColumns = sql<CostBudgetRow>`b.id, b.code, b.version, b.subject_id, b.unit_price, b.quantity, b.unit,
  b.amount, b.remark, b.creator_id, b.created_at, b.updated_at`

/**
 * The budget lines with these codes, in the order of creation. Throws 404 if one is missing. `lock`: locks them until
 * the commit.
 */
export const loadCostBudgets = (db: Db | Tx, projectId: bigint, codes: readonly string[], lock = false) =>
  rowsByCode(db, projectId, codes, { columns: costBudgetColumns, table: 'cost_budgets', alias: 'b' }, lock)

/** The rights of this person's role in a project that is not read-only; a lock of the budget is not considered. */
export const canOf = rightsTo('cost_budget')

/** The `can` of lines and of their list: as `canOf`, and nothing while a version of the budget is locked. */
export async function rightsToLines(db: Db | Tx, context: ProjectContext): Promise<CostBudget['can']> {
  const can = canOf(context)
  const asks = context.features.has('cost_report') && (can.write || can.delete)
  return asks && (await lockedVersion(db, context.project.id)) ? { write: false, delete: false } : can
}

/** Converts rows to answers of the API. */
export async function costBudgetAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly CostBudgetRow[],
): Promise<CostBudget[]> {
  const created = await createdOf(db, context, rows)
  const subjects = await subjectsById(
    db,
    context.project.id,
    rows.map((row) => row.subject_id),
  )
  const can = await rightsToLines(db, context)
  return rows.map((row) => {
    const subject = subjects.get(row.subject_id)
    return {
      code: row.code,
      version: row.version,
      subject_three_code: subject?.code ?? '',
      subject_three_out_code: subject?.out_code ?? '',
      subject_one_name: subject?.one_name ?? '',
      subject_two_name: subject?.two_name ?? '',
      subject_three_name: subject?.three_name ?? '',
      unit_price_yuan: yuan(row.unit_price),
      quantity: quantity(row.quantity),
      unit: row.unit,
      amount_yuan: yuan(row.amount),
      remark: row.remark,
      ...created(row),
      updated_at: formatInstant(row.updated_at),
      can,
    }
  })
}

/** A budget line as GET answers it. Throws 404. */
export async function readCostBudget(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock = false,
): Promise<CostBudget> {
  const [answer] = await costBudgetAnswers(
    db,
    context,
    await loadCostBudgets(db, context.project.id, [code], lock),
  )
  return answer as CostBudget
}

/** A line's name for people, as it has no number. */
export const labelOf = ({ subject_three_out_code, subject_three_name, amount_yuan }: CostBudget): string =>
  `${subject_three_out_code} ${subject_three_name} ${amount_yuan}元`

/** The log entry of a line: without the rights, which depend on the reader. */
export const logEntry = entriesOf<CostBudget>('cost_budget', labelOf, ({ can: _, ...budget }) => budget)

/** The sum of a project's budget lines, in fen. One row. */
export const costBudgetTotal = (projectId: bigint): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${keptSums(projectId, ['cost_budget'])}`
