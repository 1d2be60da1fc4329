import { defaultPassword, type ResetBody, type UserBody } from '@pianzhang/contract/users'
import type { Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { hashAhead, PasswordHashes } from '../../platform/login/passwords.ts'
import { loadUser, targetOf } from './load.ts'
import { hasDefault } from './password.ts'
import { checkReset, flags } from './rules.ts'

/** Before a write: the hash of a new account's password. */
export const hashForNew = (_: Db, __: PersonContext, { body }: Input<unknown, unknown, UserBody>) =>
  hashAhead((hashes) => hashes.hash(body.password ?? defaultPassword(body.phone)))

/** Before a write: that of a reset. Throws 404, or as `checkReset` does. */
export async function hashForReset(
  db: Db,
  context: PersonContext,
  { params, body }: Input<{ code: string }, unknown, ResetBody>,
): Promise<PasswordHashes> {
  const user = await loadUser(db, context, params.code)
  checkReset(context, targetOf(user))
  return await hashAhead((hashes) => hashes.hash(body.password ?? defaultPassword(user.row.phone)))
}

/**
 * Before a write: that of a changed account's password, if the body has one or it follows a new phone number. Nothing for who may not change
 * these, as the time would reveal whether the account still has its default password. Throws 404.
 */
export async function hashForChange(
  db: Db,
  context: PersonContext,
  { params, body }: Input<{ code: string }, unknown, UserBody>,
): Promise<PasswordHashes> {
  const { password, phone } = body
  const user = await loadUser(db, context, params.code)
  const may = flags(context, targetOf(user))
  if (password != null && may.reset) return await hashAhead((hashes) => hashes.hash(password))
  if (password != null || phone === user.row.phone || !may.phone) return new PasswordHashes()
  return await hashAhead(async (hashes) => {
    if (await hasDefault(db, user.row, hashes)) await hashes.hash(defaultPassword(phone))
  })
}
