import { formatInstant } from '@pianzhang/contract/calendar'
import { sum, yuan } from '@pianzhang/contract/money'
import { overPettyCashLimit } from '@pianzhang/contract/payment-requests'
import {
  type WriteOffBody,
  type WriteOffResult,
  type WriteOffScope,
  writeOffScope,
} from '@pianzhang/contract/petty-cash'
import { sql } from 'kysely'
import { pettyCashLimit } from '../../../base/approvals/stored-rules.ts'
import { audit } from '../../../platform/audit/audit.ts'
import { newCode } from '../../../platform/codes.ts'
import { anyOf, type Tx } from '../../../platform/database/database.ts'
import { checkFound, Failure, refused } from '../../../platform/http/errors.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'
import { namesOf } from '../../../platform/lists/naming.ts'
import { lacksAny } from '../list.ts'
import { type Complete, post } from './post.ts'
import { fingerprint, openIn } from './scope.ts'

const EVERYTHING = writeOffScope.parse({})

/**
 * Writes off every open detail in `scope` that lacks nothing: locks it, posts it as a payment and keeps a row of history, all in
 * the caller's transaction. If all of them lack something, the row counts 0 as written off. Throws 422 if none is open, 404 if a
 * named one does not exist, and 409 if they are not those of the preview that was confirmed.
 */
export async function writeOffDetails(
  tx: Tx,
  context: ProjectContext,
  { fingerprint: confirmed, ...scope }: NonNullable<WriteOffBody> = EVERYTHING,
): Promise<WriteOffResult> {
  const { project, now } = context
  // A confirmed preview names its details itself: one that is gone shows as another set.
  if (confirmed === undefined) await checkNamed(tx, project.id, scope.codes)
  const open = await lockOpen(tx, project.id, scope)
  const complete = await completeOf(tx, project.id, open)
  if (confirmed !== undefined && confirmed !== fingerprint(complete))
    throw new Failure('stale', '明细已有变化，请核对后重新确认。')
  if (open.length === 0) throw refused('没有可核销的明细')
  await refuseLarge(tx, project.id, complete)
  const amount = sum(complete.map((detail) => detail.pay_amount))
  const code = newCode()
  const writeOff = await tx
    .insertInto('write_offs')
    .values({
      project_id: project.id,
      code,
      total_quantity: open.length,
      succeeded_quantity: complete.length,
      amount,
      creator_id: context.userId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const numbers = complete.length === 0 ? [] : await post(tx, context, writeOff.id, complete)
  await log(tx, context, { code, total: open.length, complete, numbers, amount: yuan(amount) })
  return {
    total_quantity: open.length,
    succeeded_quantity: complete.length,
    imprest_amount: yuan(amount),
    created_at: formatInstant(now),
  }
}

/** Throws 422 naming the details above the limit of the rules: what a write-off posts nobody approves. */
async function refuseLarge(
  tx: Tx,
  projectId: bigint,
  details: readonly Pick<Complete, 'code' | 'pay_amount'>[],
): Promise<void> {
  const limit = await pettyCashLimit(tx, projectId)
  const large = limit === null ? [] : details.filter(({ pay_amount }) => pay_amount > limit)
  if (limit === null || large.length === 0) return
  const names = namesOf(large.map(({ code }) => code))
  throw refused(`备用金 ${names} ${overPettyCashLimit(limit)}，并删除该明细`)
}

/** Throws 404 if one of these details does not exist. */
async function checkNamed(tx: Tx, projectId: bigint, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const found = await tx
    .selectFrom('petty_cash')
    .select('code')
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf(codes))
    .execute()
  checkFound([...new Set(codes)], found)
}

/**
 * Locks the open details of the scope in the order of their ids and returns the ids. Edits, deletions and write-offs lock details,
 * too: a detail that another write-off posts while this one waits is no longer open afterwards, and is left out.
 */
async function lockOpen(tx: Tx, projectId: bigint, scope: WriteOffScope): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select e.id from petty_cash e where ${openIn(projectId, scope)} order by e.id for update of e`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * The locked details that lack nothing, by date. A separate statement, as the statement that waited for the locks still
 * sees pictures that an edit has removed meanwhile.
 */
async function completeOf(tx: Tx, projectId: bigint, locked: readonly bigint[]) {
  return await tx
    .selectFrom('petty_cash as e')
    .select(['e.id', 'e.version', 'e.code', 'e.pay_at', 'e.pay_amount'])
    .where('e.project_id', '=', projectId)
    .where('e.id', '=', anyOf(locked))
    .where(sql<boolean>`not ${lacksAny(projectId)}`)
    .orderBy('e.pay_at')
    .orderBy('e.id')
    .execute()
}

interface Done {
  code: string
  total: number
  complete: readonly Complete[]
  /** The numbers of the payments, in the order of the details. */
  numbers: readonly string[]
  amount: string
}

/** Most details in one log entry, so that no entry is large. */
export const LOGGED_DETAILS = 1_000

/**
 * Writes the operation log: an entry for each 1,000 details, which lists detail and payment numbers, and one entry for all payments. The
 * numbers are kept here because deleting a payment deletes its row in `petty_cash_payments`. `audit` also notifies open pages of both ledgers.
 */
async function log(
  tx: Tx,
  context: ProjectContext,
  { code, total, complete, numbers, amount }: Done,
): Promise<void> {
  const after = { total_quantity: total, succeeded_quantity: numbers.length, imprest_amount_yuan: amount }
  const label = `${numbers.length} 条 ${amount}元`
  const pairs = complete.map((detail, index) => ({ imprest: detail.code, payment: numbers[index] }))
  const parts = Math.max(1, Math.ceil(pairs.length / LOGGED_DETAILS))
  const entries = Array.from({ length: parts }, (_, part) => ({
    action: 'write_off' as const,
    resource: 'imprest' as const,
    code,
    label: `备用金核销 ${label}${parts === 1 ? '' : `（${part + 1}/${parts}）`}`,
    after: { ...after, details: pairs.slice(part * LOGGED_DETAILS, (part + 1) * LOGGED_DETAILS) },
  }))
  await audit(tx, context, ...entries)
  if (numbers.length === 0) return
  await audit(tx, context, {
    action: 'create',
    resource: 'cost_execution',
    code,
    label: `备用金核销生成付款 ${label}`,
    after: { ...after, first_payment_code: numbers.at(0), last_payment_code: numbers.at(-1) },
  })
}
