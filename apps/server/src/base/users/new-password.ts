import type { ResetAnswer, ResetBody, UserBody, UserUpdate } from '@pianzhang/contract/users'
import type { Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { newInitialPassword } from '../../platform/login/initial-password.ts'
import { hashAhead, PasswordHashes } from '../../platform/login/passwords.ts'
import { loadUser, targetOf } from './load.ts'
import { checkReset, flags } from './rules.ts'

/** A password that its owner must change at the first login. */
export interface NewPassword {
  hash: string
  /** What the editor is shown: nothing if they typed it. */
  shown: ResetAnswer
}

async function newPassword(typed: string | null | undefined): Promise<NewPassword> {
  const password = typed ?? newInitialPassword()
  const hashes = await hashAhead((hashes) => hashes.hash(password))
  return { hash: await hashes.hash(password), shown: typed == null ? { initial_password: password } : {} }
}

/** The password of a new account, hashed before the transaction. */
export const passwordForNew = (_: Db, __: PersonContext, { body }: Input<unknown, unknown, UserBody>) =>
  newPassword(body.password)

/**
 * The new password of a reset, hashed before its transaction, as the transaction holds the account's row lock. Throws 404, and what `checkReset`
 * throws.
 */
export async function passwordForReset(
  db: Db,
  context: PersonContext,
  { params, body }: Input<{ code: string }, unknown, ResetBody>,
): Promise<NewPassword> {
  checkReset(context, targetOf(await loadUser(db, context, params.code)))
  return await newPassword(body.password)
}

/** Hashes the password of a changed account, if the body has one that the editor may set, before the transaction. Throws 404. */
export async function hashForChange(
  db: Db,
  context: PersonContext,
  { params, body: { password } }: Input<{ code: string }, unknown, UserUpdate>,
): Promise<PasswordHashes> {
  const may = flags(context, targetOf(await loadUser(db, context, params.code)))
  return password != null && may.reset
    ? await hashAhead((hashes) => hashes.hash(password))
    : new PasswordHashes()
}
