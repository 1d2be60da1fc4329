import { INITIAL_PASSWORD_DAYS } from '@pianzhang/contract/password'
import type { LoginAnswer, loginBody } from '@pianzhang/contract/session'
import { sql } from 'kysely'
import type { z } from 'zod'
import { newToken, sha256 } from '../../platform/codes.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { Failure, invalid } from '../../platform/http/errors.ts'
import type { Input, OpenContext } from '../../platform/http/route.ts'
import { networkOf } from '../../platform/http/server/network.ts'
import { drawCaptcha, randomCaptchaText } from '../../platform/login/captcha.ts'
import { noted } from '../../platform/login/failed-logins.ts'
import { checkPassword, hashPassword, isOutdated } from '../../platform/login/passwords.ts'
import {
  attemptsLock,
  checkAccount,
  checkAddress,
  checkCaptchas,
  counting,
  lockAttempts,
  note,
} from './attempts.ts'
import { beginSession, loggingIn } from './begin-session.ts'
import { factorOf } from './second-factor/codes.ts'
import { challenge } from './second-factor/login.ts'

type Body = z.output<typeof loginBody>

const CAPTCHA_MS = 5 * 60_000

/** Creates a captcha: valid for 5 minutes and one attempt. Throws 429. */
export async function makeCaptcha(db: Db, context: OpenContext) {
  const { captchaFixed } = context.services.config
  const text = captchaFixed ?? randomCaptchaText()
  const token = newToken()
  await inTransaction(db, async (tx) => {
    if (!captchaFixed) {
      const network = networkOf(context.address)
      await lockAttempts(tx, 'captcha', network)
      await checkCaptchas(tx, network, context.now)
      await note(tx, 'captcha', network, context.now)
    }
    const expires_at = new Date(context.now.getTime() + CAPTCHA_MS)
    await tx
      .insertInto('captchas')
      .values({ token_hash: sha256(token), answer: text.toLowerCase(), expires_at })
      .execute()
  })
  // Drawn after the limit was checked, as drawing takes the longest.
  return { captcha: await drawCaptcha(text), token }
}

/** Throws 422 unless there is a captcha with this token. */
async function checkToken(db: Db, { captcha_token }: Body, now: Date): Promise<void> {
  const captcha = await db
    .selectFrom('captchas')
    .select('token_hash')
    .where('token_hash', '=', sha256(captcha_token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!captcha) throw wrongCaptcha()
}

const wrongCaptcha = () => invalid([{ field: 'captcha', message: '验证码错误' }])

/**
 * Deletes the captcha, so that it allows one attempt. For a right answer (ignoring case) waits for other attempts on this account, and returns
 * the account's password hash, or null without an account. For a wrong answer returns undefined without waiting, so that requests that do not
 * solve a captcha cannot hold up the logins of others.
 */
async function takeCaptcha(
  tx: Tx,
  { captcha, captcha_token, phone }: Body,
  now: Date,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ password_hash: string | null }>`
    with used as (delete from captchas where token_hash = ${sha256(captcha_token)} returning answer, expires_at)
    select u.password_hash, ${attemptsLock('password', phone)}
    from used left join users u on u.phone = ${phone} and u.deleted_at is null
    where used.answer = ${captcha.toLowerCase()} and used.expires_at > ${now}`.execute(tx)
  return rows[0]?.password_hash
}

/**
 * Logs in. Not a `write` route: a refused attempt must be counted, so the failure is thrown after the commit.
 * Returns a token, and sets it as the page's cookie. An account with a second factor gets no session, but a token for its second step.
 */
export const logIn = (db: Db, context: OpenContext, { body }: Input<unknown, unknown, Body>) =>
  noted(context, body.phone, () => open(db, context, body))

async function open(db: Db, context: OpenContext, body: Body) {
  // Checked before the login waits in `loggingIn`: requests with invented captcha tokens cost nothing to send and must not delay real logins.
  await checkToken(db, body, context.now)
  const result = await loggingIn(() => counting(db, (tx) => attempt(tx, context, body)))
  if ('token' in result) context.outgoing.cookie = result.token
  return result
}

