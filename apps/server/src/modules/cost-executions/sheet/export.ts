import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { formatInstant, today } from '@pianzhang/contract/calendar'
import { type PaymentExportQuery, paymentExportQuery } from '@pianzhang/contract/cost-executions'
import { labelOf, PAY_CHANNELS, VOUCHER_CATEGORIES, WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { type ColumnKey, titleOf } from '@pianzhang/contract/payment-sheet'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { refused } from '../../../platform/errors.ts'
import { acquireExportSlot, type ExportSlot } from '../../../platform/export-slot.ts'
import { linkedProject } from '../../../platform/linked-project.ts'
import { checkLink, signLink } from '../../../platform/links.ts'
import { type Ask, readRows } from '../../../platform/read-rows.ts'
import type { Input, ProjectContext } from '../../../platform/route.ts'
import type { Services } from '../../../platform/services.ts'
import { sendSheet } from '../../../platform/sheet/send.ts'
import { type CellValue, type ColumnKind, writeSheet } from '../../../platform/sheet/write.ts'
import { conditions, matching, type PaymentConditions } from '../filters.ts'
import { WIDTHS } from './columns.ts'

export const EXPORT_PATH = '/api/manager/cost_executions/export/file'
const LINK_MS = 10 * 60_000
/** Node takes 16 KB of headers, proxies often 8 KB: the filters of any page fit, a thousand hand-picked ones may not. */
const MAX_LINK = 7_000

type Filters = Partial<PaymentExportQuery>

/** Answers a signed link of 10 minutes; the rows are read while it is downloaded. Filters come in the body, the query, or both. */
export async function exportPayments(
  _db: Db,
  { services, project, userCode, baseUrl }: ProjectContext,
  { query, body }: Input<unknown, PaymentExportQuery, PaymentExportQuery | null | undefined>,
) {
  const filters = JSON.stringify({ ...given(query), ...given(body ?? {}) })
  const packed = deflateRawSync(filters).toString('base64url')
  if (packed.length > MAX_LINK) throw refused('筛选条件过多，请减少后再导出')
  const link = signLink(
    services,
    EXPORT_PATH,
    { project: project.code, by: userCode, filters: packed },
    LINK_MS,
  )
  return { file_url: baseUrl + link }
}

/** What really filters, so that an empty body does not undo the query. */
const given = (filters: Filters) =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== undefined,
    ),
  )

/** The link's other end: the signature is the permission. */
export async function sendExport(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { query } = checkLink(services, EXPORT_PATH, request.query)
  const project = await linkedProject(services.db, query.project)
  const packed = Buffer.from(query.filters ?? '', 'base64url')
  const filters = paymentExportQuery.parse(JSON.parse(inflateRawSync(packed).toString()))
  const where = await conditions(services.db, project.id, filters)
  const select = selectLines(where, filters)
  const slot = await acquireExportSlot(services, { person: query.by ?? '', company: project.company }, reply)
  const name = `${project.name}-付款明细-${today(services.clock())}.xlsx`
  return await sendSheet(
    services,
    reply,
    name,
    writeSheet([
      {
        name: '付款明细',
        columns: COLUMNS.map(({ title, kind, width }) => ({ title, kind, width })),
        rows: lines(services.db, slot, project.id, select),
      },
    ]),
  )
}

interface LineRow {
  code: string
  pay_at: string
  payer: string
  post: string
  summary: string
  subject_id: bigint
  pay_channel: number
  pay_category_id: bigint | null
  voucher_category: number | null
  face_tax_rate: string | null
  contract: string | null
  customer: string | null
  invoice_number: string | null
  pay_amount: bigint
  remark: string
  vouchers: number
  creator_id: bigint
  created_at: Date
}

interface Subject {
  out_code: string
  one_name: string
  two_name: string
  three_name: string
}

/** What many lines refer to alike; looked up here, not joined to each of them. */
interface Names {
  subjects: Map<bigint, Subject>
  categories: Map<bigint, string>
  creators: Map<bigint, string>
}

type Line = LineRow & { subject: Subject | undefined; pay_category: string | null; creator: string }

