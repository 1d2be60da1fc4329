import { PASSED } from '@pianzhang/contract/invoices'
import { sql } from 'kysely'
import { contractLookups } from '../../../base/contracts/find.ts'
import { usesOf } from '../../../base/invoices/uses.ts'
import { codesByWord, payeesOfProject } from '../../../base/payees/words.ts'
import { subjectLookups } from '../../../base/subjects/booked-subjects.ts'
import type { Db } from '../../../platform/database/database.ts'
import { projectHas } from '../../../platform/features.ts'
import { keysOf } from '../../../platform/sheet-import/columns.ts'
import type { PaymentColumn } from './columns.ts'
import type { ProjectData } from './rules.ts'

/** The columns that belong to features which the company has off. */
export async function lackingColumns(db: Db, projectId: bigint): Promise<PaymentColumn[]> {
  const features = { payee_code: 'payee', no_invoice_reason: 'missing_invoice' } as const
  const lacking: PaymentColumn[] = []
  for (const column of keysOf(features))
    if (!(await projectHas(db, projectId, features[column]))) lacking.push(column)
  return lacking
}

/**
 * Loads all records of the project that rows of a spreadsheet may refer to, as a file may name any of them. `several`: whether an invoice may pay
 * several lines.
 */
export async function loadProjectData(db: Db, projectId: bigint, several: boolean): Promise<ProjectData> {
  const { codes: subjectCodes, subjects } = await subjectLookups(db, projectId)
  const categories = await db
    .selectFrom('payment_types')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const { codes: contractCodes, contracts } = await contractLookups(db, projectId)
  const { rows: invoices } = await sql<InvoiceRow>`
    select i.id, i.code, i.invoice_number, i.status, i.total_amount, i.amount_without_tax, i.tax_amount from invoices i
    where i.project_id = ${projectId} and i.invoice_number <> '' and i.status = ${sql.lit(PASSED)}
      and i.voided_at is null`.execute(db)
  const uses = await usesOf(
    db,
    projectId,
    invoices.map(({ id }) => id),
  )
  const numbers = new Map<string, string | null>()
  for (const row of invoices)
    numbers.set(row.invoice_number, numbers.has(row.invoice_number) ? null : row.code)
  const payees = await payeesOfProject(db, projectId)
  return {
    payees: new Map(payees.map(({ code, id }) => [code, id])),
    lookups: {
      subjects: subjectCodes,
      categories: new Map(categories.map((row) => [row.name, String(row.id)])),
      contracts: contractCodes,
      invoices: numbers,
      payees: codesByWord(payees),
    },
    references: {
      subjects,
      categories: new Map(categories.map((row) => [String(row.id), row.id])),
      contracts,
      instalments: null,
      invoices: new Map(
        invoices.map((row) => [
          row.code,
          {
            id: row.id,
            invoice_number: row.invoice_number,
            status: row.status,
            voided_at: null,
            total_amount: row.total_amount,
            amount_without_tax: row.amount_without_tax,
            tax_amount: row.tax_amount,
            uses: uses.get(row.id) ?? [],
          },
        ]),
      ),
      several,
      attachments: new Map(),
    },
  }
}

interface InvoiceRow {
  id: bigint
  code: string
  invoice_number: string
  status: number
  total_amount: bigint | null
  amount_without_tax: bigint | null
  tax_amount: bigint | null
}
