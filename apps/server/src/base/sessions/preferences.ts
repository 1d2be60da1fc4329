import type { preferences } from '@pianzhang/contract/session'
import type { z } from 'zod'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'

export async function showPreferences(db: Db, context: PersonContext) {
  const row = await db
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', context.userId)
    .executeTakeFirstOrThrow()
  return row.preferences as z.input<typeof preferences>
}

/** Replaces the person's preferences. They are no business record, so there is no audit entry. */
export async function savePreferences(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, z.output<typeof preferences>>,
) {
  await tx
    .updateTable('users')
    .set({ preferences: JSON.stringify(body) })
    .where('id', '=', context.userId)
    .execute()
  return body
}