async function attempt(tx: Tx, context: OpenContext, body: Body): Promise<LoginAnswer> {
  const { address, now, services } = context
  const network = networkOf(address)
  const stored = await takeCaptcha(tx, body, now)
  if (stored === undefined) throw wrongCaptcha()
  const ofAddress = async () => {
    if (!services.config.captchaFixed) await checkAddress(tx, network, now)
  }
  await ofAddress()
  await checkAccount(tx, body.phone, now)
  const user = await checkedUser(tx, stored, body, network, now)
  await ofAddress()
  if (!user) {
    await note(tx, 'password', body.phone, now)
    await note(tx, 'login', network, now)
    throw invalid([{ field: 'password', message: '手机号或密码错误' }])
  }
  if (user.disabled) throw invalid([{ field: 'phone', message: '账号已禁用' }])
  if (user.ended) throw invalid([{ field: 'password', message: endedText(user) }])
  if (user.stopped_at) throw new Failure('stopped')
  // In a statement of its own, after the account's row was locked: turning two-step verification on waits for the new session, and ends it.
  if (await factorOf(tx, user.id)) return { second_factor_token: await challenge(tx, user.id, now) }
  return { token: await beginSession(tx, context, user) }
}

/**
 * The account of this phone number if the password is right, else undefined. Its row stays locked until the commit, so a concurrent password
 * change or disabling is either seen here, or waits and then ends the new session too. The attempts from the address are locked after it.
 */
async function checkedUser(
  tx: Tx,
  stored: string | null,
  { phone, password }: Body,
  network: string,
  now: Date,
) {
  // Compared before the locks are taken: hashing is slow, and the account's owner or colleagues at the same address would have to wait.
  if (!(await checkPassword(stored, password))) {
    await lockAttempts(tx, 'login', network)
    return undefined
  }
  const renewed = stored !== null && isOutdated(stored) ? await hashPassword(password) : undefined
  const user = await lockedAccount(tx, phone, network, now, renewed !== undefined)
  if (!user) return undefined
  if (user.password_hash !== stored)
    return (await checkPassword(user.password_hash, password)) ? user : undefined
  if (renewed !== undefined)
    await tx.updateTable('users').set({ password_hash: renewed }).where('id', '=', user.id).execute()
  return user
}

interface Account {
  id: bigint
  code: string
  name: string
  phone: string
  company_id: bigint
  password_hash: string
  disabled: boolean
  is_super: boolean
  /** An initial password that was not changed in time. */
  ended: boolean
  stopped_at: Date | null
}

const endedText = ({ is_super }: Account): string =>
  `初始密码已过期（${INITIAL_PASSWORD_DAYS}天有效），请联系${is_super ? '系统运营方' : '公司的超级管理员'}重置密码`

/** Locks the account of this phone number, then (even if there is no account) the attempts from the address. One statement. */
async function lockedAccount(
  tx: Tx,
  phone: string,
  network: string,
  now: Date,
  toChange: boolean,
): Promise<Account | undefined> {
  const strength = toChange ? sql`for no key update` : sql`for share`
  // Materialized, and joined to one row: the account's lock is taken before the select list is computed.
  const { rows } = await sql<Account | { id: null }>`
    with account as materialized (
      select u.id, u.code, u.name, u.phone, u.company_id, u.password_hash, u.disabled, u.is_super, c.stopped_at,
        u.must_change_password and coalesce(u.password_expires_at <= ${now}, true) as ended
      from users u join companies c on c.id = u.company_id
      where u.phone = ${phone} and u.deleted_at is null ${strength} of u)
    select a.*, ${attemptsLock('login', network)} from (select 1) one left join account a on true`.execute(tx)
  const [row] = rows
  return row && row.id !== null ? row : undefined
}
