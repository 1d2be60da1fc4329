import { labelOf, PAY_CHANNELS, VOUCHER_CATEGORIES, WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import type { PaymentLineAnswer } from '@pianzhang/contract/payments'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type AttachmentRow, attachmentAnswer, filesOf } from '../../base/attachments/link.ts'
import { invoicesOfLines } from '../../base/invoices/uses.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

type LineRow = Omit<Selectable<Database['payment_lines']>, 'project_id' | 'position'> & {
  has_files: boolean
  has_invoices: boolean
  line_count: number | null
}

/** The first or all lines of one payment, in order. `count`: how many it has; `imprest`: the number of the petty cash detail it was posted for. */
export interface Lines {
  lines: PaymentLineAnswer[]
  count: number
  imprest: string | null
}

/**
 * The lines of payments by the payment's id: all, or the first `most` of each. References are looked up by id in a
 * second statement: planning one large join takes longer than executing it, and without statistics the join scans all
 * contracts for each line.
 */
export async function loadLines(
  db: Db | Tx,
  context: ProjectContext,
  paymentIds: bigint[],
  most?: number,
): Promise<ReadonlyMap<bigint, Lines>> {
  const found = new Map<bigint, Lines>()
  if (paymentIds.length === 0) return found
  const first = firstLines(context.project.id, most)
  const { rows } = await sql<LineRow>`
    select d.id, d.payment_id, d.code, d.subject_id, d.pay_channel, d.pay_category_id, d.voucher_category, d.face_tax_rate,
      d.contract_id, d.instalment_id, d.pay_amount, d.remark, d.no_invoice_reason,
      exists (select from payment_line_attachments l where l.project_id = ${context.project.id} and l.line_id = d.id) as has_files,
      exists (select from invoice_uses u where u.project_id = ${context.project.id} and u.line_id = d.id) as has_invoices,
      ${first.count} as line_count
    from payment_lines d where d.project_id = ${context.project.id} and d.payment_id = any(${paymentIds})
      and ${first.only}
    order by d.payment_id, d.position`.execute(db)
  const names = await findNames(db, context, rows)
  const files = await findFiles(db, context.project.id, rows)
  const invoices = await invoicesOfLines(
    db,
    context.project.id,
    rows.filter((row) => row.has_invoices).map(({ id }) => id),
  )
  for (const row of rows) {
    const line = lineAnswer(context, row, names, files.get(row.id) ?? [], invoices.get(row.id) ?? [])
    const imprest = names.get(`imprest ${row.payment_id}`)?.code ?? null
    const own = found.get(row.payment_id) ?? { lines: [], count: 0, imprest }
    own.lines.push(line)
    own.count = row.line_count ?? own.lines.length
    found.set(row.payment_id, own)
  }
  return found
}

/** How many lines these payments have, by the payment's id. */
export async function countLines(
  tx: Tx,
  projectId: bigint,
  paymentIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await sql<{ id: bigint; lines: number }>`
    select d.payment_id as id, count(*)::int4 as lines from payment_lines d
    where d.project_id = ${projectId} and d.payment_id = any(${paymentIds})
    group by d.payment_id`.execute(tx)
  return new Map(rows.map(({ id, lines }) => [id, lines]))
}

/** Positions are 1, 2, 3 … without gaps, so only payments that have a line at position `most` need a count. */
function firstLines(projectId: bigint, most: number | undefined) {
  if (most === undefined) return { only: sql`true`, count: sql`null::int4` }
  return {
    only: sql`d.position <= ${most}`,
    count: sql`case when d.position = ${most} then (
        select count(*)::int4 from payment_lines o
        where o.project_id = ${projectId} and o.payment_id = d.payment_id) end`,
  }
}

/** A subject, payment type, contract, instalment, or petty cash detail; fields that a kind does not have are null. */
interface NamedRecord {
  name: string
  code: string | null
  out_code: string | null
  one_name: string | null
  two_name: string | null
}
type Kind = 'subject' | 'pay_category' | 'contract' | 'instalment' | 'imprest'
type Names = ReadonlyMap<`${Kind} ${bigint}`, NamedRecord>

/**
 * All names in one statement, as on a busy server each round trip waits. A petty cash detail has the id of the payment
 * that it was posted as; only such payments have lines without a payment type.
 */
