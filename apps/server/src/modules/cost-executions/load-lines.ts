import type { PaymentLineAnswer } from '@pianzhang/contract/cost-executions'
import { labelOf, PAY_CHANNELS, VOUCHER_CATEGORIES, WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { ProjectContext } from '../../platform/route.ts'
import { attachmentAnswer } from '../attachments/link.ts'

interface LineRow {
  id: bigint
  cost_execution_id: bigint
  code: string
  subject_id: bigint
  pay_channel: number
  pay_category_id: bigint | null
  voucher_category: number | null
  face_tax_rate: string | null
  contract_id: bigint | null
  invoice_id: bigint | null
  pay_amount: bigint
  remark: string
}

/**
 * The lines of payments by the id of the payment, in their order. What they refer to is looked up once each, a statement a kind: one join
 * of them all takes the planner longer than it takes to run for a page, and for a project that it knows nothing of it goes through all
 * contracts for each line.
 */
export async function loadLines(
  db: Db | Tx,
  context: ProjectContext,
  paymentIds: bigint[],
): Promise<ReadonlyMap<bigint, PaymentLineAnswer[]>> {
  const lines = new Map<bigint, PaymentLineAnswer[]>()
  if (paymentIds.length === 0) return lines
  const { rows } = await sql<LineRow>`
    select id, cost_execution_id, code, subject_id, pay_channel, pay_category_id, voucher_category, face_tax_rate, contract_id,
      invoice_id, pay_amount, remark
    from cost_execution_details where project_id = ${context.project.id} and cost_execution_id = any(${paymentIds})
    order by cost_execution_id, position`.execute(db)
  const found = await findNames(db, context.project.id, rows)
  for (const row of rows) {
    const line = lineAnswer(context, row, found)
    const list = lines.get(row.cost_execution_id)
    if (list) list.push(line)
    else lines.set(row.cost_execution_id, [line])
  }
  return lines
}

type Found = Awaited<ReturnType<typeof findNames>>

interface SubjectRow {
  id: bigint
  one_id: bigint
  two_id: bigint
  code: string
  out_code: string
  name: string
}

interface FileRow {
  id: bigint
  code: string
  file_name: string
  file_size: bigint
  has_thumb: boolean
}

async function findNames(db: Db | Tx, projectId: bigint, lines: readonly LineRow[]) {
  const find = <T extends { id: bigint }>(
    table: string,
    columns: readonly string[],
    ids: readonly (bigint | null)[],
  ) => findById<T>(db, projectId, table, columns, ids)
  const subjects = await find<SubjectRow>(
    'subjects',
    ['one_id', 'two_id', 'code', 'out_code', 'name'],
    lines.map((line) => line.subject_id),
  )
  const above = [...subjects.values()].flatMap((subject) => [subject.one_id, subject.two_id])
  const { rows: links } =
    lines.length === 0
      ? { rows: [] }
      : await sql<{ detail_id: bigint; attachment_id: bigint }>`
          select detail_id, attachment_id from cost_execution_detail_attachments
          where project_id = ${projectId} and detail_id = any(${lines.map((line) => line.id)})
          order by detail_id, position`.execute(db)
  const fileIds = links.map((link) => link.attachment_id)
  const files = await find<FileRow>('attachments', ['code', 'file_name', 'file_size', 'has_thumb'], fileIds)
  const vouchers = new Map<bigint, FileRow[]>()
  for (const { detail_id, attachment_id } of links) {
    const file = files.get(attachment_id)
    if (file) vouchers.set(detail_id, [...(vouchers.get(detail_id) ?? []), file])
  }
  return {
    subjects,
    above: await find<{ id: bigint; name: string }>('subjects', ['name'], above),
    categories: await find<{ id: bigint; name: string }>(
      'pay_categories',
      ['name'],
      lines.map((line) => line.pay_category_id),
    ),
    contracts: await find<{ id: bigint; code: string; out_code: string }>(
      'contracts',
      ['code', 'out_code'],
      lines.map((line) => line.contract_id),
    ),
    invoices: await find<{ id: bigint; code: string; invoice_number: string }>(
      'invoices',
      ['code', 'invoice_number'],
      lines.map((line) => line.invoice_id),
    ),
    vouchers,
  }
}

/** Rows of a project's table by their ids. */
async function findById<T extends { id: bigint }>(
  db: Db | Tx,
  projectId: bigint,
  table: string,
  columns: readonly string[],
  ids: readonly (bigint | null)[],
): Promise<ReadonlyMap<bigint, T>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<T>`select id, ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where project_id = ${projectId} and id = any(${wanted})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function lineAnswer(context: ProjectContext, row: LineRow, found: Found): PaymentLineAnswer {
  const channel = String(row.pay_channel)
  const voucher = row.voucher_category === null ? null : String(row.voucher_category)
  const subject = found.subjects.get(row.subject_id)
  const contract = row.contract_id === null ? undefined : found.contracts.get(row.contract_id)
  const invoice = row.invoice_id === null ? undefined : found.invoices.get(row.invoice_id)
  return {
    code: row.code,
    subject_one_name: (subject && found.above.get(subject.one_id)?.name) ?? '',
    subject_two_name: (subject && found.above.get(subject.two_id)?.name) ?? '',
    subject_three_name: subject?.name ?? '',
    subject_three_code: subject?.code ?? '',
    subject_three_out_code: subject?.out_code ?? '',
    pay_channel_code: channel,
    pay_channel_i18n: labelOf(PAY_CHANNELS, channel),
    pay_category_id: row.pay_category_id === null ? null : String(row.pay_category_id),
    pay_category_name:
      row.pay_category_id === null
        ? WRITE_OFF_CATEGORY
        : (found.categories.get(row.pay_category_id)?.name ?? ''),
    voucher_category_code: voucher,
    voucher_category_i18n: labelOf(VOUCHER_CATEGORIES, voucher),
    face_tax_rate: row.face_tax_rate ?? '',
    contract: contract ? { code: contract.code, out_code: contract.out_code } : null,
    pay_amount_yuan: yuan(row.pay_amount),
    check_invoice: invoice ? { code: invoice.code, invoice_number: invoice.invoice_number } : null,
    voucher_attachments: (found.vouchers.get(row.id) ?? []).map((file) =>
      // 50 MB at most.
      attachmentAnswer(context, { ...file, file_size: Number(file.file_size) }),
    ),
    remark: row.remark,
  }
}
