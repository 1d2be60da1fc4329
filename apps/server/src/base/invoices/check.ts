import { addDays, startOfDay, today } from '@pianzhang/contract/calendar'
import {
  FAILED,
  type Invoice,
  type InvoiceCheckBody,
  type InvoiceCheckQuery,
  type InvoiceStatus,
  MAX_CHECKS_A_DAY,
  PASSED,
  UNCHECKED,
} from '@pianzhang/contract/invoices'
import { parseInvoiceCode } from '@pianzhang/einvoice'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { checkVersion, Failure, invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { FIELDS, merged, type Required, wrongFigures } from './figures.ts'
import { formOf, reasonsOf } from './join.ts'
import { formatsOf, loadInvoice, type StoredInvoice } from './load.ts'
import { UNVERIFIED } from './originals/read-original.ts'
import { httpProvider } from './provider/http.ts'
import { offlineProvider } from './provider/offline.ts'
import type { Figures, Verdict, VerificationProvider } from './provider/provider.ts'
import { refuseVoided, writeResult } from './write-result.ts'

/** The provider's verdict, with the figures and the version of the invoice that it is about. */
export interface Checked {
  version: number
  figures: Figures
  verdict: Verdict
}

/**
 * Asks the verification provider, before the transaction that saves its verdict. Every request counts, also a retry, and one that ends because
 * the caller disconnects. Throws 422 for figures that are missing, wrong or another invoice's, 409 for a stale version, 429 after five requests a day.
 */
export async function askProvider(
  db: Db,
  context: ProjectContext,
  { params, query, gone }: Input<{ code: string }, InvoiceCheckQuery, unknown> & { gone: AbortSignal },
): Promise<Checked> {
  const { version, ...typed } = query
  const row = await loadInvoice(db, context, params.code)
  refuseVoided(row)
  const figures = merged(row, typed)
  // Checked without locks, to save a request about a duplicate; `writeResult` claims the keys and decides.
  await refuseWrong(db, context, row, figures, 'lookup')
  checkVersion(version, row.version)
  if (!(await countRequest(db, context, row))) throw tooMany(context)
  const coded = row.coded === '' ? null : parseInvoiceCode(row.coded)
  const mayRepeat = () => countRequest(db, context, row)
  const verdict = await providerOf(context.services)
    .verify({ figures, coded }, { signal: gone, mayRepeat })
    .catch((error: unknown) => {
      throw gone.aborted ? new Failure('unavailable') : error
    })
  return { version: row.version, figures, verdict }
}

/** Saves the provider's verdict. Throws 409 if the invoice was changed while the provider was asked. */
export async function saveVerdict(
  tx: Tx,
  context: ProjectContext,
  { params, ahead }: Input<{ code: string }, InvoiceCheckQuery, unknown> & { ahead: Checked },
): Promise<Invoice> {
  const row = await loadInvoice(tx, context, params.code, true)
  checkVersion(ahead.version, row.version)
  const { figures, verdict } = ahead
  const { status, reason } = resultOf(row, figures, verdict)
  const formats = (await formatsOf(tx, context.project.id, [row.id])).get(row.id) ?? []
  const isOriginal = formats.some((format) => formOf(format) !== 'picture')
  // The provider verifies the figures, but not the electronic signature of an original.
  return await writeResult(tx, context, row, {
    figures,
    status,
    reason: isOriginal ? reasonsOf(reason, UNVERIFIED) : reason,
  })
}

const AGAIN = '；再次查验：'

/**
 * The status and reason to save. If the provider found nothing out, a checked invoice whose figures are unchanged keeps its status and reason,
 * with the new reason appended; others become unchecked.
 */
function resultOf(
  row: StoredInvoice,
  figures: Figures,
  { outcome, reason }: Verdict,
): { status: InvoiceStatus; reason: string } {
  if (outcome !== 'unknown') return { status: outcome === 'passed' ? PASSED : FAILED, reason }
  const same = FIELDS.every((field) => row[field] === figures[field])
  if (!same || row.twin_code !== null || row.status === UNCHECKED) return { status: UNCHECKED, reason }
  const [earlier] = row.reason.split(AGAIN)
  return { status: row.status, reason: earlier ? `${earlier}${AGAIN}${reason}` : reason }
}

/** The manual check: a person says whether the invoice is genuine. Throws 422, 409. */
export async function checkByHand(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, InvoiceCheckBody>,
): Promise<Invoice> {
  const { version, result, reason, ...typed } = body
  const row = await loadInvoice(tx, context, params.code, true)
  refuseVoided(row)
  const figures = merged(row, typed)
  await refuseWrong(tx, context, row, figures, result === 1 ? 'manual' : null)
  checkVersion(version, row.version)
  // The values are reversed: `result` 1 is passed, `status` 1 is failed.
  return await writeResult(tx, context, row, {
    figures,
    status: result === 1 ? PASSED : FAILED,
    reason: reason || '人工核验通过',
  })
}

async function refuseWrong(
  db: Db | Tx,
  context: ProjectContext,
  row: StoredInvoice,
  figures: Figures,
  required: Required,
): Promise<void> {
  const errors = await wrongFigures(db, context, row, figures, required)
  if (errors.length > 0) throw invalid(errors)
}

/**
 * Counts a request to the provider about this invoice before it is sent, in its own transaction, so that it counts even if it fails. False if the
 * five requests of the day are used up.
 */
async function countRequest(db: Db, context: ProjectContext, row: StoredInvoice): Promise<boolean> {
  const day = today(context.now)
  const counted = await inTransaction(db, async (tx) =>
    tx
      .updateTable('invoices')
      .set(({ eb, case: when }) => ({
        checks: when()
          .when('checked_on', '=', day)
          .then(eb('checks', '+', 1))
          .else(1)
          .end(),
        checked_on: day,
      }))
      .where('project_id', '=', context.project.id)
      .where('id', '=', row.id)
      .where((eb) =>
        eb.or([
          eb('checked_on', 'is', null),
          eb('checked_on', '<>', day),
          eb('checks', '<', MAX_CHECKS_A_DAY),
        ]),
      )
      .returning('checks')
      .executeTakeFirst(),
  )
  return counted !== undefined
}

function tooMany({ now }: ProjectContext): Failure {
  const midnight = Date.parse(startOfDay(addDays(today(now), 1)))
  const seconds = Math.max(1, Math.ceil((midnight - now.getTime()) / 1000))
  const message = `该发票今天的${MAX_CHECKS_A_DAY}次查验请求已用完（含没有应答时的自动重试），请明天再试或人工核验`
  return new Failure('tooMany', message, [], { 'Retry-After': String(seconds) })
}

/** The provider of the configuration. */
const providerOf = ({ config, timing }: Services): VerificationProvider =>
  config.invoiceCheck ? httpProvider(config.invoiceCheck, timing) : offlineProvider
