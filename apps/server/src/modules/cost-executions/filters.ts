import type { PaymentFilters } from '@pianzhang/contract/cost-executions'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../../platform/like.ts'

/** Conditions on a payment `c` and on one of its lines `d`; `line` is null when no filter asks about lines, `all` says that none asks at all. */
export interface PaymentConditions {
  header: RawBuilder<unknown>
  line: RawBuilder<unknown> | null
  all: boolean
}

/** The filters of the list as SQL: list, count, sums and export use this. Unknown values match nothing. */
export function conditions(projectId: bigint, query: PaymentFilters): PaymentConditions {
  const header: RawBuilder<unknown>[] = [sql`c.project_id = ${projectId}`]
  const line: RawBuilder<unknown>[] = []
  if (query.start_pay_at) header.push(sql`c.pay_at >= ${query.start_pay_at}`)
  if (query.end_pay_at) header.push(sql`c.pay_at <= ${query.end_pay_at}`)
  const payers = query.payers.filter((payer) => payer !== '')
  if (payers.length > 0) header.push(sql`c.payer = any(${payers})`)
  if (query.import_code)
    header.push(
      sql`c.import_id = (select m.id from imports m where m.project_id = ${projectId} and m.code = ${query.import_code})`,
    )
  if (query.keywords) header.push(mentions(projectId, query.keywords))
  if (query.subject_three_codes.length > 0)
    line.push(sql`d.subject_id in (
      select s.id from subjects s
      join subjects chosen on chosen.project_id = s.project_id and chosen.id in (s.id, s.two_id, s.one_id)
      where s.project_id = ${projectId} and chosen.code = any(${query.subject_three_codes}))`)
  if (query.contract_code)
    line.push(
      sql`d.contract_id = (select k.id from contracts k where k.project_id = ${projectId} and k.code = ${query.contract_code})`,
    )
  if (query.pay_channels.length > 0)
    line.push(sql`d.pay_channel = any(${small(query.pay_channels)}::smallint[])`)
  if (query.pay_categories.length > 0) {
    const ids = query.pay_categories.filter((id) => /^\d{1,18}$/.test(id))
    line.push(orNull(sql`d.pay_category_id`, sql`${ids}::bigint[]`, query.pay_categories.includes('imprest')))
  }
  if (query.voucher_categories.length > 0) line.push(withVoucher(query.voucher_categories))
  if (query.face_tax_rates.length > 0) line.push(sql`d.face_tax_rate = any(${query.face_tax_rates})`)
  if (query.related_system_contract === '1') line.push(sql`d.contract_id is not null`)
  return {
    header: sql.join(header, sql` and `),
    line: line.length > 0 ? sql.join(line, sql` and `) : null,
    all: header.length === 1 && line.length === 0,
  }
}

/** Of a payment `c`: that it is one of the list's. Filters on lines must all hold for one line. */
export function matching(projectId: bigint, query: PaymentFilters): RawBuilder<unknown> {
  const { header, line } = conditions(projectId, query)
  if (!line) return header
  return sql`${header} and exists (select 1 from cost_execution_details d
    where d.project_id = c.project_id and d.cost_execution_id = c.id and ${line})`
}

/**
 * The number, payer, post, summary, or the remark of any line. Two searches united, not joined by OR: each has a trigram index, whose
 * expression is repeated here word for word; the exact columns are asked again, for a keyword must not match across two of them.
 */
function mentions(projectId: bigint, keyword: string): RawBuilder<unknown> {
  const pattern = containing(keyword)
  return sql`c.id in (
    select h.id from cost_executions h where h.project_id = ${projectId}
      and (h.code || ' ' || h.payer || ' ' || h.post || ' ' || h.summary) ilike ${pattern}
      and (h.code ilike ${pattern} or h.payer ilike ${pattern} or h.post ilike ${pattern} or h.summary ilike ${pattern})
    union
    select r.cost_execution_id from cost_execution_details r where r.project_id = ${projectId} and r.remark ilike ${pattern})`
}

/** Of a line `d`: that its voucher type is one of these; `0` is none. */
const withVoucher = (codes: string[]): RawBuilder<unknown> =>
  orNull(sql`d.voucher_category`, sql`${voucherNumbers(codes)}::smallint[]`, codes.includes('0'))

/** The numbers of voucher types; codes that are none are left out. */
export const voucherNumbers = (codes: string[]): number[] => small(codes)

const small = (codes: string[]) => codes.filter((code) => /^\d{1,2}$/.test(code)).map(Number)

const orNull = (column: RawBuilder<unknown>, values: RawBuilder<unknown>, alsoNull: boolean) =>
  alsoNull ? sql`(${column} = any(${values}) or ${column} is null)` : sql`${column} = any(${values})`
