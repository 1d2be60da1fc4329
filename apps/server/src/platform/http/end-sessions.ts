import { anyOf, type Tx } from '../database/database.ts'

/**
 * Ends the open sessions of these people, whose next request is answered 50012; `except` is a session that stays. Ends logins, too, that wait for a code
 * of the second factor.
 */
export async function endSessions(
  tx: Tx,
  userIds: readonly bigint[],
  at: Date,
  except: bigint | null = null,
): Promise<void> {
  await tx.deleteFrom('login_challenges').where('user_id', '=', anyOf(userIds)).execute()
  await tx
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: 'ended' })
    .where('user_id', '=', anyOf(userIds))
    .where('ended_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? 0n))
    .execute()
}
