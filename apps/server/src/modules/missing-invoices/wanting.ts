import { PASSED } from '@pianzhang/contract/invoices'
import { VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import {
  ELECTRONIC_VOUCHERS,
  REASONS,
  type Reason,
  SMALL_RECEIPT,
  SMALL_RECEIPTS_FEN,
} from '@pianzhang/contract/missing-invoices'
import { type RawBuilder, sql } from 'kysely'

/** How a reason is stored. */
export const reasonNumber = (reason: Reason): number => REASONS.findIndex(({ code }) => code === reason) + 1
export const reasonOf = (number: number): (typeof REASONS)[number] =>
  REASONS[number - 1] ?? (REASONS[0] as (typeof REASONS)[number])

const number = (reason: Reason) => sql.lit(reasonNumber(reason))
const TICKETED = VOUCHER_CATEGORIES.flatMap(({ code, ticketed }) => (ticketed ? Number(code) : []))
const listed = (codes: readonly (string | number)[]) => sql.raw(codes.map(Number).join(', '))
const SMALL = sql.lit(Number(SMALL_RECEIPT))

/** The payee of small receipts of a payment `c`: also without the feature, as what is stored does not depend on it. */
export const receiptsOf = sql`coalesce('payee ' || c.payee_id, c.payer)`
export const isReceipt = sql`d.voucher_category = ${SMALL} and d.pay_amount > 0`

/**
 * SELECT of what `missing_lines` has of some lines: those that lack an invoice, and small receipts that do not (reason 0). `of`: a condition on lines
 * `d`. Right for small receipts only if it takes all of their payee and day. Lines that a write-off of petty cash posted have no type, so they are
 * left out.
 */
export const wantingLines = (projectId: bigint, of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select w.detail_id, w.line_code, w.cost_execution_id, w.pay_at, w.payer, w.reason,
    case when w.reason = 0 then 0 when w.reason = ${number('short')} then w.pay_amount - w.used else w.pay_amount end as lacking,
    w.receipts
  from (
    select l.*,
      case when l.voucher_category is null then ${number('untyped')}
        when l.voucher_category = ${SMALL} then
          case when sum(l.pay_amount) filter (where l.voucher_category = ${SMALL}) over (partition by l.receipts, l.pay_at) >= ${sql.lit(SMALL_RECEIPTS_FEN)}
            then ${number('unticketed')} else 0 end
        when l.voucher_category not in (${listed(TICKETED)}) then ${number('unticketed')}
        when u.used is null then ${number('unlinked')}
        when u.faulty then ${number('faulty')}
        when u.used < l.pay_amount then ${number('short')}
        when l.voucher_category in (${listed(ELECTRONIC_VOUCHERS)}) and u.paper then ${number('original')} end as reason,
      u.used
    from (
      select d.id as detail_id, d.code as line_code, d.cost_execution_id, c.pay_at, c.payer, d.pay_amount, d.voucher_category,
        case when ${isReceipt} then ${receiptsOf} end as receipts
      from cost_execution_details d
      join cost_executions c on c.project_id = ${projectId} and c.id = d.cost_execution_id
      join pay_categories t on t.project_id = ${projectId} and t.id = d.pay_category_id and t.needs_invoice
      where d.project_id = ${projectId} and ${of} and d.pay_amount > 0) l
    left join (
      select u.detail_id, sum(u.amount) as used, bool_or(i.status <> ${sql.lit(PASSED)} or i.voided_at is not null) as faulty,
        bool_or(not exists (
          select 1 from invoice_files f join attachments a on a.project_id = ${projectId} and a.id = f.attachment_id
          where f.project_id = ${projectId} and f.invoice_id = i.id and a.kind in ('xml', 'ofd', 'pdf'))) as paper
      from invoice_uses u join invoices i on i.project_id = ${projectId} and i.id = u.invoice_id
      where u.project_id = ${projectId} and u.detail_id in (
        select d.id from cost_execution_details d where d.project_id = ${projectId} and ${of})
      group by u.detail_id) u on u.detail_id = l.detail_id) w
  where w.reason is not null`
