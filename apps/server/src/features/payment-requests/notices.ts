import { formatYuan } from '@pianzhang/contract/money'
import type { NoticeKind } from '@pianzhang/contract/notifications'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Notice, type NoticeScope, notify, settle } from '../../platform/notifications.ts'
import type { RequestRow } from './load.ts'
import { decidersOf, type People, peopleOf } from './people.ts'

/** What notices of a request are about, so that they can be settled together. */
export const about = ({ code }: Pick<RequestRow, 'code'>): string => `payment_request ${code}`
const pathOf = ({ code }: Pick<RequestRow, 'code'>): string => `/approve?code=${code}`

/**
 * Locks the project's rules against `retellDeciders`: of a request that is sent and a change of who decides at once, the later one sees the other, so
 * nobody is left untold. Acts on requests share the lock.
 */
export const lockPeople = async (tx: Tx, { project }: NoticeScope): Promise<void> => {
  await sql`select 1 from approval_rules where project_id = ${project.id} for share`.execute(tx)
}

/** A notice of a request that waits, for each who may decide on it. */
export const waitingNotices = (
  people: People,
  row: Pick<RequestRow, 'code' | 'payer' | 'total' | 'summary' | 'waits' | 'blocked'>,
): Notice[] =>
  decidersOf(people, row).map((userId) => ({
    userId,
    kind: 'waiting',
    title: `待审批：${row.payer} ${formatYuan(row.total)} 元`,
    text: row.summary,
    path: pathOf(row),
    about: about(row),
  }))

/** Tells everybody who may take the step that a request waits for. */
export async function tellDeciders(tx: Tx, context: ProjectContext, row: RequestRow): Promise<void> {
  await lockPeople(tx, context)
  await notify(tx, context, waitingNotices(await peopleOf(tx, context), row))
}

/** Tells who asked what became of the request, unless it was the caller. */
export async function tellAuthor(
  tx: Tx,
  context: ProjectContext,
  row: RequestRow,
  kind: NoticeKind,
  title: string,
  text: string,
): Promise<void> {
  if (row.creator_id === context.userId) return
  await notify(tx, context, [
    { userId: row.creator_id, kind, title, text, path: pathOf(row), about: about(row) },
  ])
}

/** The step is decided: it waits for nobody of those who were told. */
export async function settleWaiting(tx: Tx, context: ProjectContext, row: RequestRow): Promise<void> {
  // Before the rows of notices, as `retellDeciders` locks in this order.
  await lockPeople(tx, context)
  await settle(tx, context, about(row))
}
