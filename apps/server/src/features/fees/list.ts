import { type FeeFilters, type FeeList, type FeeQuery, TAX_HINT } from '@pianzhang/contract/fees'
import { type RawBuilder, sql } from 'kysely'
import { findPayee, payeesNamed } from '../../base/payees/find.ts'
import { anyOf, type Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { firstDay } from './compute.ts'
import { canOf, feeAnswers, feeColumns, sumsAnswer } from './load.ts'
import { personsOf } from './persons.ts'

/** Whose fees are read, and where. */
interface Reader {
  companyId: bigint
  project: { id: bigint }
}

/** The payees of the project's fees whom a keyword names. */
async function namedBy(db: Db, { companyId, project }: Reader, keywords: string): Promise<bigint[]> {
  const { rows } = await sql<{ payee_id: bigint }>`select distinct r.payee_id from fees r
    where r.project_id = ${project.id}`.execute(db)
  return await payeesNamed(
    db,
    companyId,
    rows.map(({ payee_id }) => payee_id),
    keywords,
  )
}

/** The filters as an SQL condition on fee `r`, for list, sums and export. Unknown values match nothing. */
export async function conditions(db: Db, reader: Reader, filters: FeeFilters): Promise<RawBuilder<unknown>> {
  const { month, payee_code, keywords, kinds, paid, remitted, codes } = filters
  const where: Conditions = [sql`r.project_id = ${reader.project.id}`]
  if (month) where.push(sql`r.month = ${firstDay(month)}::date`)
  if (payee_code !== undefined) {
    const id = await findPayee(db, reader.companyId, payee_code)
    const person = id === undefined ? undefined : (await personsOf(db, reader, [id])).get(id)
    where.push(sql`r.payee_id = ${anyOf(person?.ids ?? [])}`)
  }
  if (keywords) where.push(sql`r.payee_id = ${anyOf(await namedBy(db, reader, keywords))}`)
  if (kinds.length > 0) where.push(sql`r.kind = any(${kinds}::text[])`)
  if (paid !== undefined) where.push(sql`(r.line_id is not null) = ${paid === '1'}`)
  if (remitted !== undefined) where.push(sql`(r.remitted_line_id is not null) = ${remitted === '1'}`)
  if (codes.length > 0) where.push(sql`r.code = any(${codes}::text[])`)
  return filtered(where)
}

/** Sums of a page's list; names that no column has. */
interface Totals {
  all_gross: bigint
  all_vat: bigint
  all_surcharge: bigint
  all_taxable: bigint
  all_tax: bigint
  all_net: bigint
  all_invoice_vat: bigint
}
const NAMES = ['gross', 'vat', 'surcharge', 'taxable', 'tax', 'net', 'invoice_vat'] as const
const TOTALS = sql.join<Totals>(
  NAMES.map((name) => sql`coalesce(sum(r.${sql.ref(name)}), 0) as ${sql.ref(`all_${name}`)}`),
)

/** A page of fees, newest first, and the sums of those that match. */
export async function listFees(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, FeeQuery, unknown>,
): Promise<FeeList> {
  const where = await conditions(db, context, query)
  const { rows, count, sums } = await listPage(
    db,
    { columns: feeColumns, from: sql`fees r where ${where}`, order: sql`r.id desc`, sums: TOTALS },
    query,
  )
  return {
    items: await feeAnswers(db, context, rows),
    listTotal: count,
    totals: sumsAnswer({
      gross: sums.all_gross,
      vat: sums.all_vat,
      surcharge: sums.all_surcharge,
      taxable: sums.all_taxable,
      tax: sums.all_tax,
      net: sums.all_net,
      invoice_vat: sums.all_invoice_vat,
    }),
    hint: TAX_HINT,
    can: canOf(context),
  }
}
