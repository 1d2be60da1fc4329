import { today } from '@pianzhang/contract/calendar'
import { labelOf } from '@pianzhang/contract/lists'
import {
  MAX_TRANSFERS,
  TRANSFER_BANKS,
  type TransferBatch,
  type TransferBody,
  type TransferPreview,
} from '@pianzhang/contract/transfer-batches'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { Failure, invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { runningNumber, takeNumbers } from '../../platform/numbers.ts'
import { batchProblems, type Collected, collect, digestOf, previewOf, totalOf } from './collect.ts'
import type { Payer } from './fields.ts'
import { batchFileLink } from './file.ts'
import { saysSpeed, type TransferFormat } from './formats/format.ts'
import { allFormats, formatOn } from './formats/load.ts'
import { logEntry, readBatch } from './load.ts'

type Body = Input<unknown, unknown, TransferBody>

/** What a batch of these payments would be; names what the bank would refuse, row by row. Writes nothing. */
export async function previewBatch(
  db: Db,
  context: ProjectContext,
  { body }: Body,
): Promise<TransferPreview> {
  const format = await formatFor(db, context, body)
  return previewOf(
    await collect(db, context, codesOf(body), { format, payer: payerOf(context, body) }),
    format,
  )
}

/**
 * Makes a batch and answers a link to its file. Its payments and payees are locked first, in the order in which payments are saved and payees
 * merged; a second batch that wants one of them waits, and is refused. Throws 422 with the rows that the bank would refuse, 409 if anything that
 * the file says changed since the preview.
 */
export async function createBatch(
  tx: Tx,
  context: ProjectContext,
  { body }: Body,
): Promise<TransferBatch & { file_url: string }> {
  const { project, now } = context
  const format = await formatFor(tx, context, body)
  const payer = payerOf(context, body)
  const codes = codesOf(body)
  const rows = await collect(tx, context, codes, { format, payer }, true)
  if (body.digest !== null && body.digest !== digestOf(rows, format))
    throw new Failure('stale', '付款或收款账号在预览后有变化，请重新预览核对')
  refuseFaulty(rows, codes)
  const total = totalOf(rows)
  const first = await takeNumbers(context.services.numbers, project.id, 'transfer_batch', 1)
  const code = runningNumber('PL', payer.date, first)
  const { id } = await tx
    .insertInto('transfer_batches')
    .values({
      project_id: project.id,
      code,
      bank: format.bank,
      format_version: format.version,
      format: jsonFor(format),
      pay_account: body.pay_account,
      pay_account_name: body.pay_account_name,
      pay_bank_name: body.pay_bank_name,
      urgent: body.urgent,
      total,
      count: rows.length,
      creator_id: context.userId,
      made_on: payer.date,
      created_at: now,
      cancelled_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertPayments(tx, project.id, id, rows)
  const saved = await readBatch(tx, context, code)
  await audit(tx, context, logEntry('create', saved, { payments: rows.map(({ transfer }) => transfer.code) }))
  return { ...saved, file_url: batchFileLink(context, code) }
}

/** Each once. Throws 422 for more than a bank takes, before any of them is read. */
function codesOf({ codes }: TransferBody): string[] {
  const unique = [...new Set(codes)]
  if (unique.length > MAX_TRANSFERS)
    throw invalid([
      {
        field: 'codes',
        message: `一个批量文件最多${MAX_TRANSFERS.toLocaleString('en')}笔，所选${unique.length.toLocaleString('en')}笔，请分批生成`,
      },
    ])
  return unique
}

async function formatFor(
  db: Db | Tx,
  { now }: ProjectContext,
  { bank, urgent }: TransferBody,
): Promise<TransferFormat> {
  const format = formatOn(await allFormats(db), bank, today(now))
  if (!format) throw invalid([{ field: 'bank', message: '该银行没有可用的文件格式' }])
  if (urgent && !saysSpeed(format))
    throw invalid([
      {
        field: 'urgent',
        message: `${labelOf(TRANSFER_BANKS, bank)}的文件格式不区分汇款方式，不能选择加急`,
      },
    ])
  return format
}

const payerOf = ({ now }: ProjectContext, body: TransferBody): Payer => ({
  pay_account: body.pay_account,
  pay_account_name: body.pay_account_name,
  pay_bank_name: body.pay_bank_name,
  urgent: body.urgent,
  date: today(now),
})

function refuseFaulty(rows: readonly Collected[], codes: readonly string[]): void {
  const at = new Map(codes.map((code, index) => [code, index]))
  const errors = [
    ...batchProblems(rows).map((message) => ({ field: 'codes', message })),
    ...rows.flatMap(({ transfer, problems }) =>
      problems.map((problem) => ({
        field: `codes[${at.get(transfer.code)}]`,
        message: `付款 ${transfer.code} ${transfer.name}：${problem}`,
      })),
    ),
  ]
  if (errors.length > 0) throw invalid(errors)
}

async function insertPayments(
  tx: Tx,
  projectId: bigint,
  batchId: bigint,
  rows: readonly Collected[],
): Promise<void> {
  const given = rows.map(({ payment, transfer }) => ({
    ...transfer,
    name: transfer.account_name,
    amount: transfer.amount.toString(),
    payment_id: payment.id.toString(),
  }))
  await sql`insert into transfer_batch_payments (project_id, batch_id, position, payment_id, code, payee, name, account, bank_name, bank_code,
      province, city, phone, purpose, amount)
    select ${projectId}, ${batchId}, n.position, n.payment_id, n.code, n.payee, n.name, n.account, n.bank_name, n.bank_code,
      n.province, n.city, n.phone, n.purpose, n.amount
    from jsonb_to_recordset(${jsonFor(given.map((row, index) => ({ ...row, payee: rows[index]?.transfer.name })))}::jsonb) as n(
      position integer, payment_id bigint, code text, payee text, name text, account text, bank_name text, bank_code text,
      province text, city text, phone text, purpose text, amount bigint)`.execute(tx)
}
