import { addDays } from '@pianzhang/contract/calendar'
import type { ContractMessages } from '@pianzhang/contract/contract-cautions'
import { formatYuan, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Services } from '../../platform/services.ts'
import { freshRows, restRows } from './filters.ts'
import { withFresh } from './kept.ts'
import { withNames } from './list.ts'

/** How many days before its due day an instalment is in the red strip. */
export const DAYS_AHEAD = 3
/** The strip shows one after the other; the rest are in the list. */
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

/** Messages of instalments that are to be paid from `day` until some days later, the earliest first. */
export async function instalmentMessages(
  services: Pick<Services, 'db'>,
  projectId: bigint,
  day: string,
): Promise<ContractMessages['items']> {
  const where = sql`r.incoming = false and r.due_at >= ${day} and r.due_at <= ${addDays(day, DAYS_AHEAD)}`
  const columns = sql`r.contract_id, r.instalment_id, r.due_at, r.customer, r.rest`
  const rows = await withFresh(services, projectId, async (tx, fresh) => {
    const found = await sql<Row>`
      ${fresh.contracts.length > 0 ? sql`with ${freshRows(fresh)}` : sql``}
      select i.code, i.title, p.due_at, p.rest, p.customer, k.code as contract_code, k.out_code
      from (${restRows(projectId, fresh, columns, where)}) p ${withNames(projectId)}
      order by p.due_at, p.instalment_id limit ${MOST}`.execute(tx)
    return found.rows
  })
  return rows.map((row) => ({
    code: row.code,
    message: dueMessage(row, day),
    contract: { code: row.contract_code, out_code: row.out_code },
  }))
}

/** 合同HT-2026-018（某某影视器材）第三期租金11月25日到期，未付金额 128,000.00 元。 */
export function dueMessage(
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
  const when = due_at === day ? '今日' : `${month}月${date}日`
  return `合同${out_code}（${customer}）${title}${when}到期，未付金额 ${formatYuan(yuan(rest))} 元。`
}
