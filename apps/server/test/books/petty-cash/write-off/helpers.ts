import { expect } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { ask } from '../../../harness/recount.ts'
import { expectSumsTrue } from '../../payments/sums.ts'
import type { PettyCashWorld } from '../helpers.ts'

export const WRITE_OFFS = '/imprests/write_offs'

/** Creates a detail that lacks nothing, with changes, and returns its code. */
export async function addComplete(
  world: PettyCashWorld,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const vouchers = {
    voucher_category: '1',
    face_tax_rate: '6%',
    voucher_attachment_codes: [await world.attachment()],
  }
  return (await world.add({ ...vouchers, ...changes })).code
}

/** The number of the payment that the detail was posted as; null while it is open. */
export const paymentOf = async (world: PettyCashWorld, code: string): Promise<string | null> =>
  (await world.clerk.get(`/imprests/${code}`)).data.cost_execution_code

/** A detail as plain SQL finds it, with the payments that say to be posted for it. */
interface Found {
  written_off: boolean
  payments: number
  /** Whether its payment has one line, the same fields and the same pictures. */
  same: boolean
}

/**
 * Checks by plain SQL that each detail that is written off has one payment equal to it, that open ones have none, that no
 * line without a payment type is left of another payment. Returns the numbers of details, and of those written off.
 */
export async function expectPosted(url: string, projectId: bigint) {
  const details = await ask<Found>(
    url,
    `select e.write_off_id is not null as written_off,
       (select count(*)::int4 from petty_cash_payments p where p.project_id = e.project_id and p.petty_cash_id = e.id) as payments,
       exists (
         select from petty_cash_payments p
         join payments c on c.project_id = p.project_id and c.id = p.payment_id
         join payment_lines d on d.project_id = c.project_id and d.payment_id = c.id
         where p.project_id = e.project_id and p.petty_cash_id = e.id
           and (c.pay_at, c.payer, c.post, c.summary, c.pay_amount) = (e.pay_at, e.payer, e.post, e.summary, e.pay_amount)
           and (d.position, d.subject_id, d.pay_channel, d.voucher_category, d.face_tax_rate, d.pay_amount, d.remark)
             = (1, e.subject_id, e.pay_channel, e.voucher_category, e.face_tax_rate, e.pay_amount, e.remark)
           and d.contract_id is not distinct from e.contract_id and d.pay_category_id is null
           and not exists (select from invoice_uses u where u.project_id = d.project_id and u.line_id = d.id)
           and array(select (l.attachment_id, l.position)::text from payment_line_attachments l
               where l.project_id = d.project_id and l.line_id = d.id order by 1)
             = array(select (l.attachment_id, l.position)::text from petty_cash_attachments l
               where l.project_id = e.project_id and l.petty_cash_id = e.id order by 1)) as same
     from petty_cash e where e.project_id = $1`,
    [String(projectId)],
  )
  for (const { written_off, payments, same } of details)
    expect({ written_off, payments, same }).toEqual({
      written_off,
      payments: written_off ? 1 : 0,
      same: written_off,
    })
  const writtenOff = details.filter((detail) => detail.written_off).length
  const [lines] = await ask<{ count: number }>(
    url,
    'select count(*)::int4 as count from payment_lines where project_id = $1 and pay_category_id is null',
    [String(projectId)],
  )
  expect(lines?.count, 'lines without a payment type').toBe(writtenOff)
  return { details: details.length, writtenOff }
}

/** The same, and that the sums kept beside the payments are those of the lines. */
export async function expectPostedOnce(app: TestApp, projectId: bigint) {
  await expectSumsTrue(app.services.db, projectId)
  return await expectPosted(app.databaseUrl, projectId)
}
