import { defaultPassword, type ResetBody } from '@pianzhang/contract/users'
import { type Actor, audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { checkPassword, hashPassword } from '../../platform/login/passwords.ts'
import { forget } from '../sessions/attempts.ts'
import { openUser, targetOf, type UserRow } from './load.ts'
import { checkReset } from './rules.ts'

/** Sets the default password, or a typed one. */
export async function resetPassword(
  tx: Tx,
  caller: PersonContext,
  { params, body }: Input<{ code: string }, unknown, ResetBody>,
) {
  const { context, user } = await openUser(tx, caller, params.code, 'write')
  checkReset(context, targetOf(user))
  await setPassword(tx, context, user.row, body.password ?? null)
  return {}
}

/** Sets a password; null: the default one. */
export const setPassword = (tx: Tx, context: PersonContext, user: UserRow, password: string | null) =>
  storePassword(tx, ofCompany(context), user, password ?? defaultPassword(user.phone))

/** Gives an account that still has its default password that of its new phone number, by which its owner knows it. Ends its sessions. */
export async function followPhone(
  tx: Tx,
  context: PersonContext,
  user: UserRow,
  phone: string,
): Promise<void> {
  const { password_hash, must_change_password } = await tx
    .selectFrom('users')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (!must_change_password || !(await checkPassword(password_hash, defaultPassword(user.phone)))) return
  await setPassword(tx, context, { ...user, phone }, null)
}

/**
 * Sets a password that must be changed at the next login. Ends the person's sessions, and the lock after wrong passwords, which a
 * forgotten one brings.
 */
export async function storePassword(
  tx: Tx,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'code' | 'name' | 'phone'>,
  password: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: await hashPassword(password), must_change_password: true })
    .where('id', '=', user.id)
    .execute()
  await endSessions(tx, [user.id], actor.now)
  await forget(tx, 'password', user.phone)
  await audit(tx, actor, { action: 'password', resource: 'user', code: user.code, label: user.name })
}
