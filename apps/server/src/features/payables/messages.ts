import { addDays, daysBetween } from '@pianzhang/contract/calendar'
import { formatYuan, yuan } from '@pianzhang/contract/money'
import type { ContractMessages } from '@pianzhang/contract/reminders'
import { sql } from 'kysely'
import type { Services } from '../../platform/services.ts'
import { freshRows, restRows } from './filters.ts'
import { withNames } from './list.ts'
import { withFresh } from './stored-instalments.ts'

/** How many days before its due day an instalment is in the red strip. */
export const DAYS_AHEAD = 3
/** The strip shows one after the other; the rest, those that are overdue longest, are in the list. */
const MOST = 20

interface Row {
  code: string
  title: string
  due_at: string
  rest: bigint
  customer: string
  contract_code: string
  out_code: string
}

/** Messages of instalments that are overdue on `day` or to be paid until some days later, the earliest first. */
export async function instalmentMessages(
  services: Pick<Services, 'db'>,
  projectId: bigint,
  day: string,
): Promise<ContractMessages['items']> {
  const where = sql`r.incoming = false and r.due_at > '-infinity' and r.due_at <= ${addDays(day, DAYS_AHEAD)}`
  const last = (row: 'r' | 'p') => {
    const [due, customer, id] = ['due_at', 'customer', 'instalment_id'].map((name) =>
      sql.ref(`${row}.${name}`),
    )
    return sql`order by ${due} desc, ${customer} desc, ${id} desc limit ${MOST}`
  }
  const columns = sql`r.contract_id, r.instalment_id, r.due_at, r.customer, r.rest`
  const rows = await withFresh(services, projectId, async (tx, fresh) => {
    const found = await sql<Row>`
      with ${fresh.contracts.length > 0 ? sql`${freshRows(fresh)},` : sql``}
      latest as materialized (
        select p.* from (${restRows(projectId, fresh, columns, where, last('r'))}) p ${last('p')})
      select i.code, i.title, p.due_at, p.rest, p.customer, k.code as contract_code, k.out_code
      from latest p ${withNames(projectId)} order by p.due_at, p.instalment_id`.execute(tx)
    return found.rows
  })
  return rows.map((row) => ({
    code: row.code,
    message: dueMessage(row, day),
    contract: { code: row.contract_code, out_code: row.out_code },
  }))
}

/** 合同HT-2026-018（某某影视器材）第三期租金11月25日到期，未付金额 128,000.00 元；已逾期3天 where it should have been paid. */
function dueMessage(
  {
    out_code,
    customer,
    title,
    due_at,
    rest,
  }: Pick<Row, 'out_code' | 'customer' | 'title' | 'due_at' | 'rest'>,
  day: string,
): string {
  const [month, date] = [Number(due_at.slice(5, 7)), Number(due_at.slice(8))]
  const when =
    due_at < day
      ? `已逾期${daysBetween(due_at, day)}天`
      : `${due_at === day ? '今日' : `${month}月${date}日`}到期`
  return `合同${out_code}（${customer}）${title}${when}，未付金额 ${formatYuan(yuan(rest))} 元。`
}
