import { addDays, startOfDay, today } from '@pianzhang/contract/calendar'
import { type Fen, formatYuan } from '@pianzhang/contract/money'
import type { ContractMessages } from '@pianzhang/contract/reminders'
import { sql } from 'kysely'
import { contractsById } from '../../base/contracts/find.ts'
import { paidOn } from '../../base/contracts/load.ts'
import type { Db } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { instalmentMessages } from '../payables/messages.ts'
import { type Due, isDueOn } from './load.ts'

/**
 * The messages of reminders that are due today, Shanghai time, newest reminder first, and with the feature `payable` those of instalments that
 * are overdue or to pay in the next days; a contract with both has a message of each. Empty without a project or the right, and in an archived project (api.md §4, §5).
 */
export async function listMessages(db: Db, context: PersonContext): Promise<ContractMessages> {
  const { project, now } = context
  const day = today(now)
  const midnight = Date.parse(startOfDay(addDays(day, 1)))
  const open = project && project.readOnly !== 'archived' ? project : null
  const items = [
    ...(open && context.can('contract_caution', 'read') ? await dueOn(db, open.id, day) : []),
    ...(open && context.can('payable', 'read')
      ? await instalmentMessages(context.services, open.id, day)
      : []),
  ]
  return { items, listTotal: items.length, day, day_ends_in: midnight - now.getTime() }
}

async function dueOn(db: Db, projectId: bigint, day: string): Promise<ContractMessages['items']> {
  const { rows } = await sql<Due & { code: string; contract_id: bigint; remark: string }>`
    select r.code, r.contract_id, r.remark, r.category, r.mode, r.judge_date, r.start_at, r.end_at from contract_reminders r
    where r.project_id = ${projectId} and r.start_at <= ${day} and r.end_at >= ${day} order by r.id desc`.execute(
    db,
  )
  const due = rows.filter((row) => isDueOn(day, row))
  const contracts = await contractsById(
    db,
    projectId,
    due.map((row) => row.contract_id),
    sql<Contract>`k.code, k.out_code, k.customer, k.amount, ${paidOn(projectId)} as paid`,
  )
  return due.flatMap(({ code, contract_id, remark }) => {
    const contract = contracts.get(contract_id)
    // The contract was deleted between the two statements.
    if (!contract) return []
    const message = messageOf(contract, remark)
    return [{ code, message, contract: { code: contract.code, out_code: contract.out_code } }]
  })
}

/** A contract with what was paid on it, in fen. */
interface Contract {
  code: string
  out_code: string
  customer: string
  amount: Fen
  paid: Fen
}

/** 合同HT-2026-018（某某影视器材）第三期租金，未付金额 128,000.00 元。 Without the amount where nothing is left to pay, which needs no alarm. */
export function messageOf(
  { out_code, customer, amount, paid }: Omit<Contract, 'code'>,
  remark: string,
): string {
  const unpaid = amount === paid ? '' : `，未付金额 ${formatYuan(amount - paid)} 元`
  return `合同${out_code}（${customer}）${remark}${unpaid}。`
}
