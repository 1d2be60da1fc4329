import { NOTICE_DAYS } from '@pianzhang/contract/notifications'
import { sql } from 'kysely'
import type { Services } from '../../platform/services.ts'

/** Deletes notices after their days, by the database's clock, as this server's clock may be wrong. */
export async function clearNotices({ db }: Pick<Services, 'db'>): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('created_at', '<', sql<Date>`now() - ${NOTICE_DAYS} * interval '1 day'`)
    .execute()
}
