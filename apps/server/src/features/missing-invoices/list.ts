import { daysBetween, today } from '@pianzhang/contract/calendar'
import { labelOf, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import {
  ageOf,
  flagOf,
  type MissingLine,
  type MissingList,
  type MissingQuery,
} from '@pianzhang/contract/missing-invoices'
import { yuan } from '@pianzhang/contract/money'
import type { PayeeLink } from '@pianzhang/contract/payee-link'
import { type RawBuilder, sql } from 'kysely'
import { payeeFields } from '../../base/payees/find.ts'
import type { Db } from '../../platform/database/database.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { pageClause } from '../../platform/lists/page-clause.ts'
import { conditions, dayRows } from './filters.ts'
import { reasonOf } from './lines-without-invoice.ts'
import { onKept } from './stored-lines.ts'

export interface LineRow {
  payment_code: string
  line_code: string
  version: number
  pay_at: string
  payer: string
  payee_id: bigint | null
  summary: string
  subject_name: string
  subject_number: string
  voucher_category: number | null
  face_tax_rate: string | null
  pay_amount: bigint
  lacking: bigint
  reason: number
}

/** SELECT of the answer's columns of kept lines `l`. */
export const namedLines = (projectId: bigint, lines: RawBuilder<unknown>): RawBuilder<LineRow> => sql`
  select c.code as payment_code, l.line_code, c.version, l.pay_at, l.payer, c.payee_id, c.summary, s.name as subject_name,
    s.out_code as subject_number, d.voucher_category, d.face_tax_rate, d.pay_amount, l.lacking, l.reason
  from ${lines}
  join payments c on c.project_id = ${projectId} and c.id = l.payment_id
  join payment_lines d on d.project_id = ${projectId} and d.id = l.line_id
  join subjects s on s.project_id = ${projectId} and s.id = d.subject_id`

export const orderOf = (order: 'asc' | 'desc' | undefined): RawBuilder<unknown> => {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return sql`order by l.pay_at ${direction}, l.line_id ${direction}`
}

/** A page of lines that lack an invoice, with the number and sum of all. */
export async function listMissing(
  _db: Db,
  context: ProjectContext,
  { query }: Input<unknown, MissingQuery, unknown>,
): Promise<MissingList> {
  const { project, services, now } = context
  const day = today(now)
  const order = orderOf(query.pay_at_order)
  return await onKept(services, project.id, async (tx) => {
    const where = await conditions(tx, project.id, query, day)
    const { rows: totals } = await sql<{ count: number; lacking: bigint }>`
      select coalesce(sum(t.entries), 0)::int4 as count, coalesce(sum(t.amount), 0) as lacking
      from (${dayRows(project.id, query, where, day)}) t`.execute(tx)
    // The page is cut in the index, before anything is joined.
    const { rows } = await sql<LineRow>`
      with page as materialized (
        select l.* from missing_lines l where l.project_id = ${project.id} and ${where} ${order} ${pageClause(query)})
      ${namedLines(project.id, sql`page l`)} ${order}`.execute(tx)
    const payeeOf = await payeeFields(tx, context, rows)
    const can = { link: mayNow(context, 'cost_execution', 'write') }
    return {
      items: rows.map((row) => ({ ...lineAnswer(row, day, payeeOf(row)), can })),
      listTotal: totals[0]?.count ?? 0,
      lacking_yuan: yuan(totals[0]?.lacking ?? 0n),
      today: day,
      can,
    }
  })
}

export function lineAnswer(
  row: LineRow,
  day: string,
  payee: { payee: PayeeLink | null },
): Omit<MissingLine, 'can'> {
  const voucher = row.voucher_category === null ? null : String(row.voucher_category)
  const reason = reasonOf(row.reason)
  return {
    payment_code: row.payment_code,
    line_code: row.line_code,
    version: row.version,
    pay_at: row.pay_at,
    payer: row.payer,
    ...payee,
    summary: row.summary,
    subject_three_name: row.subject_name,
    subject_three_out_code: row.subject_number,
    voucher_category_code: voucher,
    voucher_category_i18n: labelOf(VOUCHER_CATEGORIES, voucher),
    face_tax_rate: row.face_tax_rate ?? '',
    pay_amount_yuan: yuan(row.pay_amount),
    lacking_yuan: yuan(row.lacking),
    reason: reason.code,
    reason_i18n: reason.label,
    days: daysBetween(row.pay_at, day),
    age: ageOf(row.pay_at, day),
    flag: flagOf(row.pay_at, day),
  }
}
