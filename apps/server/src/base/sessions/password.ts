import type { passwordBody } from '@pianzhang/contract/session'
import type { z } from 'zod'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Bounds } from '../../platform/database/connections/deadline.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import { type Failure, invalid } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { hashAhead, type PasswordHashes, refuseWeak } from '../../platform/login/passwords.ts'
import { checkOldPasswords, forget, lockAttempts, note } from './attempts.ts'

/**
 * Sets a new password and ends the person's other sessions. Not a `write` route: a wrong old password must be counted, or somebody at an
 * unattended session could guess without limit; so the failure is thrown after the commit.
 */
export async function changePassword(
  db: Db,
  context: PersonContext,
  { body, bounds }: Input<unknown, unknown, z.output<typeof passwordBody>> & { bounds(): Bounds },
) {
  refuseWeak(body.password, context.phone)
  const hashes = await hashAhead((hashes) => hashBoth(db, context, body, hashes))
  const failure = await inTransaction(db, (tx) => change(tx, context, body, hashes), bounds())
  if (failure) throw failure
  return {}
}

/** Hashes the new password and compares the old one. If password changes are locked, throws 429 before that, so that no CPU is used. */
async function hashBoth(
  db: Db,
  context: PersonContext,
  { old_password, password }: z.output<typeof passwordBody>,
  hashes: PasswordHashes,
): Promise<void> {
  if (await hashes.check(await ownHash(db, context), old_password)) await hashes.hash(password)
}

/** The hash of the person's password. Throws 429 after five wrong ones in 15 minutes, before a comparison uses processor time. */
export async function ownHash(
  db: Db,
  { userId, userCode, now }: Pick<PersonContext, 'userId' | 'userCode' | 'now'>,
): Promise<string> {
  await checkOldPasswords(db, userCode, now)
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return password_hash
}

async function change(
  tx: Tx,
  context: PersonContext,
  body: z.output<typeof passwordBody>,
  hashes: PasswordHashes,
): Promise<Failure | null> {
  await lockAttempts(tx, 'old_password', context.userCode)
  await checkOldPasswords(tx, context.userCode, context.now)
  const user = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', context.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!(await hashes.check(user.password_hash, body.old_password))) {
    await note(tx, 'old_password', context.userCode, context.now)
    return invalid([{ field: 'old_password', message: '原密码不正确' }])
  }
  await forget(tx, 'old_password', context.userCode)
  await tx
    .updateTable('users')
    .set({
      password_hash: await hashes.hash(body.password),
      must_change_password: false,
      password_expires_at: null,
    })
    .where('id', '=', context.userId)
    .execute()
  await endSessions(tx, [context.userId], context.now, context.sessionId)
  await audit(tx, ofCompany(context), {
    action: 'password',
    resource: 'user',
    code: context.userCode,
    label: context.userName,
  })
  return null
}
