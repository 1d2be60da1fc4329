import { randomBytes } from 'node:crypto'
import { formatInstant } from '@pianzhang/contract/calendar'
import { DYNAMIC_DIGITS, RECOVERY_CODES } from '@pianzhang/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import { type Actor, audit, ofCompany } from '../../../platform/audit/audit.ts'
import { sha256 } from '../../../platform/codes.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/http/errors.ts'
import { checkCodes, forget, lockAttempts, note } from '../attempts.ts'

/** Seconds for which a code of the app is shown. */
const PERIOD = 30
/** Bytes of a key, as RFC 4226 recommends. */
const KEY_BYTES = 20
/** 80 random bits, so that a fast hash is enough. */
const RECOVERY_BYTES = 10

const totp = (secret: string, label = '') =>
  new TOTP({
    issuer: '片账',
    label,
    algorithm: 'SHA1',
    digits: DYNAMIC_DIGITS,
    period: PERIOD,
    secret: Secret.fromBase32(secret),
  })

/** A new key for an authenticator app, in base32. */
export const newSecret = (): string => new Secret({ size: KEY_BYTES }).base32

/** The key's address for a QR code. `label` is shown by the app beside 片账. */
export const uriOf = (secret: string, label: string): string => totp(secret, label).toString()

/** The time step of a code of the app: of now, of the one before or of the next, as clocks differ; null: it is of none. */
export function stepOf(secret: string, code: string, now: Date): bigint | null {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : BigInt(Math.floor(now.getTime() / (PERIOD * 1000)) + delta)
}

/** Whose code it is. */
export interface Owner {
  id: bigint
  code: string
  name: string
}

const LENGTH = new RegExp(`^\\d{${DYNAMIC_DIGITS}}$`)
const wrong = (message: string) => invalid([{ field: 'code', message }])

/** What is said of a wrong code of the app. With the server's time, as most of them come from a clock that is wrong. */
export const wrongCode = (now: Date) =>
  wrong(`动态码不正确，请核对手机时间（服务器 ${formatInstant(now).slice(11, 19)}）`)

/** Serializes attempts with codes of this account until the commit. Throws 429 after five wrong ones in 15 minutes. */
export async function beginCode(tx: Tx, owner: Pick<Owner, 'code'>, now: Date): Promise<void> {
  await lockAttempts(tx, 'second_factor', owner.code)
  await checkCodes(tx, owner.code, now)
}

/** Counts a wrong code. */
export const noteCode = (tx: Tx, owner: Pick<Owner, 'code'>, now: Date): Promise<void> =>
  note(tx, 'second_factor', owner.code, now)

/**
 * Uses a code of the app, or a recovery code, up. Throws 422 for a wrong or used one, which is counted: the caller commits it with `counting`. Call
 * `beginCode` before.
 */
export async function takeCode(tx: Tx, actor: Actor, owner: Owner, code: string): Promise<void> {
  const error = LENGTH.test(code)
    ? await takeDynamic(tx, owner, code, actor.now)
    : await takeRecovery(tx, actor, owner, code)
  if (error) {
    await noteCode(tx, owner, actor.now)
    throw error
  }
  await forget(tx, 'second_factor', owner.code)
}

/** Since when an account has a second factor; undefined: it has none. */
export const factorOf = (db: Db | Tx, userId: bigint) =>
  db.selectFrom('second_factors').select('created_at').where('user_id', '=', userId).executeTakeFirst()

async function takeDynamic(tx: Tx, { id }: Owner, code: string, now: Date) {
  const factor = await tx
    .selectFrom('second_factors')
    .select(['secret', 'last_step'])
    .where('user_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return wrong('两步验证已关闭，请刷新页面')
  const step = stepOf(factor.secret, code, now)
  if (step === null) return wrongCode(now)
  if (step <= factor.last_step) return wrong('该动态码已使用，请等待下一个动态码')
  await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', id).execute()
  return null
}

async function takeRecovery(tx: Tx, actor: Actor, owner: Owner, code: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', owner.id)
    .where('code_hash', '=', sha256(code))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return wrong('备用码不正确，或已使用')
  const { left } = await tx
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<bigint>().as('left'))
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  await auditFactor(tx, actor, owner, { recovery_codes: `使用 1 个，剩余 ${left} 个` })
  return null
}

/** Replaces the recovery codes; returns the new ones, of which only hashes are stored, in groups of four characters. */
export async function renewRecoveryCodes(tx: Tx, userId: bigint): Promise<string[]> {
  const codes = Array.from(
    { length: RECOVERY_CODES },
    () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32,
  )
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: sha256(code) })))
    .execute()
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Logs what happened to an account's second factor. */
export const auditFactor = (
  tx: Tx,
  actor: Actor,
  owner: Owner,
  after: Record<string, string>,
  before?: Record<string, string>,
): Promise<void> =>
  audit(tx, ofCompany(actor), {
    action: 'update',
    resource: 'user',
    code: owner.code,
    label: owner.name,
    ...(before && { before }),
    after,
  })

export const ON = { second_factor: '已开启' }
export const OFF = { second_factor: '未开启' }

/** Takes an account's second factor away, with its recovery codes. */
export async function removeFactor(tx: Tx, actor: Actor, owner: Owner): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  await forget(tx, 'second_factor', owner.code)
  if (numDeletedRows > 0n) await auditFactor(tx, actor, owner, OFF, ON)
}
