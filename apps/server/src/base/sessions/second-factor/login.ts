import type { secondFactorLogin } from '@pianzhang/contract/second-factor'
import type { z } from 'zod'
import { newToken, sha256 } from '../../../platform/codes.ts'
import type { Bounds } from '../../../platform/database/connections/deadline.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { Failure, invalid } from '../../../platform/http/errors.ts'
import type { Input, OpenContext } from '../../../platform/http/route.ts'
import { networkOf } from '../../../platform/http/server/network.ts'
import { noted } from '../../../platform/login/failed-logins.ts'
import { checkAddress, counting, lockAttempts, note } from '../attempts.ts'
import { actorOf, beginSession, loggingIn } from '../begin-session.ts'
import { beginCode, type Owner, takeCode } from './codes.ts'

type Body = z.output<typeof secondFactorLogin>

const CHALLENGE_MS = 5 * 60_000

/** The account that a token was made for. */
type Whose = Pick<Owner, 'id' | 'code'>

const expired = () => invalid([{ field: 'token', message: '登录已超时，请重新输入密码' }])

/** A token with which a code of the second factor makes a session within five minutes, and nothing else. */
export async function challenge(tx: Tx, userId: bigint, now: Date): Promise<string> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + CHALLENGE_MS)
  await tx
    .insertInto('login_challenges')
    .values({ token_hash: sha256(token), user_id: userId, expires_at })
    .execute()
  return token
}

/** The second step of a login: makes a session for the token of the first step and a code. Wrong codes are counted. */
export async function logInWithCode(
  db: Db,
  context: OpenContext,
  { body, bounds }: Input<unknown, unknown, Body> & { bounds(): Bounds },
) {
  // Asked before the login waits in `loggingIn`, as an invented token costs nothing to send.
  const whose = await findChallenge(db, body, context.now).executeTakeFirst()
  if (!whose) throw expired()
  const token = await noted(context, whose.phone, () =>
    loggingIn(() => counting(db, (tx) => attempt(tx, context, body, whose), bounds())),
  )
  context.outgoing.cookie = token
  return { token }
}

async function attempt(tx: Tx, context: OpenContext, body: Body, whose: Whose): Promise<string> {
  const { address, now, services } = context
  const network = networkOf(address)
  if (!services.config.captchaFixed) await checkAddress(tx, network, now)
  await beginCode(tx, whose, now)
  const user = await tx
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.code', 'u.name', 'u.phone', 'u.company_id', 'u.disabled', 'c.stopped_at'])
    .where('u.id', '=', whose.id)
    .where('u.deleted_at', 'is', null)
    .forShare('u')
    .executeTakeFirst()
  // Read again under the lock: what ends the account's sessions (a new password, a disabled account …) has deleted it.
  const still = await findChallenge(tx, body, now).executeTakeFirst()
  if (!user || user.disabled || !still) throw expired()
  if (user.stopped_at) throw new Failure('stopped')
  try {
    await takeCode(tx, actorOf(context, user), user, body.code)
  } catch (error) {
    if (error instanceof Failure) {
      await lockAttempts(tx, 'login', network)
      await note(tx, 'login', network, now)
    }
    throw error
  }
  await tx.deleteFrom('login_challenges').where('token_hash', '=', sha256(body.token)).execute()
  return await beginSession(tx, context, user, { second_factor_at: now })
}

const findChallenge = (db: Db | Tx, { token }: Body, now: Date) =>
  db
    .selectFrom('login_challenges as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.code', 'u.phone'])
    .where('l.token_hash', '=', sha256(token))
    .where('l.expires_at', '>', now)
