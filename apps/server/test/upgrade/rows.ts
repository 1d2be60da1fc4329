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

/** The rows of each table. `fill` leaves out tables and columns that a level lacks. */
export function rowsOfAll(passwordHash: string): Rows {
  return {
    ...companyRows(passwordHash),
    ...projectRows(),
    ...ledgerRows(),
    ...reportRows(),
    ...planRows(),
    ...payeeRows(),
    ...requestRows(),
    ...feeRows(),
    ...titleRows(),
  }
}
