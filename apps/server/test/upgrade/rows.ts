import { companyRows } from './company-rows.ts'
import { feeRows } from './fee-rows.ts'
import { ledgerRows } from './ledger-rows.ts'
import { payeeRows } from './payee-rows.ts'
import { planRows } from './plan-rows.ts'
import { projectRows } from './project-rows.ts'
import { reportRows } from './report-rows.ts'
import { requestRows } from './request-rows.ts'
import { titleRows } from './title-rows.ts'
import type { Rows } from './world.ts'

/**
 * The rows of each table that a database at migration `at` (its number) may have. They are the same at every level, as far as the level has the
 * tables and allows the values. So the values that a migration computes from them can be compared with those inserted at a later level. `fill`
 * leaves out columns that the level lacks.
 */
export function rowsAt(at: number, passwordHash: string): Rows {
  return {
    ...companyRows(passwordHash),
    ...projectRows(at),
    ...ledgerRows(at),
    ...reportRows(),
    ...planRows(),
    ...payeeRows(),
    ...requestRows(),
    ...feeRows(),
    ...titleRows(),
  }
}
