import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { auditing } from '../../platform/audit/audit.ts'
import { newCode, newToken, sha256 } from '../../platform/codes.ts'
import { limited } from '../../platform/concurrency.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { OpenContext } from '../../platform/http/route.ts'
import { forgetting } from './attempts.ts'

/**
 * Limits concurrent logins, of both steps: each holds a database connection while its password is hashed, or while it waits for another attempt on
 * its account, so some twenty logins would use up the pool, of which writes may have 14 of 20. Twice the cores, so that some hash while others use
 * the database.
 */
export const loggingIn = limited(Math.min(2 * availableParallelism(), 4))

/** An account that signs in. */
interface SigningIn {
  id: bigint
  code: string
  name: string
  phone: string
  company_id: bigint
}

/** Who signs in, for the log. */
export const actorOf = (context: OpenContext, user: SigningIn) => ({
  ...context,
  companyId: user.company_id,
  userId: user.id,
  userName: user.name,
  project: null,
})

/** Makes a session of an account, and logs that it signed in. Its wrong passwords are forgotten. One statement. Returns the session's token. */
export async function beginSession(
  tx: Tx,
  context: OpenContext,
  user: SigningIn,
  { second_factor_at = null }: { second_factor_at?: Date | null } = {},
): Promise<string> {
  const { address, now } = context
  const token = newToken()
  const actor = actorOf(context, user)
  const entry = { action: 'login', resource: 'user', code: user.code, label: user.name } as const
  await tx
    .with('forgotten', (query) => forgetting(query, 'password', user.phone))
    .with('logged', () => sql<Record<never, never>>`(${auditing(tx, actor, entry)})`)
    .insertInto('sessions')
    .values({
      code: newCode(),
      token_hash: sha256(token),
      user_id: user.id,
      project_id: null,
      created_at: now,
      seen_at: now,
      address,
      agent: context.agent.slice(0, 400),
      ended_at: null,
      end_reason: null,
      second_factor_at,
    })
    .execute()
  return token
}
