import { sql } from 'kysely'
import type { ContractRule } from '../../base/contracts/rule.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { logEntry, type ReminderRow, reminderAnswers, reminderColumns } from './load.ts'

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