async function findNames(
  db: Db | Tx,
  { project: { id: projectId } }: ProjectContext,
  lines: readonly LineRow[],
): Promise<Names> {
  const kind = (name: Kind, ids: (bigint | null)[], columns: RawBuilder<unknown>, table: string) => {
    const wanted = [...new Set(ids)].filter((id) => id !== null)
    return wanted.length === 0
      ? []
      : [
          sql`select ${sql.lit(name)} as kind, t.id, ${columns} from ${sql.table(table)} t
            where t.project_id = ${projectId} and t.id = any(${wanted})`,
        ]
  }
  const above = (column: string) =>
    sql`(select p.name from subjects p where p.project_id = ${projectId} and p.id = ${sql.ref(`t.${column}`)})`
  const none = sql`null::text`
  const posted = lines.filter((line) => line.pay_category_id === null).map((line) => line.payment_id)
  const parts = [
    ...kind(
      'subject',
      lines.map((line) => line.subject_id),
      sql`t.name, t.code, t.out_code, ${above('one_id')} as one_name, ${above('two_id')} as two_name`,
      'subjects',
    ),
    ...kind(
      'pay_category',
      lines.map((line) => line.pay_category_id),
      sql`t.name, ${none}, ${none}, ${none}, ${none}`,
      'payment_types',
    ),
    ...kind(
      'contract',
      lines.map((line) => line.contract_id),
      sql`t.customer, t.code, t.out_code, ${none}, ${none}`,
      'contracts',
    ),
    ...kind(
      'instalment',
      lines.map((line) => line.instalment_id),
      sql`t.title, t.code, ${none}, ${none}, ${none}`,
      'contract_instalments',
    ),
    ...(posted.length === 0
      ? []
      : [
          sql`select 'imprest' as kind, p.payment_id as id, ${none},
              (select i.code from petty_cash i where i.project_id = ${projectId} and i.id = p.petty_cash_id), ${none}, ${none}, ${none}
            from petty_cash_payments p where p.project_id = ${projectId} and p.payment_id = any(${posted})`,
        ]),
  ]
  if (parts.length === 0) return new Map()
  const { rows } = await sql<
    NamedRecord & { kind: Kind; id: bigint }
  >`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
}

/** Voucher pictures by the id of the line. */
async function findFiles(db: Db | Tx, projectId: bigint, lines: readonly LineRow[]) {
  const ids = lines.filter((line) => line.has_files).map((line) => line.id)
  if (ids.length === 0) return new Map<bigint, AttachmentRow[]>()
  return await filesOf(
    db,
    projectId,
    sql`select l.line_id as owner, l.attachment_id, l.position from payment_line_attachments l
      where l.project_id = ${projectId} and l.line_id = any(${ids})`,
  )
}

function lineAnswer(
  context: ProjectContext,
  row: LineRow,
  names: Names,
  files: readonly AttachmentRow[],
  invoices: PaymentLineAnswer['invoices'],
): PaymentLineAnswer {
  const channel = String(row.pay_channel)
  const voucher = row.voucher_category === null ? null : String(row.voucher_category)
  const subject = names.get(`subject ${row.subject_id}`)
  const contract = row.contract_id === null ? undefined : names.get(`contract ${row.contract_id}`)
  const instalment = row.instalment_id === null ? undefined : names.get(`instalment ${row.instalment_id}`)
  const [invoice] = invoices.length === 1 ? invoices : []
  return {
    code: row.code,
    subject_one_name: subject?.one_name ?? '',
    subject_two_name: subject?.two_name ?? '',
    subject_three_name: subject?.name ?? '',
    subject_three_code: subject?.code ?? '',
    subject_three_out_code: subject?.out_code ?? '',
    pay_channel_code: channel,
    pay_channel_i18n: labelOf(PAY_CHANNELS, channel),
    pay_category_id: row.pay_category_id === null ? null : String(row.pay_category_id),
    pay_category_name:
      row.pay_category_id === null
        ? WRITE_OFF_CATEGORY
        : (names.get(`pay_category ${row.pay_category_id}`)?.name ?? ''),
    voucher_category_code: voucher,
    voucher_category_i18n: labelOf(VOUCHER_CATEGORIES, voucher),
    face_tax_rate: row.face_tax_rate ?? '',
    contract: contract ? { code: contract.code ?? '', out_code: contract.out_code ?? '' } : null,
    instalment: instalment ? { code: instalment.code ?? '', title: instalment.name } : null,
    pay_amount_yuan: yuan(row.pay_amount),
    check_invoice: invoice ? { code: invoice.code, invoice_number: invoice.invoice_number } : null,
    invoices,
    no_invoice_reason: row.no_invoice_reason,
    voucher_attachments: files.map((file) => attachmentAnswer(context, file, 'cost_execution')),
    remark: row.remark,
  }
}
