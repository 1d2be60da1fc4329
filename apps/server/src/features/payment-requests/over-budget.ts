import { type Fen, formatYuan, sum } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { amountRows } from '../../base/approvals/amount-rows.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { committedAfter } from './committed-after.ts'
import { figuresOf, leftOf, type Planned } from './figures.ts'

/** A subject that is over its budget once a request is paid. `before`: by how much it is so already; 0 or less: it is not. */
interface Excess {
  out_code: string
  name: string
  before: Fen
  after: Fen
}

/** So many subjects are named. */
const NAMED = 2

/**
 * 付款后超预算：24000102 美术 1,200.00 元；付款前已超出：24000101 场景 4,000.00 元. What a payment leaves as it was, as of a contract that was committed
 * already, is not said to be its doing. The largest excess comes first.
 */
export function overBudgetText(found: readonly Excess[]): string {
  const sorted = found.toSorted((a, b) => (a.after < b.after ? 1 : a.after > b.after ? -1 : 0))
  const parts = [
    ['付款后超预算', sorted.filter(({ before, after }) => before !== after)],
    ['付款前已超出', sorted.filter(({ before, after }) => before === after)],
  ] as const
  return parts
    .filter(([, own]) => own.length > 0)
    .map(([why, own]) => `${why}：${excessText(own)}`)
    .join('；')
}

const excessText = (own: readonly Excess[]): string =>
  own
    .slice(0, NAMED)
    .map(({ out_code, name, before, after }) => {
      const already = before > 0n && before !== after ? `（付款前已超出 ${formatYuan(before)} 元）` : ''
      return `${out_code} ${name} ${formatYuan(after)} 元${already}`
    })
    .join('、') + (own.length > NAMED ? ` 等 ${own.length} 个科目` : '')

interface Subject {
  id: bigint
  out_code: string
  name: string
}

/**
 * By request, the subjects of its lines that are over their budget once it is paid, as if no other request were. Figures are read for all requests
 * together, so that a page takes as many statements as one request; they include payments dated later than today, which use the budget too.
 */
export async function overBudget(
  db: Db | Tx,
  context: ProjectContext,
  requests: readonly bigint[],
): Promise<ReadonlyMap<bigint, Excess[]>> {
  const projectId = context.project.id
  const { rows: subjects } = await sql<Subject>`
    select s.id, s.out_code, s.name from subjects s where s.project_id = ${projectId} and s.code in (
      select a.subject from payment_requests r cross join ${amountRows}
      where r.project_id = ${projectId} and r.id = ${anyOf(requests)})`.execute(db)
  const now = await figuresOf(
    db,
    context,
    subjects.map(({ id }) => id),
  )
  const left = subjects.map(({ id }) => ({ id, left: leftOf(now(id)) }))
  // Paying on a contract can only lower what it commits, so no other requests than these can be over.
  const { rows } = await sql<Planned & { id: bigint }>`
    with planned as materialized (
      select r.id, s.id as subject_id, k.id as contract_id, sum(a.amount) as amount
      from payment_requests r cross join ${amountRows}
      join subjects s on s.project_id = ${projectId} and s.code = a.subject
      left join contracts k on k.project_id = ${projectId} and k.code = a.contract
      where r.project_id = ${projectId} and r.id = ${anyOf(requests)} group by 1, 2, 3)
    select p.id, p.subject_id, p.contract_id, p.amount from planned p where p.id in (
      select o.id from planned o join jsonb_to_recordset(${jsonFor(left)}::jsonb) as n(id bigint, "left" numeric) on n.id = o.subject_id
      group by o.id, n.id, n.left having sum(o.amount) > n.left)`.execute(db)
  const changesOf = context.features.has('cost_report')
    ? await committedAfter(db, projectId, rows)
    : () => new Map<bigint, Fen>()
  const found = new Map<bigint, Excess[]>()
  for (const [id, planned] of Map.groupBy(rows, (row) => row.id)) {
    const committed = changesOf(planned)
    const over = subjects.flatMap(({ id: subject, out_code, name }) => {
      const own = planned.filter(({ subject_id }) => subject_id === subject)
      if (own.length === 0) return []
      const before = -leftOf(now(subject))
      const after = before + sum(own.map(({ amount }) => amount)) + (committed.get(subject) ?? 0n)
      return after > 0n ? { out_code, name, before, after } : []
    })
    if (over.length > 0) found.set(id, over)
  }
  return found
}
