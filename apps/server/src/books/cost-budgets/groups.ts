import type { CostBudgetGroup, CostBudgetOrders } from '@pianzhang/contract/cost-budgets'
import { sum, yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'

/** Number and sum of the matching lines of one level-two subject. */
export interface TwoSums {
  one_number: string
  one_name: string
  two_number: string
  two_name: string
  quantity: number
  /** In fen, as text: JSON has no large integers. */
  amount: string
}

/**
 * A SELECT of `TwoSums`. `where`: condition on budget line `b`. Lines are added up by their subject first, so that few rows are joined.
 */
export const twoSums = (projectId: bigint, where: RawBuilder<unknown>): RawBuilder<TwoSums> => sql`
  with booked as materialized (
    select b.subject_id, count(*) as quantity, sum(b.amount) as amount from cost_budgets b where ${where} group by 1),
  level as materialized (
    select three.two_id, sum(booked.quantity)::int4 as quantity, sum(booked.amount) as amount
    from booked join subjects three on three.project_id = ${projectId} and three.id = booked.subject_id group by 1)
  select one.out_code as one_number, one.name as one_name, two.out_code as two_number, two.name as two_name,
    level.quantity, level.amount::text as amount
  from level
  join subjects two on two.project_id = ${projectId} and two.id = level.two_id
  join subjects one on one.project_id = ${projectId} and one.id = two.one_id`

/** A SELECT of one row: number and sum of all matching lines, and their `TwoSums`. */
export const groupedTotals = (
  projectId: bigint,
  where: RawBuilder<unknown>,
): RawBuilder<{ count: number; total: bigint; groups: TwoSums[] }> => sql`
  select coalesce(sum(g.quantity), 0)::int4 as count, coalesce(sum(g.amount::int8), 0) as total,
    coalesce(json_agg(g.*), '[]') as groups
  from (${twoSums(projectId, where)}) g`

/** The groups of level one and two by number, each subject before those below it. */
export function groupsOf(
  sums: readonly TwoSums[],
  order: CostBudgetOrders['subject_order'],
): CostBudgetGroup[] {
  const down = order === 'desc' ? -1 : 1
  const ones = new Map<string, TwoSums[]>()
  for (const two of sums.toSorted((a, b) => (a.two_number < b.two_number ? -down : down))) {
    const known = ones.get(two.one_number)
    if (known) known.push(two)
    else ones.set(two.one_number, [two])
  }
  return [...ones].flatMap(([number, twos]) => [
    groupOf(number, twos[0]?.one_name ?? '', twos),
    ...twos.map((two) => groupOf(two.two_number, two.two_name, [two])),
  ])
}

/** Number of lines that are below none of the folded subjects. */
export const shownOf = (groups: readonly CostBudgetGroup[], folded: readonly string[]): number =>
  groups
    .filter(({ out_code }) => out_code.length === 6)
    .filter(({ out_code }) => !folded.includes(out_code) && !folded.includes(out_code.slice(0, 4)))
    .reduce((all, { quantity }) => all + quantity, 0)

const groupOf = (out_code: string, name: string, sums: readonly TwoSums[]): CostBudgetGroup => ({
  out_code,
  name,
  quantity: sums.reduce((all, { quantity }) => all + quantity, 0),
  amount_yuan: yuan(sum(sums.map(({ amount }) => BigInt(amount)))),
})
