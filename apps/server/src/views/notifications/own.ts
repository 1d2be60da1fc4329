import { today } from '@pianzhang/contract/calendar'
import { NOTICE_KINDS, type NoticeKind } from '@pianzhang/contract/notifications'
import type { Action, Model } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import { entered } from '../../base/projects/load.ts'
import { anyOf } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'

/** The right without which notices of a kind are not shown, as they say what the right is for. */
const NEEDS: Readonly<Record<NoticeKind, readonly [Model, Action]>> = {
  waiting: ['payment_approval', 'write'],
  approved: ['payment_request', 'read'],
  returned: ['payment_request', 'read'],
  deputy: ['payment_approval', 'write'],
  rules: ['payment_request', 'read'],
  approver: ['project', 'write'],
}

/**
 * The caller's notices `n`, without those of projects `p` that they may not enter any more or that are archived, and of kinds for which they lack the
 * right. What waits in an expired project is left out, as nobody can decide on it.
 */
export const ownNotices = (context: PersonContext) => {
  const shown = NOTICE_KINDS.filter(({ code }) => context.can(...NEEDS[code])).map(({ code }) => code)
  return sql`notifications n left join projects p on p.id = n.project_id
  where n.company_id = ${context.companyId} and n.user_id = ${context.userId}
    and (n.project_id is null or (${entered(context)} and p.archive_at is null
      and (n.kind <> 'waiting' or p.expire_at >= ${today(context.now)})))
    and n.kind = ${anyOf(shown)}`
}
