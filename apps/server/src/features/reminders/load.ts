import { daysBetween, thisMonth } from '@pianzhang/contract/calendar'
import { labelOf, REMINDER_CATEGORIES, REMINDER_MODES } from '@pianzhang/contract/lists'
import type { Reminder } from '@pianzhang/contract/reminders'
import { sql } from 'kysely'
import { contractsById } from '../../base/contracts/find.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { entriesOf, rightsTo } from '../../platform/lists/records.ts'

/** A row of `contract_reminders`. */
export interface ReminderRow extends Due {
  code: string
  version: number
  contract_id: bigint
  remark: string
  creator_id: bigint
  created_at: Date
}

/** The columns of a `ReminderRow` from reminder `r`. */
export const reminderColumns = sql<ReminderRow>`r.code, r.version, r.contract_id, r.category, r.mode, r.judge_date,
  r.start_at, r.end_at, r.remark, r.creator_id, r.created_at`

/** What this person may do with reminders now. */
export const canOf = rightsTo('contract_caution')

/** Converts rows to answers of the API. Contracts and people are looked up by id, not joined (platform/database/README.md). */
export async function reminderAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly ReminderRow[],
): Promise<Reminder[]> {
  const contracts = await contractsById(
    db,
    context.project.id,
    rows.map((row) => row.contract_id),
    sql<{ code: string; out_code: string; customer: string }>`k.code, k.out_code, k.customer`,
  )
  const created = await createdOf(db, context, rows)
  const can = canOf(context)
  return rows.flatMap((row) => {
    const contract = contracts.get(row.contract_id)
    // The contract was deleted between the two statements, and the reminder with it.
    if (!contract) return []
    const { code, out_code, customer } = contract
    const category = String(row.category)
    const mode = row.mode === null ? null : String(row.mode)
    return {
      code: row.code,
      version: row.version,
      contract_code: code,
      contract: { code, out_code, customer },
      category: { category_value: category, category_i18n: labelOf(REMINDER_CATEGORIES, category) },
      mode: { mode_value: mode, mode_i18n: labelOf(REMINDER_MODES, mode) },
      judge_date: row.judge_date,
      start_at: row.start_at,
      end_at: row.end_at,
      remark: row.remark,
      ...created(row),
      can,
    }
  })
}

/** A reminder as GET answers it. Throws 404. `lock`: locks it until the commit. */
export async function readReminder(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock = false,
): Promise<Reminder> {
  const { rows } = await sql<ReminderRow>`select ${reminderColumns} from contract_reminders r
    where r.project_id = ${context.project.id} and r.code = ${code} ${lock ? sql`for update of r` : sql``}`.execute(
    db,
  )
  const [answer] = await reminderAnswers(db, context, rows)
  if (!answer) throw missing()
  return answer
}

/** The log entry of a reminder: without the rights, which depend on the reader. */
export const logEntry = entriesOf<Reminder>(
  'contract_caution',
  ({ contract, category, start_at }) => `${contract.out_code} ${category.category_i18n} ${start_at}`,
  ({ can: _, ...reminder }) => reminder,
)

/** The stored schedule of a reminder. Days are `YYYY-MM-DD`. */
export interface Due {
  /** 0 single, 1 recurring. */
  category: number
  /** Of a recurring reminder: 0 every `judge_date` days, 1 on day `judge_date` of the month. */
  mode: number | null
  judge_date: number | null
  start_at: string
  /** Of a single reminder: equal to `start_at`. */
  end_at: string
}

/**
 * Whether the reminder is due on this day (api.md §5): a single one on `start_at`; mode 0 on `start_at` and every `judge_date` days after it;
 * mode 1 on day `judge_date` of the month, in a shorter month on its last day. `start_at` and `end_at` belong to the period.
 */
export function isDueOn(day: string, { category, mode, judge_date, start_at, end_at }: Due): boolean {
  if (day < start_at || day > end_at) return false
  if (category === 0 || judge_date === null) return day === start_at
  if (mode === 0) return daysBetween(start_at, day) % judge_date === 0
  const [, lastDay] = thisMonth(day)
  return Number(day.slice(8)) === Math.min(judge_date, Number(lastDay.slice(8)))
}
