import type { ResetAnswer, ResetBody } from '@pianzhang/contract/users'
import { type Actor, audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { initialPasswordEnd } from '../../platform/login/initial-password.ts'
import { refuseWeak } from '../../platform/login/passwords.ts'
import { forget } from '../sessions/attempts.ts'
import { openUser, targetOf, type UserRow } from './load.ts'
import type { NewPassword } from './new-password.ts'
import { checkReset } from './rules.ts'

/** Sets a typed password, or one that the answer shows. */
export async function resetPassword(
  tx: Tx,
  caller: PersonContext,
  { params, body, ahead }: Input<{ code: string }, unknown, ResetBody> & { ahead: NewPassword },
): Promise<ResetAnswer> {
  const { context, user } = await openUser(tx, caller, params.code, 'write')
  checkReset(context, targetOf(user))
  if (body.password != null) refuseWeak(body.password, user.row.phone)
  await setPassword(tx, ofCompany(context), user.row, ahead.hash)
  return ahead.shown
}

/**
 * Sets a password that must be changed at the next login. Ends the person's sessions, and the lock after wrong passwords, which people who
 * forgot their password often have.
 */
export async function setPassword(
  tx: Tx,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'code' | 'name' | 'phone'>,
  password_hash: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      password_hash,
      must_change_password: true,
      password_expires_at: initialPasswordEnd(actor.now),
    })
    .where('id', '=', user.id)
    .execute()
  await endSessions(tx, [user.id], actor.now)
  await forget(tx, 'password', user.phone)
  await audit(tx, actor, { action: 'password', resource: 'user', code: user.code, label: user.name })
}
