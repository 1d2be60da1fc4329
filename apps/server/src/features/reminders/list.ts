import type {
  Reminder,
  ReminderFilters,
  ReminderList,
  ReminderListQuery,
} from '@pianzhang/contract/reminders'
import { type RawBuilder, sql } from 'kysely'
import { ofContract } from '../../base/contracts/find.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { canOf, readReminder, reminderAnswers, reminderColumns } from './load.ts'

/** A page of reminders, newest first. */
export async function listReminders(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, ReminderListQuery, unknown>,
): Promise<ReminderList> {
  const { rows, count } = await listPage(
    db,
    {
      columns: reminderColumns,
      from: sql`contract_reminders r where ${conditions(context.project.id, query)}`,
      order: sql`r.id desc`,
    },
    query,
  )
  return { items: await reminderAnswers(db, context, rows), listTotal: count, can: canOf(context) }
}

export const showReminder = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Reminder> => readReminder(db, context, params.code)

/** The filters of the list on a reminder `r`. A contract that does not exist matches nothing. */
function conditions(projectId: bigint, query: ReminderFilters): RawBuilder<unknown> {
  const where: Conditions = [sql`r.project_id = ${projectId}`]
  if (query.keywords)
    where.push(sql`(${contains(query.keywords, 'r.remark')} or r.contract_id in (select k.id from contracts k
      where k.project_id = ${projectId} and ${contains(query.keywords, 'k.out_code', 'k.customer')}))`)
  if (query.contract_code) where.push(ofContract(projectId, sql`r.contract_id`, query.contract_code))
  return filtered(where)
}
