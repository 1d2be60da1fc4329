import { defaultPassword, type ResetBody } from '@pianzhang/contract/users'
import { type Actor, audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { type PasswordHashes, refuseWeak } from '../../platform/login/passwords.ts'
import { forget } from '../sessions/attempts.ts'
import { openUser, targetOf, type UserRow } from './load.ts'
import { checkReset } from './rules.ts'

/** Sets the default password, or a typed one. */
export async function resetPassword(
  tx: Tx,
  caller: PersonContext,
  { params, body, ahead }: Input<{ code: string }, unknown, ResetBody> & { ahead: PasswordHashes },
) {
  const { context, user } = await openUser(tx, caller, params.code, 'write')
  checkReset(context, targetOf(user))
  if (body.password != null) refuseWeak(body.password, user.row.phone)
  await setPassword(tx, context, user.row, body.password ?? null, ahead)
  return {}
}

/** Sets a password; null: the default one. */
export const setPassword = async (
  tx: Tx,
  context: PersonContext,
  user: UserRow,
  password: string | null,
  hashes: PasswordHashes,
) => storePassword(tx, ofCompany(context), user, await hashes.hash(password ?? defaultPassword(user.phone)))

/** If an account still has its default password, sets the default password of its new phone number, and ends its sessions. */
export async function followPhone(
  tx: Tx,
  context: PersonContext,
  user: UserRow,
  phone: string,
  hashes: PasswordHashes,
): Promise<void> {
  if (await hasDefault(tx, user, hashes)) await setPassword(tx, context, { ...user, phone }, null, hashes)
}

/** Whether the account still has its default password. */
export async function hasDefault(
  db: Db | Tx,
  user: Pick<UserRow, 'id' | 'phone'>,
  hashes: PasswordHashes,
): Promise<boolean> {
  const { password_hash, must_change_password } = await db
    .selectFrom('users')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return must_change_password && (await hashes.check(password_hash, defaultPassword(user.phone)))
}

/**
 * Sets a password that must be changed at the next login. Ends the person's sessions, and the lock after wrong passwords, which people who
 * forgot their password often have.
 */
export async function storePassword(
  tx: Tx,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'code' | 'name' | 'phone'>,
  password_hash: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash, must_change_password: true })
    .where('id', '=', user.id)
    .execute()
  await endSessions(tx, [user.id], actor.now)
  await forget(tx, 'password', user.phone)
  await audit(tx, actor, { action: 'password', resource: 'user', code: user.code, label: user.name })
}
