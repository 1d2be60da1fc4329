import type { FeeFilters } from '@pianzhang/contract/fees'
import { type RawBuilder, sql } from 'kysely'
import { findPayee, payeesNamed } from '../../base/payees/find.ts'
import { anyOf, type Db } from '../../platform/database/database.ts'
import { type Conditions, filtered } from '../../platform/lists/conditions.ts'
import { firstDay } from './compute.ts'
import { personsOf } from './persons.ts'

/** Whose fees are read, and where. */
export interface Reader {
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
