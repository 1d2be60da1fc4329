import { formatYuan } from '@pianzhang/contract/money'
import type { NoticeKind } from '@pianzhang/contract/notifications'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { notify, settle } from '../notifications/notify.ts'
import type { RequestRow } from './load.ts'
import { decidersOf, type People, peopleOf } from './people.ts'

/** What notices of a request are about, so that they can be settled together. */
const about = ({ code }: RequestRow): string => `payment_request ${code}`
const pathOf = ({ code }: RequestRow): string => `/approve?code=${code}`

/** Tells everybody who may take the step that a request waits for. */
export async function tellDeciders(
  tx: Tx,
  context: ProjectContext,
  row: RequestRow,
  people?: People,
): Promise<void> {
  const deciders = decidersOf(people ?? (await peopleOf(tx, context)), row)
  await notify(
    tx,
    context,
    deciders.map((userId) => ({
      userId,
      kind: 'waiting',
      title: `待审批：${row.payer} ${formatYuan(row.total)} 元`,
      text: row.summary,
      path: pathOf(row),
      about: about(row),
    })),
  )
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
export const settleWaiting = (tx: Tx, context: ProjectContext, row: RequestRow): Promise<void> =>
  settle(tx, context, about(row))
