import { type QueryCreator, sql } from 'kysely'
import type { Bounds } from '../../platform/database/connections/deadline.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { Failure } from '../../platform/http/errors.ts'

const WINDOW_MS = 15 * 60_000
const WRONG_PASSWORDS = 5
const FAILURES_OF_ADDRESS = 30
const CAPTCHAS_A_MINUTE = 120

type Kind = 'password' | 'old_password' | 'login' | 'captcha' | 'second_factor'

/** Serializes attempts on one account or from one address by an advisory lock, so that concurrent ones are all counted. */
export async function lockAttempts(tx: Tx, kind: Kind, subject: string): Promise<void> {
  await sql`select ${attemptsLock(kind, subject)}`.execute(tx)
}

/** The lock as an SQL expression. Read the protected rows in a later statement: a statement's snapshot is older than the locks it takes. */
export const attemptsLock = (kind: Kind, subject: string) =>
  sql`pg_advisory_xact_lock(hashtextextended(${`${kind}:${subject}`}, 0))`

/** The last attempts, newest first. Times more than `WINDOW_MS` ahead come from a wrong clock and are left out: they would lock until then. */
async function newest(db: Db | Tx, kind: Kind, subject: string, count: number, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('at')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '<=', new Date(now.getTime() + WINDOW_MS))
    .orderBy('at', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => row.at)
}

const wait = (until: number, now: Date) => ({
  'Retry-After': String(Math.max(1, Math.ceil((until - now.getTime()) / 1000))),
})

/** 5 wrong passwords within 15 minutes lock the account for 15 minutes from the fifth. Throws 429. */
export async function checkAccount(tx: Tx, phone: string, now: Date): Promise<void> {
  const until = lockedUntil(await newest(tx, 'password', phone, WRONG_PASSWORDS, now))
  if (now.getTime() < until) throw new Failure('locked', undefined, [], wait(until, now))
}

/** The same limit for the old password of a password change, counted apart: logging in stays possible. Throws 429. */
export async function checkOldPasswords(db: Db | Tx, userCode: string, now: Date): Promise<void> {
  const until = lockedUntil(await newest(db, 'old_password', userCode, WRONG_PASSWORDS, now))
  if (now.getTime() < until) throw new Failure('tooMany', undefined, [], wait(until, now))
}

/** The same limit for codes of the second factor, at login and in sessions: a right password does not begin it anew. Throws 429. */
export async function checkCodes(tx: Tx, userCode: string, now: Date): Promise<void> {
  const until = lockedUntil(await newest(tx, 'second_factor', userCode, WRONG_PASSWORDS, now))
  if (now.getTime() < until) throw new Failure('locked', undefined, [], wait(until, now))
}

/** `times`: the last failures, newest first. Returns the end of the lock in ms since 1970; 0: not locked. */
function lockedUntil(times: Date[]): number {
  const last = times[0]
  const first = times[WRONG_PASSWORDS - 1]
  if (!last || !first || last.getTime() - first.getTime() >= WINDOW_MS) return 0
  return last.getTime() + WINDOW_MS
}

/** Throws 429 when 30 logins from this client address failed within the last 15 minutes. */
export async function checkAddress(tx: Tx, address: string, now: Date): Promise<void> {
  const oldest = (await newest(tx, 'login', address, FAILURES_OF_ADDRESS, now))[FAILURES_OF_ADDRESS - 1]
  if (!oldest) return
  const until = oldest.getTime() + WINDOW_MS
  if (now.getTime() < until) throw new Failure('tooMany', undefined, [], wait(until, now))
}

/** Allows 120 captchas of an address per minute. Throws 429. */
export async function checkCaptchas(tx: Tx, address: string, now: Date): Promise<void> {
  const oldest = (await newest(tx, 'captcha', address, CAPTCHAS_A_MINUTE, now))[CAPTCHAS_A_MINUTE - 1]
  if (!oldest) return
  const until = oldest.getTime() + 60_000
  if (now.getTime() < until) throw new Failure('tooMany', undefined, [], wait(until, now))
}

export async function note(tx: Tx, kind: Kind, subject: string, at: Date): Promise<void> {
  await tx.insertInto('attempts').values({ kind, subject, at }).execute()
}

/** Deletes the counted attempts after a success. */
export async function forget(tx: Tx, kind: Kind, subject: string): Promise<void> {
  await forgetting(tx, kind, subject).execute()
}
export const forgetting = (query: QueryCreator<Database>, kind: Kind, subject: string) =>
  query.deleteFrom('attempts').where('kind', '=', kind).where('subject', '=', subject)

/** Runs a transaction that is committed also when `run` throws a failure, as the attempt that it has noted must count. */
export async function counting<T>(db: Db, run: (tx: Tx) => Promise<T>, bounds?: Bounds): Promise<T> {
  const result = await inTransaction(
    db,
    (tx) =>
      run(tx).catch((error: unknown) => {
        if (error instanceof Failure) return error
        throw error
      }),
    bounds,
  )
  if (result instanceof Failure) throw result
  return result
}
