import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportResult } from '@pianzhang/contract/imports'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { audit } from '../../platform/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { copyLine } from '../../platform/copy.ts'
import { inTransaction, onOneConnection, type Tx } from '../../platform/database.ts'
import { Failure } from '../../platform/errors.ts'
import { checkWritable, readOnlyReason } from '../../platform/guard.ts'
import type { Report } from '../../platform/import-stream.ts'
import { takeNumbers } from '../../platform/numbers.ts'
import { lookAgain } from '../../platform/planner.ts'
import type { ProjectContext } from '../../platform/route.ts'
import { SheetError } from '../../platform/sheet/read.ts'
import { loadBook } from './book.ts'
import { PaymentSheet } from './check.ts'
import { failedRowsLink } from './failed-rows.ts'
import { insertPayments } from './insert.ts'
import { type SheetFile, withSheet } from './sheet-file.ts'

/** Payments written by one statement: often enough for a progress bar, rarely enough to be quick; the first ones show the planner the tables. */
const CHUNK = 10_000
const FIRST_CHUNK = 1_000
/** Characters handed to COPY: each piece is a packet of its own, and a row is too small for one. */
const AT_ONCE = 32 * 1024

/**
 * Imports the payments of an uploaded spreadsheet, all rows or none, through the schema, the rules and the INSERT of the form. Bad rows
 * are a `failed` result; an unreadable file is 422. One file is imported once: repeated, it answers the first result again. In the progress a row
 * counts half when it is checked, half when it is written.
 */
export async function importPayments(
  context: ProjectContext,
  attachmentCode: string,
  report: Report,
  signal: AbortSignal,
): Promise<ImportResult> {
  return await withSheet(context.services, context.project.id, attachmentCode, signal, (file) =>
    onOneConnection(context.services.imports, signal, (db, client) =>
      inTransaction(db, (tx) => importFile(tx, client, context, file, report, signal)),
    ).catch((error: unknown) => {
      if (error instanceof FailedRows) return error.result
      throw error
    }),
  )
}

/** Takes the transaction back; its result is the answer. */
class FailedRows extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('rows with mistakes')
    this.result = result
  }
}

