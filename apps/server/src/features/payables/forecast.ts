import { addDays, today, weekRange } from '@pianzhang/contract/calendar'
import { type Fen, yuan } from '@pianzhang/contract/money'
import type { Forecast, ForecastQuery } from '@pianzhang/contract/payables'
import { sql } from 'kysely'
import { openCash } from '../../base/contracts/commitments.ts'
import { totalSum } from '../../books/payments/statistics/sql.ts'
import { allDetails, openTotal, totalSet } from '../../books/petty-cash/load.ts'
import { receiptTotal } from '../../books/receipts/load.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { projectHas } from '../../platform/features.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { dueRows, plannedTaxRows } from '../fees/withheld-tax.ts'
import { dayRows, freshRows } from './filters.ts'
import { type Fresh, oncePaid, withFresh } from './stored-instalments.ts'

/** What is due in a week; `week` −1: after the last one, −2: not reached. `overdue`: of the first week. Fen as text. */
interface Week {
  week: number
  incoming: boolean
  amount: string
  overdue: string
}
interface Found {
  received: bigint
  paid: bigint
  written_off: bigint
  imprest: bigint
  weeks: Week[]
}

/** Balance and weeks in one statement of a snapshot, so that a payment is in both or in neither. */
async function find(
  tx: Tx,
  projectId: bigint,
  fresh: Fresh,
  { day, monday, last, withheld }: { day: string; monday: string; last: string; withheld: boolean },
): Promise<Found> {
  const { rows } = await sql<Found>`
    ${fresh.contracts.length > 0 ? sql`with ${freshRows(fresh)}` : sql``}
    select ${receiptTotal(projectId)} as received, (${totalSum(projectId, [])}) as paid,
      (select a.total from (${allDetails(projectId)}) a) - (${openTotal(projectId)}) as written_off,
      coalesce((select s.amount from (${totalSet(projectId)}) s), 0) as imprest,
      (select coalesce(jsonb_agg(jsonb_build_object('week', w.week, 'incoming', w.incoming, 'amount', w.amount::text,
          'overdue', w.overdue::text)), '[]')
        from (
          select case when u.due_at = 'infinity' then -2 when u.due_at > ${last} then -1 when u.due_at < ${monday} then 0
              else (u.due_at - ${monday}::date) / 7 end as week,
            u.incoming, sum(u.amount) as amount, coalesce(sum(u.amount) filter (where u.due_at < ${day}), 0) as overdue
          from (
            select d.incoming, d.due_at, d.amount from (${dayRows(projectId, fresh, sql`d.due_at > '-infinity'`)}) d
            ${withheld ? sql`union all ${dueRows(projectId)}` : sql``}) u group by 1, 2) w) as weeks`.execute(
    tx,
  )
  return rows[0] as Found
}

/**
 * What is left without what is accounted for elsewhere: open petty cash that names a contract, as the balance is without the total set of it; and the tax
 * that waits to be remitted, which has days of its own. A fee on a contract fills its plan by what was paid out, so the tax is in the rests too until then.
 */
async function withoutCashAndTax(tx: Tx, projectId: bigint, fresh: Fresh, withheld: boolean): Promise<Fresh> {
  const { rows } = await sql<{ contract_id: bigint; amount: bigint }>`
    select p.contract_id, sum(p.amount) as amount from (
      select c.contract_id, c.amount from (${openCash(projectId)}) c
      where exists (select 1 from contract_instalments i where i.project_id = ${projectId} and i.contract_id = c.contract_id)
      ${withheld ? sql`union all ${plannedTaxRows(projectId)}` : sql``}) p
    group by 1`.execute(tx)
  return await oncePaid(
    tx,
    projectId,
    fresh,
    new Map(rows.map(({ contract_id, amount }) => [contract_id, amount])),
  )
}

interface ForecastWeek {
  start: string
  end: string
  in: Fen
  out: Fen
  balance: Fen
}

/** The weeks to come, and what they start from. Overdue receivables are money of the first week only where the query says so. */
export async function readForecast(
  services: ProjectContext['services'],
  projectId: bigint,
  { weeks, overdue_in }: ForecastQuery,
  day: string,
) {
  const [monday] = weekRange(day)
  const last = addDays(monday, 7 * weeks - 1)
  const withheld = await projectHas(services.db, projectId, 'labor_tax')
  const found = await withFresh(services, projectId, async (tx, fresh) => {
    const rests = await withoutCashAndTax(tx, projectId, fresh, withheld)
    return await find(tx, projectId, rests, { day, monday, last, withheld })
  })
  const due = (week: number, incoming: boolean, name: 'amount' | 'overdue' = 'amount'): Fen =>
    BigInt(found.weeks.find((one) => one.week === week && one.incoming === incoming)?.[name] ?? 0)
  const paid = found.paid - found.written_off
  let balance = found.received - paid - found.imprest
  const start = balance
  const items = Array.from({ length: weeks }, (_, week): ForecastWeek => {
    const uncounted = week === 0 && overdue_in !== '1' ? due(week, true, 'overdue') : 0n
    const [into, out] = [due(week, true) - uncounted, due(week, false)]
    balance += into - out
    return {
      start: addDays(monday, 7 * week),
      end: addDays(monday, 7 * week + 6),
      in: into,
      out,
      balance,
    }
  })
  return { received: found.received, paid, imprest: found.imprest, balance: start, items, due }
}

const weekAnswer = ({ start, end, in: into, out, balance }: ForecastWeek) => ({
  start_at: start,
  end_at: end,
  in_yuan: yuan(into),
  out_yuan: yuan(out),
  balance_yuan: yuan(balance),
})

/** What the project has now, and will have at the end of each week. */
export async function showForecast(
  _db: Db,
  { project, services, now }: ProjectContext,
  { query }: Input<unknown, ForecastQuery, unknown>,
): Promise<Forecast> {
  const day = today(now)
  const { received, paid, imprest, balance, items, due } = await readForecast(
    services,
    project.id,
    query,
    day,
  )
  const gap = items.find((week) => week.balance < 0n)
  let lowest = items[0]?.balance ?? balance
  for (const week of items) if (week.balance < lowest) lowest = week.balance
  return {
    today: day,
    balance_yuan: yuan(balance),
    received_yuan: yuan(received),
    paid_yuan: yuan(paid),
    imprest_yuan: yuan(imprest),
    items: items.map(weekAnswer),
    gap: gap ? weekAnswer(gap) : null,
    lowest_yuan: yuan(lowest),
    overdue_in_yuan: yuan(due(0, true, 'overdue')),
    overdue_out_yuan: yuan(due(0, false, 'overdue')),
    later_in_yuan: yuan(due(-1, true)),
    later_out_yuan: yuan(due(-1, false)),
    waiting_in_yuan: yuan(due(-2, true)),
    waiting_out_yuan: yuan(due(-2, false)),
  }
}
