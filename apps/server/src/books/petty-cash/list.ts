import { halfWidth } from '@pianzhang/contract/decimal'
import { fenOf, yuan } from '@pianzhang/contract/money'
import type {
  PettyCashDetail,
  PettyCashFilters,
  PettyCashList,
  PettyCashListQuery,
} from '@pianzhang/contract/petty-cash'
import { type RawBuilder, sql } from 'kysely'
import { ofContract } from '../../base/contracts/find.ts'
import { withVoucher } from '../../base/subjects/booked-filters.ts'
import { onSubjects } from '../../base/subjects/booked-subjects.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { filtered } from '../../platform/lists/conditions.ts'
import { containing, contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { listedCodes } from '../../platform/lists/listed-values.ts'
import { ofImport } from '../../platform/sheet-import/of-import.ts'
import { allDetails, canOf, pettyCashAnswers, pettyCashColumns, readPettyCashDetail } from './load.ts'

/**
 * The filters of the list as an SQL condition on detail `e`, for list, count, sum and export. Unknown values match
 * nothing.
 */
export const conditions = (projectId: bigint, query: PettyCashFilters): RawBuilder<unknown> =>
  filtered([sql`e.project_id = ${projectId}`, ...filtersOf(projectId, query)])

/** Whether the query names no filter, so that it matches all details. */
const isUnfiltered = (query: PettyCashFilters): boolean => filtersOf(0n, query).length === 0

function filtersOf(projectId: bigint, query: PettyCashFilters): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = []
  if (query.keywords) where.push(keyword(query.keywords))
  if (query.start_pay_at) where.push(sql`e.pay_at >= ${query.start_pay_at}`)
  if (query.end_pay_at) where.push(sql`e.pay_at <= ${query.end_pay_at}`)
  const payers = query.payers.filter((payer) => payer !== '')
  if (payers.length > 0) where.push(sql`e.payer = any(${payers}::text[])`)
  if (query.subject_three_codes.length > 0)
    where.push(onSubjects(projectId, sql`e.subject_id`, query.subject_three_codes))
  if (query.pay_channels.length > 0)
    where.push(sql`e.pay_channel = any(${listedCodes(query.pay_channels)}::smallint[])`)
  if (query.voucher_categories.length > 0)
    where.push(withVoucher(sql`e.voucher_category`, query.voucher_categories))
  if (query.face_tax_rates.length > 0) where.push(sql`e.face_tax_rate = any(${query.face_tax_rates}::text[])`)
  if (query.related_system_contract === '1') where.push(sql`e.contract_id is not null`)
  if (query.contract_code) where.push(ofContract(projectId, sql`e.contract_id`, query.contract_code))
  if (query.lacking === '1') where.push(lacksAny(projectId))
  else if (query.lacking) where.push(lacks(projectId)[query.lacking])
  if (query.written_off)
    where.push(query.written_off === '1' ? sql`e.write_off_id is not null` : sql`e.write_off_id is null`)
  if (query.pay_amount) where.push(sql`e.pay_amount = ${fenOf(query.pay_amount)}`)
  if (query.codes.length > 0) where.push(sql`e.code = any(${query.codes}::text[])`)
  if (query.import_code) where.push(ofImport(projectId, sql`e.import_id`, query.import_code))
  return where
}

/** SQL conditions that detail `e` lacks a field that a write-off needs, by field. */
export const lacks = (projectId: bigint) => ({
  voucher_category: sql`e.voucher_category is null`,
  face_tax_rate: sql`e.face_tax_rate is null`,
  voucher_attachments: sql`not exists (select 1 from petty_cash_attachments l
    where l.project_id = ${projectId} and l.petty_cash_id = e.id)`,
})

/** SQL condition that detail `e` lacks any such field, so that a write-off leaves it open. */
export const lacksAny = (projectId: bigint): RawBuilder<boolean> =>
  sql`(${sql.join(Object.values(lacks(projectId)), sql` or `)})`

/** A detail's number has capital letters only. */
const keyword = (text: string): RawBuilder<unknown> =>
  sql`(e.code like ${containing(halfWidth(text).toUpperCase())} or ${contains(text, 'e.payer', 'e.post', 'e.summary', 'e.remark')})`

/** Newest first unless `pay_at_order` says otherwise; ties by the order of creation. */
export const orderOf = ({ pay_at_order }: { pay_at_order?: 'asc' | 'desc' | undefined }) =>
  pay_at_order === 'asc' ? sql`e.pay_at, e.id` : sql`e.pay_at desc, e.id desc`

export async function listPettyCashDetails(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, PettyCashListQuery, unknown>,
): Promise<PettyCashList> {
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: pettyCashColumns(context.project.id),
      from: sql`petty_cash e where ${conditions(context.project.id, query)}`,
      order: orderOf(query),
      sums: sql<{ total: bigint }>`coalesce(sum(e.pay_amount), 0) as total`,
      ...(isUnfiltered(query) && { kept: allDetails(context.project.id) }),
    },
    query,
  )
  return {
    items: await pettyCashAnswers(db, context, rows),
    listTotal: count,
    total: yuan(sums.total),
    can: canOf(context),
  }
}

export const showPettyCashDetail = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<PettyCashDetail> => readPettyCashDetail(db, context, params.code)
