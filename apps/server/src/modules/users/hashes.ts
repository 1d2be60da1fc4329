import { defaultPassword, type ResetBody, type UserBody, type UserUpdate } from '@pianzhang/contract/users'
import type { Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { hashAhead, PasswordHashes } from '../../platform/login/passwords.ts'
import { loadUser, targetOf } from './load.ts'
import { hasDefault } from './password.ts'
import { checkReset, flags } from './rules.ts'

/** Hashes a new account's password before the transaction. */
export const hashForNew = (_: Db, __: PersonContext, { body }: Input<unknown, unknown, UserBody>) =>
  hashAhead((hashes) => hashes.hash(body.password ?? defaultPassword(body.phone)))

/**
 * Hashes the new password of a reset before its transaction, as the transaction holds the account's row lock. Throws 404, and what `checkReset`
 * throws.
 */
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
 * Hashes the password of a changed account before the transaction, if the body has one or a new phone number changes the default password.
 * Hashes nothing for an editor who may not change it: the response time would reveal whether it is still the default one. Throws 404.
 */
export async function hashForChange(
  db: Db,
  context: PersonContext,
  { params, body }: Input<{ code: string }, unknown, UserUpdate>,
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
