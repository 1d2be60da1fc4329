import { addDays } from '@pianzhang/contract/calendar'
import { AGES, ageDays, FLAGS, flagDays, type MissingFilters } from '@pianzhang/contract/missing-invoices'
import { type RawBuilder, sql } from 'kysely'
import { conditions as paymentConditions } from '../../books/payments/filters.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { reasonNumber } from './lines-without-invoice.ts'

type Days = readonly [first: string | null, last: string | null] | undefined

const within = (day: RawBuilder<unknown>, days: Days): RawBuilder<unknown> => {
  if (!days) return sql`false`
  const [first, last] = days
  const bounds = [
    ...(first === null ? [] : [sql`${day} >= ${first}`]),
    ...(last === null ? [] : [sql`${day} <= ${last}`]),
  ]
  return bounds.length === 0 ? sql`true` : sql`(${sql.join(bounds, sql` and `)})`
}

/** Whether the filters are about days and reasons alone, of which sums are kept. */
export const isSummed = ({ keywords, payer, line_codes }: MissingFilters): boolean =>
  !keywords && !payer && line_codes.length === 0

/** SQL condition of the filters by day and reason, on alias `l` (lines) or `d` (their sums by day). */
function ofDays({ reason, age, flag }: MissingFilters, today: string, row: 'l' | 'd'): RawBuilder<unknown> {
  const day = sql.ref(`${row}.pay_at`)
  const column = sql.ref(`${row}.reason`)
  return sql.join(
    [
      // Both name the partial indexes.
      reason ? sql`${column} = ${sql.lit(reasonNumber(reason))}` : sql`${column} > 0`,
      ...(age ? [within(day, ageDays(age, today))] : []),
      ...(flag ? [within(day, flagDays(flag, today))] : []),
    ],
    sql` and `,
  )
}

/** The filters as an SQL condition on kept lines `l`, for list, sums and export. Unknown values match nothing. */
export async function conditions(
  db: Db | Tx,
  projectId: bigint,
  query: MissingFilters,
  today: string,
): Promise<RawBuilder<unknown>> {
  const { keywords, payer, line_codes } = query
  const where: Conditions = [ofDays(query, today, 'l')]
  if (payer) where.push(sql`l.payer = ${payer}`)
  if (line_codes.length > 0) where.push(sql`l.line_code = any(${line_codes}::text[])`)
  if (keywords) {
    const { header } = await paymentConditions(db, projectId, {
      ...NO_FILTERS,
      keywords,
    })
    where.push(sql`l.payment_id in (select c.id from payments c where ${header})`)
  }
  return filtered(where)
}

const NO_FILTERS = {
  payers: [],
  subject_three_codes: [],
  pay_channels: [],
  pay_categories: [],
  voucher_categories: [],
  face_tax_rates: [],
  codes: [],
}

/** SELECT of (reason, pay_at, amount, entries) that add up to the sums of what the filters match. */
export const dayRows = (
  projectId: bigint,
  query: MissingFilters,
  where: RawBuilder<unknown>,
  today: string,
): RawBuilder<unknown> =>
  isSummed(query)
    ? sql`select d.reason, d.pay_at, d.amount, d.entries from missing_days d
        where d.project_id = ${projectId} and ${ofDays(query, today, 'd')}`
    : sql`select l.reason, l.pay_at, l.lacking as amount, 1 as entries from missing_lines l
        where l.project_id = ${projectId} and ${where}`

/** The first days of the four ages, the youngest first; the last one has none. */
export const ageStarts = (today: string): string[] =>
  AGES.flatMap(({ most }) => (most === null ? [] : addDays(today, -most)))

/** The age of a day in SQL, as its index in `AGES`. */
export const ageSql = (day: RawBuilder<unknown>, today: string): RawBuilder<number> =>
  sql`(case ${sql.join(
    ageStarts(today).map((start, index) => sql`when ${day} >= ${start} then ${sql.lit(index)}`),
    sql` `,
  )} else ${sql.lit(AGES.length - 1)} end)`

/** Whether a day has each flag, in the order of `FLAGS`. */
export const flagSql = (day: RawBuilder<unknown>, today: string): RawBuilder<unknown>[] =>
  FLAGS.map(({ code }) => within(day, flagDays(code, today)))