async function* lines(
  db: Db,
  slot: ExportSlot,
  projectId: bigint,
  select: RawBuilder<LineRow>,
): AsyncGenerator<CellValue[][]> {
  let names: Names = { subjects: new Map(), categories: new Map(), creators: new Map() }
  const lookUp = async (ask: Ask) => {
    names = await findNames(ask, projectId)
  }
  for await (const rows of readRows(slot, db, select, lookUp))
    yield rows.map((row) => {
      const line = {
        ...row,
        subject: names.subjects.get(row.subject_id),
        pay_category: row.pay_category_id === null ? null : (names.categories.get(row.pay_category_id) ?? ''),
        creator: names.creators.get(row.creator_id) ?? '',
      }
      return COLUMNS.map((column) => column.value(line))
    })
}

async function findNames(ask: Ask, projectId: bigint): Promise<Names> {
  const subjects = await ask(sql<Subject & { id: bigint }>`
    select three.id, three.out_code, one.name as one_name, two.name as two_name, three.name as three_name from subjects three
    join subjects two on two.project_id = ${projectId} and two.id = three.two_id
    join subjects one on one.project_id = ${projectId} and one.id = three.one_id
    where three.project_id = ${projectId} and three.category = 2`)
  const named = (rows: { id: bigint; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return {
    subjects: new Map(subjects.map((row) => [row.id, row])),
    categories: named(await ask(sql`select id, name from pay_categories where project_id = ${projectId}`)),
    creators: named(
      await ask(sql`select u.id, u.name from users u join projects p on p.company_id = u.company_id
        where p.id = ${projectId}`),
    ),
  }
}

/** Every line of the payments that the list shows, in its order. */
function selectLines(where: PaymentConditions, filters: PaymentExportQuery) {
  const direction = filters.pay_at_order === 'asc' ? sql`asc` : sql`desc`
  return sql<LineRow>`
    select c.code, c.pay_at, c.payer, c.post, c.summary, d.subject_id, d.pay_channel, d.pay_category_id, d.voucher_category,
      d.face_tax_rate, k.out_code as contract, k.customer, i.invoice_number, d.pay_amount, d.remark, c.creator_id, c.created_at,
      (select count(*)::int4 from cost_execution_detail_attachments l
        where l.project_id = ${where.projectId} and l.detail_id = d.id) as vouchers
    from cost_executions c
    join cost_execution_details d on d.project_id = ${where.projectId} and d.cost_execution_id = c.id
    left join contracts k on k.project_id = ${where.projectId} and k.id = d.contract_id
    left join invoices i on i.project_id = ${where.projectId} and i.id = d.invoice_id
    where ${matching(where)}
    order by c.pay_at ${direction}, c.id ${direction}, d.position`
}

interface Column {
  title: string
  kind: ColumnKind
  width?: number
  value(line: Line): CellValue
}

/** A column of the import, so that what was exported can be imported again. */
const column = (key: ColumnKey, value: Column['value'], kind: ColumnKind = 'text'): Column => ({
  title: titleOf(key),
  kind,
  width: WIDTHS[key],
  value,
})

const COLUMNS: readonly Column[] = [
  column('sequence', (line) => line.code),
  column('pay_at', (line) => line.pay_at, 'date'),
  column('payer', (line) => line.payer),
  column('post', (line) => line.post),
  column('summary', (line) => line.summary),
  column('subject', (line) => line.subject?.out_code),
  { title: '一级科目', kind: 'text', width: 18, value: (line) => line.subject?.one_name },
  { title: '二级科目', kind: 'text', width: 18, value: (line) => line.subject?.two_name },
  { title: '三级科目', kind: 'text', width: 22, value: (line) => line.subject?.three_name },
  column('pay_channel', (line) => labelOf(PAY_CHANNELS, String(line.pay_channel))),
  column('pay_category', (line) => line.pay_category ?? WRITE_OFF_CATEGORY),
  column('voucher_category', (line) =>
    labelOf(VOUCHER_CATEGORIES, line.voucher_category === null ? null : String(line.voucher_category)),
  ),
  column('face_tax_rate', (line) => line.face_tax_rate),
  column('contract', (line) => line.contract),
  { title: '合同主体', kind: 'text', width: 28, value: (line) => line.customer },
  column('invoice', (line) => line.invoice_number),
  column('pay_amount', (line) => line.pay_amount, 'money'),
  column('remark', (line) => line.remark),
  { title: '凭证图片（张）', kind: 'number', value: (line) => line.vouchers },
  { title: '创建人', kind: 'text', width: 12, value: (line) => line.creator },
  {
    title: '创建时间',
    kind: 'text',
    width: 18,
    value: (line) => formatInstant(line.created_at).slice(0, 16).replace('T', ' '),
  },
]
