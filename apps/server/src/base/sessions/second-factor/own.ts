import { formatInstant } from '@pianzhang/contract/calendar'
import type {
  SecondFactor,
  secondFactorCode,
  secondFactorOff,
  secondFactorPassword,
} from '@pianzhang/contract/second-factor'
import type { z } from 'zod'
import type { Bounds } from '../../../platform/database/connections/deadline.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/database/database.ts'
import { endSessions } from '../../../platform/http/end-sessions.ts'
import { Failure, invalid, refused } from '../../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../../platform/http/route.ts'
import { checkPassword } from '../../../platform/login/passwords.ts'
import { checkOldPasswords, counting, forget, lockAttempts, note } from '../attempts.ts'
import { ownHash } from '../password.ts'
import {
  auditFactor,
  beginCode,
  factorOf,
  newSecret,
  noteCode,
  OFF,
  ON,
  type Owner,
  removeFactor,
  renewRecoveryCodes,
  stepOf,
  takeCode,
  uriOf,
  wrongCode,
} from './codes.ts'

/** What all of these get; they begin their transactions themselves, so that wrong passwords and codes are counted. No answer is stored. */
type Given<B> = Input<unknown, unknown, z.output<B & z.ZodType>> & { bounds(): Bounds }

const ALREADY_ON = '两步验证已开启，请刷新页面'

export async function showSecondFactor(db: Db, context: PersonContext): Promise<SecondFactor> {
  const factor = await factorOf(db, context.userId)
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<bigint>().as('left'))
    .where('user_id', '=', context.userId)
    .executeTakeFirstOrThrow()
  return {
    on_since: factor ? formatInstant(factor.created_at) : null,
    codes_left: Number(left),
  }
}

/** A key for the authenticator app, after the password. A session keeps its key until it is confirmed, as an app may have it already. */
export async function offerSecret(
  db: Db,
  context: PersonContext,
  { body, bounds }: Given<typeof secondFactorPassword>,
) {
  await expectPassword(db, context, body.password, bounds)
  const secret = await inTransaction(
    db,
    async (tx) => {
      const session = await lockSession(tx, context)
      if (await factorOf(tx, context.userId)) throw refused(ALREADY_ON)
      const offered = session.offered_secret ?? newSecret()
      await tx
        .updateTable('sessions')
        .set({ offered_secret: offered })
        .where('id', '=', context.sessionId)
        .execute()
      return offered
    },
    bounds(),
  )
  return { secret, uri: uriOf(secret, context.phone) }
}

/** Turns two-step verification on by a code of the key that `offerSecret` gave this session. The person's other sessions end. Returns the recovery codes. */
export const turnOn = (db: Db, context: PersonContext, { body, bounds }: Given<typeof secondFactorCode>) =>
  counting(
    db,
    async (tx) => {
      const owner = ownerOf(context)
      const { now, userId: user_id } = context
      await beginCode(tx, owner, now)
      await lockAccount(tx, context)
      const { offered_secret: secret } = await lockSession(tx, context)
      if (await factorOf(tx, user_id)) throw refused(ALREADY_ON)
      if (secret === null) throw refused('请重新输入密码，获取密钥')
      const step = stepOf(secret, body.code, now)
      if (step === null) {
        await noteCode(tx, owner, now)
        throw wrongCode(now)
      }
      await forget(tx, 'second_factor', owner.code)
      await tx
        .insertInto('second_factors')
        .values({ user_id, secret, last_step: step, created_at: now })
        .execute()
      await tx
        .updateTable('sessions')
        .set({ offered_secret: null, second_factor_at: now })
        .where('id', '=', context.sessionId)
        .execute()
      await endSessions(tx, [user_id], now, context.sessionId)
      await auditFactor(tx, context, owner, ON, OFF)
      return { recovery_codes: await renewRecoveryCodes(tx, user_id) }
    },
    bounds(),
  )

/** Turns two-step verification off; asks for password and code. The person's other sessions end. */
export async function turnOff(
  db: Db,
  context: PersonContext,
  { body, bounds }: Given<typeof secondFactorOff>,
) {
  await expectPassword(db, context, body.password, bounds)
  return await withCode(db, context, body.code, bounds, async (tx, owner) => {
    await removeFactor(tx, context, owner)
    await endSessions(tx, [owner.id], context.now, context.sessionId)
    return {}
  })
}

/** New recovery codes; those of before are void. */
export const newRecoveryCodes = (
  db: Db,
  context: PersonContext,
  { body, bounds }: Given<typeof secondFactorCode>,
) =>
  withCode(db, context, body.code, bounds, async (tx, owner) => {
    await auditFactor(tx, context, owner, { recovery_codes: '重新生成' })
    return { recovery_codes: await renewRecoveryCodes(tx, owner.id) }
  })

/** Notes that a code was given in this session, for acts on passwords and rights (`confirmed` in guard.ts). Logged as those acts are. */
export const confirm = (db: Db, context: PersonContext, { body, bounds }: Given<typeof secondFactorCode>) =>
  withCode(db, context, body.code, bounds, async () => ({}))

/** Runs `run` after a code of one's own, which counts for this session. */
const withCode = <T>(
  db: Db,
  context: PersonContext,
  code: string,
  bounds: () => Bounds,
  run: (tx: Tx, owner: Owner) => Promise<T>,
): Promise<T> =>
  counting(
    db,
    async (tx) => {
      const owner = ownerOf(context)
      await beginCode(tx, owner, context.now)
      await lockAccount(tx, context)
      await lockSession(tx, context)
      await takeCode(tx, context, owner, code)
      await tx
        .updateTable('sessions')
        .set({ second_factor_at: context.now })
        .where('id', '=', context.sessionId)
        .execute()
      return await run(tx, owner)
    },
    bounds(),
  )

const ownerOf = ({ userId: id, userCode: code, userName: name }: PersonContext): Owner => ({ id, code, name })

/** Locks one's account, as a login reads its second factor under the lock of its row. */
const lockAccount = (tx: Tx, { userId }: PersonContext) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Locks the session. Throws if it has ended meanwhile, as by a new password. */
async function lockSession(tx: Tx, { sessionId }: PersonContext) {
  const session = await tx
    .selectFrom('sessions')
    .select('offered_secret')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!session) throw new Failure('sessionEnded')
  return session
}

/** Throws 422 unless it is the person's password; wrong ones are counted with those of a password change. Compared outside of a transaction. */
async function expectPassword(
  db: Db,
  context: PersonContext,
  password: string,
  bounds: () => Bounds,
): Promise<void> {
  const { userCode, now } = context
  const right = await checkPassword(await ownHash(db, context), password)
  await counting(
    db,
    async (tx) => {
      await lockAttempts(tx, 'old_password', userCode)
      await checkOldPasswords(tx, userCode, now)
      if (right) return await forget(tx, 'old_password', userCode)
      await note(tx, 'old_password', userCode, now)
      throw invalid([{ field: 'password', message: '密码不正确' }])
    },
    bounds(),
  )
}
