import type { Services } from '../../platform/services.ts'

const DAY_MS = 24 * 3600_000

/** Ended sessions are kept 30 days; spent captchas, old attempts and repeated-request keys as long as their rules look back. */
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
