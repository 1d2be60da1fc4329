import type { Services } from '../../platform/services.ts'

const DAY_MS = 24 * 3600_000

/** Deletes expired captchas, attempts and idempotency keys after a day, and sessions 30 days after their last use. */
export async function clearOld({ db, clock }: Services): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms)
  await db.deleteFrom('captchas').where('expires_at', '<', before(0)).execute()
  await db.deleteFrom('attempts').where('at', '<', before(DAY_MS)).execute()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(DAY_MS)).execute()
  await db
    .deleteFrom('sessions')
    .where('seen_at', '<', before(30 * DAY_MS))
    .execute()
}
