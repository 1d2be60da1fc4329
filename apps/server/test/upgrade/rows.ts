import { companyRows } from './company-rows.ts'
import { ledgerRows } from './ledger-rows.ts'
import { projectRows } from './project-rows.ts'
import type { Rows } from './world.ts'

/**
 * The rows of each table that a database at migration `at` (its number) may have; the same ones at every level, as far as the level has the
 * tables and allows the values. So what a migration computes from them can be compared with what is inserted at a later level. Columns that
 * the level lacks are left out by `fill`.
 */
export function rowsAt(at: number, passwordHash: string): Rows {
  return {
    ...companyRows(passwordHash),
    ...projectRows(at),
    ...ledgerRows(at),
  }
}
