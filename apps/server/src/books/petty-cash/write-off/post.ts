import { sql } from 'kysely'
import { newCode } from '../../../platform/codes.ts'
import { anyOf, type Tx } from '../../../platform/database/database.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'
import { ownerOf } from '../../../platform/lists/records.ts'
import { takeNumbers } from '../../../platform/numbers.ts'
import { insertPaymentsWithIds, takeIds } from '../../payments/insert.ts'
import { paymentNumber } from '../../payments/rules.ts'

/** A locked detail that lacks nothing. The amount is in fen. */
export interface Complete {
  id: bigint
  /** The number of the detail. */
  code: string
  pay_at: string
  pay_amount: bigint
}

/**
 * Posts locked details as payments of one line each, in this order, and marks them as written off by `writeOffId`. The
 * number of statements does not depend on the number of details. Returns the payments' numbers.
 */
export async function post(
  tx: Tx,
  context: ProjectContext,
  writeOffId: bigint,
  details: readonly Complete[],
): Promise<string[]> {
  const projectId = context.project.id
  const { numbers: pool } = context.services
  const first = await takeNumbers(pool, projectId, 'cost_execution', details.length)
  const numbers = details.map(({ pay_at }, index) => paymentNumber(pay_at, first + BigInt(index)))
  const ids = details.map((detail) => detail.id)
  const payments = await takeIds(tx, 'payments', details.length)
  const lines = await takeIds(tx, 'payment_lines', details.length)
  await insertPaymentsWithIds(
    tx,
    ownerOf(context),
    {
      columns: {
        id: sql`n.payment_id`,
        code: sql`n.number`,
        pay_at: sql`e.pay_at`,
        payer: sql`e.payer`,
        post: sql`e.post`,
        summary: sql`e.summary`,
        pay_amount: sql`e.pay_amount`,
        payee_id: sql`null::bigint`,
      },
      from: sql`unnest(${ids}::bigint[], ${payments}::bigint[], ${numbers}::text[]) n(id, payment_id, number)
        join petty_cash e on e.project_id = ${projectId} and e.id = n.id`,
    },
    {
      columns: {
        id: sql`n.line_id`,
        payment_id: sql`n.payment_id`,
        code: sql`n.code`,
        position: sql`1`,
        subject_id: sql`e.subject_id`,
        pay_channel: sql`e.pay_channel`,
        // Lines without a payment type form the group 备用金核销.
        pay_category_id: sql`null::bigint`,
        voucher_category: sql`e.voucher_category`,
        face_tax_rate: sql`e.face_tax_rate`,
        contract_id: sql`e.contract_id`,
        instalment_id: sql`null::bigint`,
        pay_amount: sql`e.pay_amount`,
        remark: sql`e.remark`,
        no_invoice_reason: sql`''`,
      },
      from: sql`unnest(${ids}::bigint[], ${payments}::bigint[], ${lines}::bigint[], ${details.map(newCode)}::text[])
          n(id, payment_id, line_id, code)
        join petty_cash e on e.project_id = ${projectId} and e.id = n.id`,
    },
  )
  await sql`insert into petty_cash_payments (project_id, petty_cash_id, payment_id)
    select ${projectId}, n.id, n.payment_id from unnest(${ids}::bigint[], ${payments}::bigint[]) n(id, payment_id)`.execute(
    tx,
  )
  // Unlike in `changeLinks`, the files are not locked: the locked details keep them linked.
  await sql`insert into payment_line_attachments (project_id, line_id, attachment_id, position)
    select ${projectId}, n.line_id, l.attachment_id, l.position
    from unnest(${ids}::bigint[], ${lines}::bigint[]) n(id, line_id)
    join petty_cash_attachments l on l.project_id = ${projectId} and l.petty_cash_id = n.id`.execute(tx)
  await tx
    .updateTable('petty_cash')
    .set({ write_off_id: writeOffId, version: sql`version + 1`, updated_at: context.now })
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(ids))
    .execute()
  return numbers
}
