import { formatInstant } from '@pianzhang/contract/calendar'
import { labelOf, PAY_CHANNELS, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { attachmentAnswer } from '../../base/attachments/link.ts'
import { recordFiles } from '../../base/attachments/record-files.ts'
import { contractsById } from '../../base/contracts/find.ts'
import { type BookedSubject, subjectsById } from '../../base/subjects/booked-subjects.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { entriesOf, rightsTo } from '../../platform/lists/records.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { userNames } from '../../platform/lists/user-names.ts'

/** The voucher pictures of petty cash details. */
export const voucherFiles = recordFiles('petty_cash_attachments', 'petty_cash_id')

/** A row of `petty_cash` with the time of its write-off and the number of the payment that it was posted as. */
export type PettyCashRow = Omit<Selectable<Database['petty_cash']>, 'project_id' | 'import_id'> & {
  write_off_at: Date | null
  cost_execution_code: string | null
}

/** The columns of an `PettyCashRow` from detail `e`. */
export const pettyCashColumns = (projectId: bigint) => sql<PettyCashRow>`
  e.id, e.code, e.version, e.pay_at, e.payer, e.post, e.summary, e.subject_id, e.pay_channel, e.voucher_category,
  e.face_tax_rate, e.contract_id, e.pay_amount, e.remark, e.write_off_id, e.creator_id, e.created_at, e.updated_at,
  (select w.created_at from write_offs w where w.project_id = ${projectId} and w.id = e.write_off_id) as write_off_at,
  (select c.code from petty_cash_payments p join payments c on c.project_id = ${projectId} and c.id = p.payment_id
    where p.project_id = ${projectId} and p.petty_cash_id = e.id) as cost_execution_code`

/** The details with these numbers, in the order of creation. Throws 404 if one is missing. */
export async function loadPettyCashDetails(
  db: Db | Tx,
  context: ProjectContext,
  codes: readonly string[],
): Promise<PettyCashDetail[]> {
  const { id } = context.project
  const columns = pettyCashColumns(id)
  const rows = await rowsByCode(db, id, codes, { columns, table: 'petty_cash', alias: 'e' })
  return pettyCashAnswers(db, context, rows)
}

/** A detail as GET answers it. Throws 404. */
export async function readPettyCashDetail(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
): Promise<PettyCashDetail> {
  const [answer] = await loadPettyCashDetails(db, context, [code])
  return answer as PettyCashDetail
}

/** What this person may do with petty cash now. */
export const canOf = rightsTo('imprest')
const LOCKED = { write: false, delete: false }

/** Converts rows to answers of the API. */
export async function pettyCashAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly PettyCashRow[],
): Promise<PettyCashDetail[]> {
  if (rows.length === 0) return []
  const projectId = context.project.id
  const names = {
    subjects: await subjectsById(
      db,
      projectId,
      rows.map((row) => row.subject_id),
    ),
    contracts: await contractsById(
      db,
      projectId,
      rows.map((row) => row.contract_id),
      sql<{ code: string; out_code: string }>`k.code, k.out_code`,
    ),
  }
  const files = await voucherFiles.of(
    db,
    projectId,
    rows.map(({ id }) => id),
  )
  const creators = await userNames(
    db,
    context,
    rows.map((row) => row.creator_id),
  )
  const can = canOf(context)
  return rows.map((row) => ({
    ...fieldsOf(row, names),
    voucher_attachments: (files.get(row.id) ?? []).map((file) => attachmentAnswer(context, file, 'imprest')),
    creator_name: creators.get(row.creator_id) ?? '',
    can: row.write_off_id === null ? can : LOCKED,
  }))
}

/** The subjects and contracts of details, by id. */
interface Names {
  subjects: ReadonlyMap<bigint, BookedSubject>
  contracts: ReadonlyMap<bigint, { code: string; out_code: string }>
}

function fieldsOf(
  row: PettyCashRow,
  names: Names,
): Omit<PettyCashDetail, 'voucher_attachments' | 'creator_name' | 'can'> {
  const channel = String(row.pay_channel)
  const voucher = row.voucher_category === null ? null : String(row.voucher_category)
  const subject = names.subjects.get(row.subject_id)
  const contract = row.contract_id === null ? undefined : names.contracts.get(row.contract_id)
  return {
    code: row.code,
    version: row.version,
    pay_at: row.pay_at,
    payer: row.payer,
    post: row.post,
    summary: row.summary,
    subject_three_code: subject?.code ?? '',
    subject_three_out_code: subject?.out_code ?? '',
    subject_one_name: subject?.one_name ?? '',
    subject_two_name: subject?.two_name ?? '',
    subject_three_name: subject?.three_name ?? '',
    pay_amount_yuan: yuan(row.pay_amount),
    pay_channel: { pay_channel_code: channel, pay_channel_i18n: labelOf(PAY_CHANNELS, channel) },
    voucher_category:
      voucher === null
        ? null
        : { voucher_category_code: voucher, voucher_category_i18n: labelOf(VOUCHER_CATEGORIES, voucher) },
    face_tax_rate: row.face_tax_rate ?? '',
    contract_code: contract?.code ?? null,
    contract: contract ? { code: contract.code, out_code: contract.out_code } : null,
    remark: row.remark,
    write_off_at: row.write_off_at && formatInstant(row.write_off_at),
    cost_execution_code: row.cost_execution_code,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  }
}

/** The log entry of a detail, without fields that depend on time or reader: signed links and rights. */
export const logEntry = entriesOf<PettyCashDetail>(
  'imprest',
  ({ code, payer, pay_amount_yuan }) => `${code} ${payer} ${pay_amount_yuan}元`,
  ({ can: _, ...detail }) => ({
    ...detail,
    voucher_attachments: detail.voucher_attachments.map((file) => file.code),
  }),
)

/** The number of all details and their sum in fen. One row. */
export const allDetails = (projectId: bigint): RawBuilder<{ count: number; total: bigint }> =>
  sql`select coalesce(sum(s.entries), 0)::int4 as count, coalesce(sum(s.amount), 0) as total
    from ${keptSums(projectId, ['petty_cash'])}`

/** The sum of the details that are not written off yet, in fen: the project's cost has them beside its payments. One row. */
export const openTotal = (projectId: bigint): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${keptSums(projectId, ['petty_cash_open'])}`

/** 备用金总额: the amount of petty cash that the project was given, as a person has set it, in fen. No row until it is set. */
export const totalSet = (projectId: bigint): RawBuilder<{ amount: bigint; version: number }> =>
  sql`select a.amount, a.version from petty_cash_amounts a where a.project_id = ${projectId}`