async function importFile(
  tx: Tx,
  client: pg.PoolClient,
  context: ProjectContext,
  file: SheetFile,
  report: Report,
  signal: AbortSignal,
): Promise<ImportResult> {
  const claim = await claimFile(tx, context, file)
  if (!claim) return await firstResult(tx, context, file.id)
  const { services, project } = context
  const sheet = new PaymentSheet(await loadBook(tx, project.id))
  await createStage(tx)
  report(0, file.total)
  await pipeline(Readable.from(stageLines(sheet, file, report, signal)), client.query(copyFrom(COPY)), {
    signal,
  })
  if (sheet.failed)
    throw new FailedRows({
      ...sheet.result(),
      failed_rows_url: failedRowsLink(context, sheet, file),
      import_code: null,
    })
  await sql`create index on import_lines (place)`.execute(tx)
  const first = await takeNumbers(services.numbers, project.id, 'cost_execution', sheet.payments)
  const owner = { projectId: project.id, userId: context.userId, now: context.now, importId: claim.id }
  let written = 0
  for (let from = 1, end: number; from <= sheet.payments; from = end) {
    if (signal.aborted) throw new SheetError('aborted')
    end = from + (from === 1 ? FIRST_CHUNK : CHUNK)
    const { headers, lines } = stagedPayments(first, from, end)
    await insertPayments(tx, owner, headers, lines)
    if (from === 1) await lookAgain(tx)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int4 as count from import_lines where place >= ${from} and place < ${end}`.execute(tx)
    written += rows[0]?.count ?? 0
    report(Math.floor((sheet.total + written) / 2), sheet.total)
  }
  await tx
    .updateTable('imports')
    .set({ total: sheet.total })
    .where('project_id', '=', project.id)
    .where('id', '=', claim.id)
    .execute()
  await audit(tx, context, {
    action: 'import',
    resource: 'cost_execution',
    code: claim.code,
    label: file.fileName,
    after: { file_name: file.fileName, rows: sheet.total, payments: sheet.payments },
  })
  return { ...sheet.result(), failed_rows_url: null, import_code: claim.code }
}

/** This import, or null when the file was imported before: the row makes a second request wait for the first. */
async function claimFile(
  tx: Tx,
  context: ProjectContext,
  file: SheetFile,
): Promise<{ id: bigint; code: string } | null> {
  const { project } = context
  const state = await tx
    .selectFrom('projects')
    .select(['archive_at', 'expire_at', 'deleted_at'])
    .where('id', '=', project.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!state || state.deleted_at) throw new Failure('noProject')
  checkWritable(readOnlyReason(state, context.now))
  const row = await tx
    .insertInto('imports')
    .values({
      project_id: project.id,
      code: newCode(),
      resource: 'cost_execution',
      attachment_id: file.id,
      total: 0,
      creator_id: context.userId,
      created_at: context.now,
    })
    .onConflict((oc) => oc.constraint('imports_attachment').doNothing())
    .returning(['id', 'code'])
    .executeTakeFirst()
  return row ?? null
}

/** What was answered when the file was imported. */
async function firstResult(tx: Tx, context: ProjectContext, fileId: bigint): Promise<ImportResult> {
  const { code, total } = await tx
    .selectFrom('imports')
    .select(['code', 'total'])
    .where('project_id', '=', context.project.id)
    .where('attachment_id', '=', fileId)
    .where('resource', '=', 'cost_execution')
    .executeTakeFirstOrThrow()
  return { status: 'succeeded', error_items: [], total, bad: 0, failed_rows_url: null, import_code: code }
}

const COPY = `copy import_lines (place, code, position, pay_at, payer, post, summary, subject_id, pay_channel, pay_category_id,
  voucher_category, face_tax_rate, contract_id, invoice_id, pay_amount, remark) from stdin`

async function createStage(tx: Tx): Promise<void> {
  await sql`create temp table import_lines (
    place bigint, code text, position integer, pay_at date, payer text, post text, summary text, subject_id bigint, pay_channel smallint,
    pay_category_id bigint, voucher_category smallint, face_tax_rate text, contract_id bigint, invoice_id bigint, pay_amount bigint,
    remark text) on commit drop`.execute(tx)
}

async function* stageLines(
  sheet: PaymentSheet,
  file: SheetFile,
  report: Report,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const onRow = () => report(Math.floor(sheet.total / 2), file.total)
  let lines = ''
  for await (const { place, position, header, line } of sheet.rows(file.path, signal, onRow)) {
    lines += copyLine([
      place,
      newCode(),
      position,
      header.pay_at,
      header.payer,
      header.post,
      header.summary,
      line.subject_id,
      line.pay_channel,
      line.pay_category_id,
      line.voucher_category,
      line.face_tax_rate,
      line.contract_id,
      line.invoice_id,
      line.pay_amount,
      line.remark,
    ])
    if (lines.length < AT_ONCE) continue
    yield lines
    lines = ''
  }
  if (lines !== '') yield lines
}

/** The staged payments from place `from` up to `end`, as the relations that `insertPayments` reads; numbers run from `first`. */
function stagedPayments(first: bigint, from: number, end: number) {
  const number = sql`'FK' || to_char(pay_at, 'YYYYMMDD') || lpad((${first}::bigint + place - 1)::text,
    greatest(4, length((${first}::bigint + place - 1)::text)), '0')`
  const range = sql`place >= ${from} and place < ${end}`
  return {
    headers: sql`(select place, ${number} as code, pay_at, payer, post, summary, sum(pay_amount)::bigint as pay_amount
      from import_lines where ${range} group by place, pay_at, payer, post, summary) h`,
    lines: sql`(select ${number} as payment_code, code, position, subject_id, pay_channel, pay_category_id, voucher_category,
      face_tax_rate, contract_id, invoice_id, pay_amount, remark from import_lines where ${range} order by place, position) l`,
  }
}
