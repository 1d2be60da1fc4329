import type { Reminder, ReminderBody, ReminderUpdate } from '@pianzhang/contract/reminders'
import { sql } from 'kysely'
import type { ContractRule } from '../../base/contracts/rule.ts'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { completed, createdBy, ownerOf, updateRecord } from '../../platform/lists/records.ts'
import { logEntry, type ReminderRow, readReminder, reminderAnswers, reminderColumns } from './load.ts'
import { findReferences, problemsOf, scheduleOf } from './rules.ts'

export async function createReminder(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, ReminderBody>,
): Promise<Reminder> {
  const code = newCode()
  const columns = await columnsOf(tx, context.project.id, body)
  await tx
    .insertInto('contract_reminders')
    .values({ ...columns, ...createdBy(ownerOf(context)), code })
    .execute()
  const saved = await readReminder(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
}

export async function updateReminder(
  tx: Tx,
  context: ProjectContext,
  { params, body: given }: Input<{ code: string }, unknown, ReminderUpdate>,
): Promise<Reminder> {
  const projectId = context.project.id
  const before = await readReminder(tx, context, params.code, true)
  const { mode, judge_date, end_at, remark } = before
  const body = completed(given, { mode: mode.mode_value as ReminderBody['mode'], judge_date, end_at, remark })
  const columns = await columnsOf(tx, projectId, body)
  await updateRecord(tx, context, 'contract_reminders', before, body.version, columns)
  const saved = await readReminder(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before, after: saved }))
  return saved
}

export async function removeReminder(
  tx: Tx,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Record<string, never>> {
  const before = await readReminder(tx, context, params.code, true)
  await tx
    .deleteFrom('contract_reminders')
    .where('project_id', '=', context.project.id)
    .where('code', '=', params.code)
    .execute()
  await audit(tx, context, logEntry('delete', { before }))
  return {}
}

/** The columns of a body. Throws 422 with all fields that are wrong. */
async function columnsOf(tx: Tx, projectId: bigint, body: ReminderBody) {
  const found = await findReferences(tx, projectId, body.contract_code)
  const problems = problemsOf(body, found)
  if (problems.length > 0 || !found.contract) throw invalid(problems)
  return { ...scheduleOf(body), contract_id: found.contract.id, remark: body.remark }
}

/** The foreign key would delete the reminders of a contract too, but without a log entry and without a notice to open pages. */
export const REMINDERS_OF_CONTRACTS: ContractRule = { removing: removeRemindersOf }

async function removeRemindersOf(
  tx: Tx,
  context: ProjectContext,
  contractIds: readonly bigint[],
): Promise<void> {
  const { rows } = await sql<ReminderRow>`select ${reminderColumns} from contract_reminders r
    where r.project_id = ${context.project.id} and r.contract_id = any(${contractIds})
    order by r.id for update of r`.execute(tx)
  if (rows.length === 0) return
  const removed = await reminderAnswers(tx, context, rows)
  await sql`delete from contract_reminders r
    where r.project_id = ${context.project.id} and r.contract_id = any(${contractIds})`.execute(tx)
  await audit(tx, context, ...removed.map((before) => logEntry('delete', { before })))
}
