import { formatInstant } from '@pianzhang/contract/calendar'
import type { Payment, PaymentLineAnswer } from '@pianzhang/contract/cost-executions'
import { labelOf, PAY_CHANNELS, VOUCHER_CATEGORIES, WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { missing } from '../../platform/errors.ts'
import { mayNow } from '../../platform/guard.ts'
import type { ProjectContext } from '../../platform/route.ts'
import { attachmentAnswer } from '../attachments/link.ts'

/** A row of `cost_executions` with its creator's name: what `withLines` makes an answer of. */
export interface HeaderRow {
  id: bigint
  code: string
  version: number
  pay_at: string
  payer: string
  post: string
  summary: string
  pay_amount: bigint
  creator_name: string
  created_at: Date
  updated_at: Date
}

export const headerColumns = sql`c.id, c.code, c.version, c.pay_at, c.payer, c.post, c.summary, c.pay_amount, c.created_at, c.updated_at,
  (select u.name from users u where u.id = c.creator_id) as creator_name`

/** One payment of the project, by its number. Throws 404. `lock` keeps others from changing it until the commit. */
export async function loadPayment(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock = false,
): Promise<Payment & { id: bigint }> {
  const { rows } = await sql<HeaderRow>`select ${headerColumns} from cost_executions c
    where c.project_id = ${context.project.id} and c.code = ${code} ${lock ? sql`for update of c` : sql``}`.execute(
    db,
  )
  const row = rows[0]
  if (!row) throw missing()
  const [payment] = await withLines(db, context, rows)
  return { ...(payment as Payment), id: row.id }
}

/** Those of these numbers, in the order of creation. */
export async function loadPayments(
  db: Db | Tx,
  context: ProjectContext,
  codes: readonly string[],
): Promise<Payment[]> {
  const { rows } = await sql<HeaderRow>`select ${headerColumns} from cost_executions c
    where c.project_id = ${context.project.id} and c.code = any(${codes}) order by c.id`.execute(db)
  return withLines(db, context, rows)
}

/** What this person may do with payments now. */
export const canOf = (context: ProjectContext) => ({
  write: mayNow(context, 'cost_execution', 'write'),
  delete: mayNow(context, 'cost_execution', 'delete'),
})

/** Adds the lines to rows of payments; one statement for all of them. */
export async function withLines(
  db: Db | Tx,
  context: ProjectContext,
  headers: readonly HeaderRow[],
): Promise<Payment[]> {
  const lines = new Map<bigint, PaymentLineAnswer[]>()
  const can = canOf(context)
  for (const row of await selectLines(
    db,
    context.project.id,
    headers.map((header) => header.id),
  )) {
    const list = lines.get(row.cost_execution_id) ?? []
    list.push(lineAnswer(context, row))
    lines.set(row.cost_execution_id, list)
  }
  return headers.map((row) => ({
    code: row.code,
    version: row.version,
    pay_at: row.pay_at,
    payer: row.payer,
    post: row.post,
    summary: row.summary,
    pay_amount_yuan: yuan(row.pay_amount),
    creator_name: row.creator_name,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    cost_execution_details: lines.get(row.id) ?? [],
    can,
  }))
}

interface LineRow {
  cost_execution_id: bigint
  code: string
  subject_one_name: string
  subject_two_name: string
  subject_three_name: string
  subject_three_code: string
  subject_three_out_code: string
  pay_channel: number
  pay_category_id: bigint | null
  pay_category_name: string | null
  voucher_category: number | null
  face_tax_rate: string | null
  contract_code: string | null
  contract_out_code: string | null
  invoice_code: string | null
  invoice_number: string | null
  pay_amount: bigint
  remark: string
  /** `file_size` passes through JSON; 50 MB at most, so a number holds it. */
  attachments:
    | { code: string; file_name: string; file_size: number; kind: string; has_thumb: boolean }[]
    | null
}

async function selectLines(db: Db | Tx, projectId: bigint, ids: bigint[]): Promise<LineRow[]> {
  if (ids.length === 0) return []
  // The lines first, by their payments: of a project that was just made the planner knows nothing, and would come by way of its subjects.
  const { rows } = await sql<LineRow>`
    with d as materialized (
      select * from cost_execution_details where project_id = ${projectId} and cost_execution_id = any(${ids})),
    files as materialized (
      select l.detail_id, jsonb_agg(jsonb_build_object('code', a.code, 'file_name', a.file_name, 'file_size', a.file_size, 'kind', a.kind,
          'has_thumb', a.has_thumb) order by l.position) as attachments
      from d join cost_execution_detail_attachments l on l.project_id = d.project_id and l.detail_id = d.id
      join attachments a on a.project_id = l.project_id and a.id = l.attachment_id
      group by l.detail_id)
    select d.cost_execution_id, d.code, one.name as subject_one_name, two.name as subject_two_name, three.name as subject_three_name,
      three.code as subject_three_code, three.out_code as subject_three_out_code, d.pay_channel, d.pay_category_id,
      p.name as pay_category_name, d.voucher_category, d.face_tax_rate, k.code as contract_code, k.out_code as contract_out_code,
      i.code as invoice_code, i.invoice_number, d.pay_amount, d.remark,
      f.attachments
    from d
    join subjects three on three.project_id = d.project_id and three.id = d.subject_id
    join subjects two on two.project_id = d.project_id and two.id = three.two_id
    join subjects one on one.project_id = d.project_id and one.id = three.one_id
    left join pay_categories p on p.project_id = d.project_id and p.id = d.pay_category_id
    left join contracts k on k.project_id = d.project_id and k.id = d.contract_id
    left join invoices i on i.project_id = d.project_id and i.id = d.invoice_id
    left join files f on f.detail_id = d.id
    order by d.cost_execution_id, d.position`.execute(db)
  return rows
}

function lineAnswer(context: ProjectContext, row: LineRow): PaymentLineAnswer {
  const channel = String(row.pay_channel)
  const voucher = row.voucher_category === null ? null : String(row.voucher_category)
  return {
    code: row.code,
    subject_one_name: row.subject_one_name,
    subject_two_name: row.subject_two_name,
    subject_three_name: row.subject_three_name,
    subject_three_code: row.subject_three_code,
    subject_three_out_code: row.subject_three_out_code,
    pay_channel_code: channel,
    pay_channel_i18n: labelOf(PAY_CHANNELS, channel),
    pay_category_id: row.pay_category_id === null ? null : String(row.pay_category_id),
    pay_category_name: row.pay_category_name ?? WRITE_OFF_CATEGORY,
    voucher_category_code: voucher,
    voucher_category_i18n: labelOf(VOUCHER_CATEGORIES, voucher),
    face_tax_rate: row.face_tax_rate ?? '',
    contract:
      row.contract_code === null ? null : { code: row.contract_code, out_code: row.contract_out_code ?? '' },
    pay_amount_yuan: yuan(row.pay_amount),
    check_invoice:
      row.invoice_code === null ? null : { code: row.invoice_code, invoice_number: row.invoice_number ?? '' },
    voucher_attachments: (row.attachments ?? []).map((file) => attachmentAnswer(context, file)),
    remark: row.remark,
  }
}
