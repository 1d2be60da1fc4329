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
export const isReceipt = sql`d.voucher_category = ${SMALL} and d.pay_amount > 0 and d.no_invoice_reason = ''`

/**
 * SELECT of what `missing_lines` has of these payments, or of all (null): lines that lack an invoice, and with reason 0 small receipts that do not and
 * refunds without an invoice, whose `lacking` is negative. Right for small receipts only with all payments of their payee and day. Lines that are
 * marked 无需发票 are left out, and those that a write-off of petty cash posted, as they have no type.
 * The lines are found before anything else, and their invoices one line after the other: without statistics of projects the planner would start from
 * the types, and compare all lines with all uses.
 */
export const wantingLines = (
  projectId: bigint,
  payments: readonly bigint[] | null,
): RawBuilder<unknown> => sql`
  with paid as materialized (
    select d.id as line_id, d.code as line_code, d.payment_id, d.pay_category_id, c.pay_at, c.payer, d.pay_amount,
      d.voucher_category, case when ${isReceipt} then ${receiptsOf} end as receipts
    from ${payments ? sql`unnest(${payments}::bigint[]) n (id) join payments c on c.id = n.id` : sql`payments c`}
    join payment_lines d on d.project_id = ${projectId} and d.payment_id = c.id and d.no_invoice_reason = ''
    where c.project_id = ${projectId})
  select w.line_id, w.line_code, w.payment_id, w.pay_at, w.payer, w.reason,
    case when w.pay_amount < 0 then w.pay_amount when w.reason = 0 then 0 when w.reason = ${number('short')} then w.pay_amount - w.used else w.pay_amount end as lacking,
    w.receipts
  from (
    select p.*, u.used,
      case when p.pay_amount < 0 then case when u.used is null then 0 end
        when p.voucher_category is null then ${number('untyped')}
        when p.voucher_category = ${SMALL} then
          case when sum(p.pay_amount) filter (where p.voucher_category = ${SMALL}) over (partition by p.receipts, p.pay_at) >= ${sql.lit(SMALL_RECEIPTS_FEN)}
            then ${number('unticketed')} else 0 end
        when p.voucher_category not in (${listed(TICKETED)}) then ${number('unticketed')}
        when u.used is null then ${number('unlinked')}
        when u.faulty then ${number('faulty')}
        when u.used < p.pay_amount then ${number('short')}
        when p.voucher_category in (${listed(ELECTRONIC_VOUCHERS)}) and u.paper then ${number('original')} end as reason
    from paid p
    left join lateral (
      select sum(u.amount) as used, bool_or(i.status <> ${sql.lit(PASSED)} or i.voided_at is not null) as faulty,
        bool_or(p.voucher_category in (${listed(ELECTRONIC_VOUCHERS)}) and not exists (
          select 1 from invoice_files f join attachments a on a.project_id = ${projectId} and a.id = f.attachment_id
          where f.project_id = ${projectId} and f.invoice_id = i.id and a.kind in ('xml', 'ofd', 'pdf'))) as paper
      from invoice_uses u join invoices i on i.project_id = ${projectId} and i.id = u.invoice_id
      where u.project_id = ${projectId} and u.line_id = p.line_id
        and (p.pay_amount < 0 or p.voucher_category in (${listed(TICKETED)}))) u on true
    where p.pay_category_id in (
      select t.id from payment_types t where t.project_id = ${projectId} and t.needs_invoice)) w
  where w.reason is not null`
