import type { NotificationCounts, ReadBody } from '@pianzhang/contract/notifications'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { tell } from '../../platform/notifications.ts'
import { countNotices } from './list.ts'

/** Marks the caller's notices as read. That is no business record, as preferences are none, so there is no audit entry. */
export async function markRead(
  tx: Tx,
  context: PersonContext,
  { body: { codes } }: Input<unknown, unknown, ReadBody>,
): Promise<NotificationCounts> {
  let marking = tx
    .updateTable('notifications')
    .set({ read_at: context.now })
    .where('company_id', '=', context.companyId)
    .where('user_id', '=', context.userId)
    .where('read_at', 'is', null)
  if (codes.length > 0) marking = marking.where('code', '=', anyOf(codes))
  const { numUpdatedRows } = await marking.executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) tell(tx, context, [context.userId])
  return await countNotices(tx, context)
}
