import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import { contentDisposition } from '../../platform/files/links.ts'
import {
  fileLink,
  type LinkContext,
  type OpenedLink,
  type SignedFile,
} from '../../platform/files/signed-file.ts'
import { missing, refused } from '../../platform/http/errors.ts'
import { inProject } from '../../platform/http/guard.ts'
import { originOf } from '../../platform/http/register.ts'
import { MANAGER } from '../../platform/http/route.ts'
import { isOtherChannel } from './collect.ts'
import type { Payer, Transfer } from './fields.ts'
import { transferFormat } from './formats/format.ts'
import { writeFile } from './write-file.ts'

const PATH = `${MANAGER}/transfer_batches/file`

/**
 * Throws 422 for a batch that the bank must not pay. A cancelled one: its payments may be in another batch, and would be paid twice. One with a payment that
 * was deleted or got another amount, which the feature prevents while it is on, or is no transfer any more: the bank would pay what is not booked like that.
 */
export async function refuseUnpayable(
  db: Db,
  projectId: bigint,
  { code, state }: { code: string; state: string },
): Promise<void> {
  if (state === 'cancelled') throw refused(`网银批量文件 ${code} 已作废，不能下载`)
  const { rows } = await sql<{ code: string; is_deleted: boolean; is_changed: boolean }>`
    select t.code, p.id is null as is_deleted, p.pay_amount is distinct from t.amount as is_changed
    from transfer_batches b
    join transfer_batch_payments t on t.project_id = ${projectId} and t.batch_id = b.id
    left join payments p on p.project_id = ${projectId} and p.id = t.payment_id
    where b.project_id = ${projectId} and b.code = ${code} and (p.pay_amount is distinct from t.amount or exists (
      select 1 from payment_lines d
      where d.project_id = ${projectId} and d.payment_id = p.id and ${isOtherChannel}))
    order by t.position limit 1`.execute(db)
  const [wrong] = rows
  if (wrong) {
    const what = wrong.is_deleted ? '删除' : wrong.is_changed ? '修改金额' : '修改付款方式'
    throw refused(`付款 ${wrong.code} 已${what}，请作废网银批量文件 ${code} 后重新生成`)
  }
}

/** A link to the file of a batch. The file has accounts in full, so only for people who may make batches. */
export const batchFileLink = (context: LinkContext, code: string): string =>
  fileLink(context, PATH, { batch: code })

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The file behind the link, written again from what the batch keeps. Each download is logged. */
export const batchFile: SignedFile = {
  path: PATH,
  summary: 'The file of a batch for the bank, by its signed address',
  access: inProject('transfer_batch', 'write'),
  async send(link) {
    const { services, reply, project, query } = link
    const { rows } = await sql<Payer & { id: bigint; code: string; state: string; format: unknown }>`
      select b.id, b.code, b.state, b.format, b.pay_account, b.pay_account_name, b.pay_bank_name, b.urgent, b.made_on as date
      from transfer_batches b where b.project_id = ${project.id} and b.code = ${query.batch ?? ''}`.execute(
      services.db,
    )
    const [batch] = rows
    if (!batch) throw missing()
    await refuseUnpayable(services.db, project.id, batch)
    const { rows: transfers } = await sql<Transfer>`
      select t.position, t.code, t.payee as name, t.name as account_name, t.account, t.bank_name, t.bank_code, t.province, t.city, t.phone,
        t.purpose, t.amount
      from transfer_batch_payments t where t.project_id = ${project.id} and t.batch_id = ${batch.id} order by t.position`.execute(
      services.db,
    )
    const format = transferFormat.parse(batch.format)
    const written = await writeFile(format, transfers, batch)
    await logDownload(link, batch.code)
    reply.headers({
      'Content-Type': format.kind === 'sheet' ? SHEET : 'application/octet-stream',
      'Content-Disposition': contentDisposition(
        'attachment',
        `${project.name}-${batch.code}.${format.extension}`,
      ),
    })
    return await reply.send(written)
  },
}

async function logDownload({ services, request, project }: OpenedLink, code: string): Promise<void> {
  const { creator } = project
  if (!creator) return
  const who = { companyId: project.companyId, userId: creator.id, userName: creator.name }
  await inTransaction(services.db, (tx) =>
    audit(
      tx,
      { ...originOf(services, request), ...who, project, services },
      { action: 'export', resource: 'transfer_batch', code, label: `${code}（含完整账号）` },
    ),
  )
}
