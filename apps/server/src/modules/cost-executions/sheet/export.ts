import { type PaymentExportQuery, paymentExportQuery } from '@pianzhang/contract/cost-executions'
import type { CellValue } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { type Ask, readRows } from '../../../platform/database/read-rows.ts'
import { minuteOf } from '../../../platform/files/export-file.ts'
import type { ExportSlot } from '../../../platform/files/export-slot.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { companyNames } from '../../../platform/lists/user-names.ts'
import { exportColumns, keysOf } from '../../../platform/sheet-import/columns.ts'
import { type BookedSubject, bookedSubjects } from '../../subjects/booked.ts'
import { conditions, type PaymentConditions } from '../filters.ts'
import { COLUMNS, type ExportedLine, HEADER, type LineRow } from './columns.ts'

/** Exports the lines that match, in the order of the list; their sum is its `matched_amount_yuan`. */
export const paymentExport = listExport({
  path: '/cost_executions/export',
  model: 'cost_execution',
  summary: 'A spreadsheet of the lines that match',
  query: paymentExportQuery,
  async prepare({ services, project }, filters) {
    const where = await conditions(services.db, project.id, filters)
    const select = selectLines(where, filters)
    const { columns, cells } = exportColumns(COLUMNS)
    return {
      name: '付款明细',
      columns,
      rows: (slot) => lines(services.db, slot, project.id, select, cells),
    }
  },
})

/** Names that many lines share; looked up once instead of joined to each line. */
interface Names {
  subjects: Map<bigint, BookedSubject>
  categories: Map<bigint, string>
  creators: ReadonlyMap<bigint, string>
}

async function* lines(
  db: Db,
  slot: ExportSlot,
  projectId: bigint,
  select: RawBuilder<LineRow>,
  cells: (line: ExportedLine) => CellValue[],
): AsyncGenerator<CellValue[][]> {
  let names: Names = { subjects: new Map(), categories: new Map(), creators: new Map() }
  const lookUp = async (ask: Ask) => {
    names = await findNames(ask, projectId)
  }
  for await (const rows of readRows(slot, db, select, lookUp))
    yield rows.map((row) =>
      cells({
        ...row,
        subject: names.subjects.get(row.subject_id),
        pay_category: row.pay_category_id === null ? null : (names.categories.get(row.pay_category_id) ?? ''),
        creator: names.creators.get(row.creator_id) ?? '',
        created: minuteOf(row.created_at),
      }),
    )
}

async function findNames(ask: Ask, projectId: bigint): Promise<Names> {
  const subjects = await ask(bookedSubjects(projectId))
  const named = (rows: { id: bigint; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return {
    subjects: new Map(subjects.map((row) => [row.id, row])),
    categories: named(await ask(sql`select id, name from pay_categories where project_id = ${projectId}`)),
    creators: await companyNames(ask, projectId),
  }
}

/** The number of the petty cash detail that a payment was posted for. Only such payments have no payment type, so the subquery runs for no other. */
const imprestOf = (projectId: bigint) => sql`
  case when d.pay_category_id is null then
    (select (select i.code from imprests i where i.project_id = ${projectId} and i.id = p.imprest_id)
      from imprest_payments p where p.project_id = ${projectId} and p.cost_execution_id = c.id) end`

function selectLines(where: PaymentConditions, filters: PaymentExportQuery) {
  const direction = filters.pay_at_order === 'asc' ? sql`asc` : sql`desc`
  const header = sql.join(keysOf(HEADER).map((column) => sql.ref(`c.${column}`)))
  return sql<LineRow>`
    select c.code, c.creator_id, c.created_at, ${header}, d.subject_id, d.pay_channel, d.pay_category_id, d.voucher_category,
      d.face_tax_rate, k.out_code as contract, k.customer, i.invoice_number, d.pay_amount, d.remark,
      (select count(*)::int4 from cost_execution_detail_attachments l
        where l.project_id = ${where.projectId} and l.detail_id = d.id) as vouchers,
      ${imprestOf(where.projectId)} as imprest
    from cost_executions c
    join cost_execution_details d on d.project_id = ${where.projectId} and d.cost_execution_id = c.id
    left join contracts k on k.project_id = ${where.projectId} and k.id = d.contract_id
    left join invoices i on i.project_id = ${where.projectId} and i.id = d.invoice_id
    where ${where.header}${where.line ? sql` and ${where.line}` : sql``}
    order by c.pay_at ${direction}, c.id ${direction}, d.position`
}
