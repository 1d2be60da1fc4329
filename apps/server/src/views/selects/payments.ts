import {
  CONTRACT_CATEGORIES,
  FACE_TAX_RATES,
  PAY_CHANNELS,
  VOUCHER_CATEGORIES,
  WRITE_OFF_CATEGORY,
} from '@pianzhang/contract/lists'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Option, type Options, pageOf, type SelectInput } from './options.ts'

const optionsOf = (list: readonly { code: string; label: string }[]): Option[] =>
  list.map((entry) => ({ label: entry.label, value: entry.code }))

const CATEGORIES = optionsOf(CONTRACT_CATEGORIES)
const CHANNELS = optionsOf(PAY_CHANNELS)
const VOUCHERS = optionsOf(VOUCHER_CATEGORIES)

export async function selectContractCategories(
  _db: Db,
  _context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  return pageOf(CATEGORIES, query)
}

export async function selectPayChannels(
  _db: Db,
  _context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  return pageOf(CHANNELS, query)
}

/** The closed list of voucher types. The page adds the filter's option 未填写, which is no voucher type. */
export async function selectVoucherCategories(
  _db: Db,
  _context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  return pageOf(VOUCHERS, query)
}

/** The project's types by id; then `imprest`, if there are lines without a type, which petty cash write-offs create. */
export async function selectPaymentTypes(
  db: Db,
  context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  const { rows } = await sql<Option>`
    select label, value from (
      select p.name as label, p.id::text as value, p.id as sort_key from payment_types p where p.project_id = ${context.project.id}
      union all
      select ${WRITE_OFF_CATEGORY}, 'imprest', null where exists (
        select 1 from payment_lines d where d.project_id = ${context.project.id} and d.pay_category_id is null)
    ) o order by sort_key nulls last`.execute(db)
  return pageOf(rows, query)
}

/** The usual rates, then other rates used in the project's payments and petty cash, highest first. */
export async function selectFaceTaxRates(
  db: Db,
  context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  const usual: readonly string[] = FACE_TAX_RATES
  // Literals in the same order as in the partial indexes of migrations 0006 and 0019, so that the planner can use these indexes.
  const others = sql.join(usual.map((rate) => sql.lit(rate)))
  const { rows } = await sql<{ rate: string }>`
    select rate from (
      select d.face_tax_rate as rate from payment_lines d
      where d.project_id = ${context.project.id} and d.face_tax_rate not in (${others})
      group by d.face_tax_rate
      union
      select e.face_tax_rate from petty_cash e
      where e.project_id = ${context.project.id} and e.face_tax_rate not in (${others})) o
    order by rtrim(rate, '%')::numeric desc`.execute(db)
  const typed = rows.map((row) => row.rate)
  return pageOf(
    [...usual, ...typed].map((rate) => ({ label: rate, value: rate })),
    query,
  )
}
