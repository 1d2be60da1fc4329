import { type RawBuilder, sql } from 'kysely'
import { newCode } from '../../../platform/codes.ts'
import { anyOf, type Tx } from '../../../platform/database.ts'
import { takeNumbers } from '../../../platform/numbers.ts'
import { analyzeEmptiedTables } from '../../../platform/planner.ts'
import type { ProjectContext } from '../../../platform/route.ts'
import { insertHeaders, insertLines } from '../../cost-executions/insert.ts'
import { paymentNumber } from '../../cost-executions/rules.ts'

/** A locked detail that lacks nothing. The amount is fen. */
export interface Complete {
  id: bigint
  pay_at: string
  pay_amount: bigint
}

/**
 * Posts locked details as payments of one line each, in this order, and marks them as written off by `writeOffId`. As many
 * statements for ten thousand as for one. Returns the payments' numbers.
 */
export async function post(
  tx: Tx,
  context: ProjectContext,
  writeOffId: bigint,
  details: readonly Complete[],
): Promise<string[]> {
  const projectId = context.project.id
  const ids = details.map((detail) => detail.id)
  const first = await takeNumbers(context.services.numbers, projectId, 'cost_execution', details.length)
  const numbers = details.map(({ pay_at }, index) => paymentNumber(pay_at, first + BigInt(index)))
  const codes = details.map(newCode)
  // `i`: a detail; `n`: the number of its payment and the code of its line.
  const posted = sql`unnest(${ids}::bigint[], ${numbers}::text[], ${codes}::text[]) with ordinality as n(id, number, code, ordinal)
    join imprests i on i.project_id = ${projectId} and i.id = n.id`
  const owner = { projectId, userId: context.userId, now: context.now, importId: null }
  await insertHeaders(tx, owner, headersOf(posted))
  await analyzeEmptiedTables(tx)
  await insertLines(tx, projectId, linesOf(posted))
  await sql`insert into imprest_payments (project_id, imprest_id, cost_execution_id)
    select ${projectId}, n.id, c.id from unnest(${ids}::bigint[], ${numbers}::text[]) n(id, number)
    join cost_executions c on c.project_id = ${projectId} and c.code = n.number`.execute(tx)
  await linkPictures(tx, projectId, ids)
  await tx
    .updateTable('imprests')
    .set({ write_off_id: writeOffId, version: sql`version + 1`, updated_at: context.now })
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(ids))
    .execute()
  return numbers
}

const headersOf = (posted: RawBuilder<unknown>) => sql`(
  select n.ordinal, n.number as code, i.pay_at, i.payer, i.post, i.summary, i.pay_amount from ${posted}) h`

/** Without a payment type, which makes the group 备用金核销, and without an invoice. */
const linesOf = (posted: RawBuilder<unknown>) => sql`(
  select n.number as payment_code, n.code, 1 as position, i.subject_id, i.pay_channel, null::bigint as pay_category_id,
    i.voucher_category, i.face_tax_rate, i.contract_id, null::bigint as invoice_id, i.pay_amount, i.remark
  from ${posted}) l`

/**
 * Links the pictures of the details to the lines too. They need no lock (`changeLinks`): their details, which are locked,
 * keep them linked.
 */
async function linkPictures(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<void> {
  await sql`insert into cost_execution_detail_attachments (project_id, detail_id, attachment_id, position)
    select ${projectId}, d.id, l.attachment_id, l.position
    from imprest_payments p
    join cost_execution_details d on d.project_id = ${projectId} and d.cost_execution_id = p.cost_execution_id
    join imprest_attachments l on l.project_id = ${projectId} and l.imprest_id = p.imprest_id
    where p.project_id = ${projectId} and p.imprest_id = any(${ids})`.execute(tx)
}
