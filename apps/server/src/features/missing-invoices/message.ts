import { today } from '@pianzhang/contract/calendar'
import {
  MAX_MESSAGE_LINES,
  type MissingMessage,
  type MissingMessageQuery,
  type Reason,
  TITLE_FIELDS,
} from '@pianzhang/contract/missing-invoices'
import { type Fen, formatYuan, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { conditions } from './filters.ts'
import { reasonOf } from './lines-without-invoice.ts'
import { orderOf } from './list.ts'
import { refundsOf } from './payers.ts'
import { onKept } from './stored-lines.ts'
import { loadTitle } from './title.ts'

/** What the payer is asked for, where it is not an invoice of the amount. */
const WISHES: Partial<Record<Reason, string>> = {
  faulty: '（原发票异常，请重开）',
  short: '（差额）',
  original: '（请提供电子发票原件）',
}

interface Row {
  pay_at: string
  lacking: Fen
  reason: number
  count: number
  total: Fen
}

/** A text for the payer: what was paid without an invoice, and what the invoice must say. Throws 404 for one who owes none. */
export async function showMessage(
  _db: Db,
  { project, services, now }: ProjectContext,
  { query }: Input<unknown, MissingMessageQuery, unknown>,
): Promise<MissingMessage> {
  const { payer } = query
  const { rows, title, refunds } = await onKept(services, project.id, async (tx) => {
    const where = await conditions(tx, project.id, { payer, line_codes: [] }, today(now))
    const found = await sql<Row>`
      select l.pay_at, l.lacking, l.reason, count(*) over ()::int4 as count, sum(l.lacking) over () as total
      from missing_lines l where l.project_id = ${project.id} and ${where} ${orderOf('desc')} limit ${MAX_MESSAGE_LINES}`.execute(
      tx,
    )
    const refunds = (await refundsOf(tx, project.id, [payer]))(payer)
    return { rows: found.rows, title: await loadTitle(tx, project.id), refunds }
  })
  const [first] = rows
  if (!first) throw missing()
  const { count, total } = first
  const named = TITLE_FIELDS.flatMap(({ field, label }) =>
    title[field] === '' ? [] : `${label}：${title[field]}`,
  )
  const text = [
    `${payer}：`,
    `《${project.name}》剧组以下付款尚未收到合格发票，请补开：`,
    ...rows.map(
      ({ pay_at, lacking, reason }) =>
        `${pay_at}  ${formatYuan(yuan(lacking))} 元${WISHES[reasonOf(reason).code] ?? ''}`,
    ),
    ...(count > rows.length ? [`……共 ${count} 笔`] : []),
    `合计  ${formatYuan(yuan(total))} 元`,
    // Which of the payments a refund gives back nobody has said.
    ...(refunds.count > 0
      ? [
          `贵方已退款 ${refunds.count} 笔  ${formatYuan(refunds.amount_yuan)} 元，如退的是以上款项，退款部分无需开票`,
        ]
      : []),
    ...named,
  ].join('\n')
  return { text, count, lacking_yuan: yuan(total), refunds }
}
