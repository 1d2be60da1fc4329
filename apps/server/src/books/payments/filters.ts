import { halfWidth } from '@pianzhang/contract/decimal'
import { fenOf } from '@pianzhang/contract/money'
import type { PaymentFilters } from '@pianzhang/contract/payments'
import { type RawBuilder, sql } from 'kysely'
import { ofContract } from '../../base/contracts/find.ts'
import { withVoucher } from '../../base/subjects/booked-filters.ts'
import { onSubjects } from '../../base/subjects/booked-subjects.ts'
import { plannedEachTime } from '../../platform/database/connections/prepared.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { containing, contains, spellings } from '../../platform/lists/like.ts'
import { listedCodes, listedIds } from '../../platform/lists/listed-values.ts'
import { ofImport } from '../../platform/sheet-import/of-import.ts'

/**
 * SQL conditions: `header` on a payment `c`, `line` on one of its lines `d`, null if no filter is about lines. `all`: the
 * query has no filter.
 */
export interface PaymentConditions {
  projectId: bigint
  header: RawBuilder<unknown>
  line: RawBuilder<unknown> | null
  all: boolean
  /** Whether a filter is about payments. */
  onPayments: boolean
  /** The keyword matches few payments, so they are found once for both the page and its totals. */
  selective: boolean
}

/** The filters of the list as SQL, for list, count, sums and export. Unknown values match nothing. */
export async function conditions(
  db: Db,
  projectId: bigint,
  query: PaymentFilters,
  broad = BROAD,
): Promise<PaymentConditions> {
  const header: Conditions = [sql`c.project_id = ${projectId}`]
  const line: RawBuilder<unknown>[] = []
  let selective = false
  if (query.start_pay_at) header.push(sql`c.pay_at >= ${query.start_pay_at}`)
  if (query.end_pay_at) header.push(sql`c.pay_at <= ${query.end_pay_at}`)
  const payers = query.payers.filter((payer) => payer !== '')
  if (payers.length > 0) header.push(sql`c.payer = any(${payers}::text[])`)
  if (query.pay_amount) header.push(sql`c.pay_amount = ${fenOf(query.pay_amount)}`)
  if (query.codes.length > 0) header.push(sql`c.code = any(${query.codes}::text[])`)
  if (query.import_code) header.push(ofImport(projectId, sql`c.import_id`, query.import_code))
  if (query.keywords) {
    const search = keyword(projectId, query.keywords)
    selective = !(await isBroad(db, search, broad))
    header.push(selective ? search.found : search.scanned)
  }
  if (query.subject_three_codes.length > 0)
    line.push(onSubjects(projectId, sql`d.subject_id`, query.subject_three_codes))
  if (query.contract_code) line.push(ofContract(projectId, sql`d.contract_id`, query.contract_code))
  if (query.pay_channels.length > 0)
    line.push(sql`d.pay_channel = any(${listedCodes(query.pay_channels)}::smallint[])`)
  if (query.pay_categories.length > 0) {
    const ids = listedIds(query.pay_categories)
    const one = sql`d.pay_category_id = any(${ids}::bigint[])`
    line.push(query.pay_categories.includes('imprest') ? sql`(${one} or d.pay_category_id is null)` : one)
  }
  if (query.voucher_categories.length > 0)
    line.push(withVoucher(sql`d.voucher_category`, query.voucher_categories))
  if (query.face_tax_rates.length > 0) line.push(sql`d.face_tax_rate = any(${query.face_tax_rates}::text[])`)
  if (query.related_system_contract === '1') line.push(sql`d.contract_id is not null`)
  if (query.lacking)
    line.push(sql`not exists (select 1 from payment_line_attachments l
      where l.project_id = ${projectId} and l.line_id = d.id)`)
  return {
    projectId,
    header: filtered(header),
    line: line.length > 0 ? filtered([sql`d.project_id = ${projectId}`, ...line]) : null,
    all: header.length === 1 && line.length === 0,
    onPayments: header.length > 1,
    selective,
  }
}

/** SQL condition that the list contains payment `c`. Filters on lines must all hold for the same line. */
export function matching({ header, line }: PaymentConditions): RawBuilder<unknown> {
  if (!line) return header
  return sql`${header} and exists (select 1 from payment_lines d
    where d.payment_id = c.id and ${line})`
}

/** A keyword as SQL: contained in the number, payer, post or summary, or in the remark of any line. */
interface Keyword {
  /**
   * Rows that contain all characters of the keyword, from the indexes of `search_characters`; the expressions must equal
   * those of the indexes.
   */
  candidates: RawBuilder<unknown>[]
  /** Condition on a payment `c`: `found` uses the indexes, `scanned` reads each payment. */
  found: RawBuilder<unknown>
  scanned: RawBuilder<unknown>
}

function keyword(projectId: bigint, text: string): Keyword {
  const has = (content: RawBuilder<unknown>) =>
    sql`(${sql.join(
      spellings(text).map((word) => sql`search_characters(${content}) @> search_characters(${word})`),
      sql` or `,
    )})`
  const payments = sql`payments ${plannedEachTime} where project_id = ${projectId} and ${has(sql`payer || ' ' || post || ' ' || summary`)}`
  const lines = sql`payment_lines where project_id = ${projectId} and remark <> '' and ${has(sql`remark`)}`
  const searches = [
    sql`select id from ${payments} and ${contains(text, 'payer', 'post', 'summary')}`,
    sql`select payment_id from ${lines} and ${contains(text, 'remark')}`,
  ]
  // The keyword may be a part of a payment number, such as FK20260115 or 0042: scans all numbers in an index that contains little else.
  const number = halfWidth(text).toUpperCase()
  const isNumber = /^(FK?|K)?\d*$/.test(number)
  const inNumber = (column: RawBuilder<unknown>) => sql`${column} like ${containing(number)}`
  if (isNumber)
    searches.push(sql`select id from payments where project_id = ${projectId} and ${inNumber(sql`code`)}`)
  // With table names, as the export joins tables that also have a `code` and a `remark`.
  const scanned = [
    contains(text, 'c.payer', 'c.post', 'c.summary'),
    ...(isNumber ? [inNumber(sql`c.code`)] : []),
  ]
  return {
    candidates: [payments, lines],
    found: sql`c.id in (${sql.join(searches, sql` union `)})`,
    scanned: sql`(${sql.join(scanned, sql` or `)} or c.id in (
      select r.payment_id from payment_lines r
      where r.project_id = ${projectId} and r.remark <> '' and ${contains(text, 'r.remark')}))`,
  }
}

/**
 * For a keyword with more candidates than this (`公司`) a scan is faster than the index. The planner cannot estimate
 * their number, so they are counted.
 */
const BROAD = 20_000

async function isBroad(db: Db, { candidates }: Keyword, broad: number): Promise<boolean> {
  const counts = candidates.map(
    (rows) => sql`(select count(*) from (select 1 from ${rows} limit ${broad + 1}) seen)`,
  )
  const { rows } = await sql<{
    broad: boolean
  }>`select ${sql.join(counts, sql` + `)} > ${broad} as broad`.execute(db)
  return rows[0]?.broad ?? false
}
