import { sql } from 'kysely'
import type { Services } from '../../platform/services.ts'

/** The time `count` days ago by the database's clock, as this server's clock may be wrong. */
const days = (count: number) => sql<Date>`now() - ${count} * interval '1 day'`

/**
 * Deletes captchas and logins that waited for a code a day after they expired, attempts and idempotency keys after a day, and sessions 30 days after their last use. These
 * get that day because `expires_at` is set by the clock of the server that made them, which may be behind.
 */
export async function clearOld({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.deleteFrom('captchas').where('expires_at', '<', days(1)).execute()
  await db.deleteFrom('login_challenges').where('expires_at', '<', days(1)).execute()
  await db.deleteFrom('attempts').where('at', '<', days(1)).execute()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', days(1)).execute()
  await db.deleteFrom('sessions').where('seen_at', '<', days(30)).execute()
}
