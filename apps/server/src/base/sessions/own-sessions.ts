import { formatInstant } from '@pianzhang/contract/calendar'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { ABSOLUTE_MS, IDLE_MS } from '../../platform/http/account.ts'
import { missing } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'

/** Ends the request's session. */
export async function logOut(tx: Tx, context: PersonContext) {
  await tx
    .updateTable('sessions')
    .set({ ended_at: context.now, end_reason: 'logout' })
    .where('id', '=', context.sessionId)
    .execute()
  await audit(tx, ofCompany(context), {
    action: 'logout',
    resource: 'user',
    code: context.userCode,
    label: context.userName,
  })
  context.outgoing.cookie = null
  return {}
}

/** The person's open sessions, newest first. */
export async function listSessions(db: Db, context: PersonContext) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'code', 'created_at', 'seen_at', 'address', 'agent'])
    .where('user_id', '=', context.userId)
    .where('ended_at', 'is', null)
    .where('seen_at', '>', new Date(context.now.getTime() - IDLE_MS))
    .where('created_at', '>', new Date(context.now.getTime() - ABSOLUTE_MS))
    .orderBy('id', 'desc')
    .execute()
  const items = rows.map((row) => ({
    code: row.code,
    created_at: formatInstant(row.created_at),
    seen_at: formatInstant(row.seen_at),
    address: row.address,
    agent: row.agent,
    current: row.id === context.sessionId,
  }))
  return { items, listTotal: items.length }
}

export async function endSession(
  tx: Tx,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: context.now, end_reason: 'logout' })
    .where('code', '=', params.code)
    .where('user_id', '=', context.userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw missing()
  await audit(tx, ofCompany(context), {
    action: 'logout',
    resource: 'user',
    code: context.userCode,
    label: context.userName,
  })
  if (ended.id === context.sessionId) context.outgoing.cookie = null
  return {}
}
