import { type FeeList, type FeeQuery, TAX_HINT } from '@pianzhang/contract/fees'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { conditions } from './filters.ts'
import { canOf, feeAnswers, feeColumns, sumsAnswer } from './load.ts'

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
