import { formatInstant } from '@pianzhang/contract/calendar'
import { FEE_BASES, FEE_KINDS, type Fee, type FeeKind, type FeeTotals } from '@pianzhang/contract/fees'
import { labelOf } from '@pianzhang/contract/lists'
import { type Fen, yuan } from '@pianzhang/contract/money'
import { type Selectable, sql } from 'kysely'
import { payeeLinks } from '../../base/payees/find.ts'
import { maskedNumber } from '../../base/payees/load.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { entriesOf, rightsTo } from '../../platform/lists/records.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { monthOf } from './compute.ts'
import { lockedTexts } from './month-locks.ts'
import { personsOf } from './persons.ts'

export type FeeRow = Omit<Selectable<Database['fees']>, 'project_id'>

export const feeColumns = sql<FeeRow>`r.id, r.code, r.version, r.payee_id, r.month, r.pay_at, r.kind, r.resident, r.basis, r.vat_withheld, r.gross, r.vat,
  r.surcharge, r.taxable, r.tax, r.net, r.invoice_vat, r.line_id, r.remitted_line_id, r.remark, r.creator_id, r.created_at, r.updated_at`

export const canOf = rightsTo('labor_tax')

/** Fees with these codes, in the order of creation. Throws 404. `lock`: until the commit nobody else writes them. */
export const loadFees = (
  db: Db | Tx,
  projectId: bigint,
  codes: readonly string[],
  lock = false,
): Promise<FeeRow[]> =>
  rowsByCode(db, projectId, codes, { columns: feeColumns, table: 'fees', alias: 'r' }, lock)

interface Amounts {
  gross: Fen
  vat: Fen
  surcharge: Fen
  taxable: Fen
  tax: Fen
  net: Fen
  invoice_vat: Fen
}
export const sumsAnswer = (row: Amounts): FeeTotals => ({
  gross_yuan: yuan(row.gross),
  vat_yuan: yuan(row.vat),
  surcharge_yuan: yuan(row.surcharge),
  taxable_yuan: yuan(row.taxable),
  tax_yuan: yuan(row.tax),
  net_yuan: yuan(row.net),
  invoice_vat_yuan: yuan(row.invoice_vat),
  paid_yuan: yuan(row.net + row.invoice_vat),
})

/** SQL of the sums of fees `r`. */
export const feeSums = sql<Amounts>`coalesce(sum(r.gross), 0) as gross, coalesce(sum(r.vat), 0) as vat,
  coalesce(sum(r.surcharge), 0) as surcharge, coalesce(sum(r.taxable), 0) as taxable, coalesce(sum(r.tax), 0) as tax, coalesce(sum(r.net), 0) as net,
  coalesce(sum(r.invoice_vat), 0) as invoice_vat`

/** 劳务报酬, 特许权使用费（非居民）. */
export const kindText = (kind: FeeKind, resident: boolean): string =>
  `${labelOf(FEE_KINDS, kind)}${resident ? '' : '（非居民）'}`

interface PaidLine {
  id: bigint
  payment_code: string
  line_code: string
}

/** The payment lines with these ids. */
export async function linesById(
  db: Db | Tx,
  projectId: bigint,
  ids: readonly (bigint | null)[],
): Promise<ReadonlyMap<bigint, PaidLine>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<PaidLine>`
    select d.id, c.code as payment_code, d.code as line_code from payment_lines d
    join payments c on c.project_id = ${projectId} and c.id = d.payment_id
    where d.project_id = ${projectId} and d.id = ${anyOf(wanted)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const lineAnswer = (line: PaidLine | undefined) =>
  line ? { payment_code: line.payment_code, line_code: line.line_code } : null

/** Converts rows to answers. */
export async function feeAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly FeeRow[],
): Promise<Fee[]> {
  const projectId = context.project.id
  const created = await createdOf(db, context, rows)
  const payeeIds = rows.map(({ payee_id }) => payee_id)
  const links = await payeeLinks(db, context, payeeIds)
  const persons = await personsOf(db, context, payeeIds)
  const lines = await linesById(
    db,
    projectId,
    rows.flatMap(({ line_id, remitted_line_id }) => [line_id, remitted_line_id]),
  )
  const locked = await lockedTexts(db, context, rows, persons)
  const can = canOf(context)
  return rows.map((row) => {
    const payee = persons.get(row.payee_id)?.payees.find(({ id }) => id === row.payee_id)
    const lock = locked.get(row.id) ?? ''
    const payment = lineAnswer(lines.get(row.line_id ?? 0n))
    return {
      code: row.code,
      version: row.version,
      month: monthOf(row.month),
      pay_at: row.pay_at,
      payee: links.get(row.payee_id) ?? { code: '', name: '', account_change: null },
      id_number: maskedNumber(payee?.id_number ?? '', 'id_number'),
      kind: row.kind,
      kind_i18n: kindText(row.kind, row.resident),
      basis: row.basis,
      basis_i18n: labelOf(FEE_BASES, row.basis),
      resident: row.resident,
      vat_withheld: row.vat_withheld,
      ...sumsAnswer(row),
      payment,
      remitted: lineAnswer(lines.get(row.remitted_line_id ?? 0n)),
      locked: lock,
      remark: row.remark,
      ...created(row),
      updated_at: formatInstant(row.updated_at),
      can: {
        write: can.write && lock === '',
        link: can.write,
        delete: can.delete && lock === '' && payment === null,
      },
    }
  })
}

/** One fee as the list has it. Throws 404. */
export async function readFee(db: Db | Tx, context: ProjectContext, code: string): Promise<Fee> {
  const [answer] = await feeAnswers(db, context, await loadFees(db, context.project.id, [code]))
  return answer as Fee
}

/** The log entry of a fee; its ID number is the payee's. */
export const logEntry = entriesOf<Fee>(
  'labor_tax',
  ({ payee, month, kind_i18n, gross_yuan }) => `${payee.name} ${month} ${kind_i18n} ${gross_yuan}元`,
  ({ can: _, locked: __, id_number: ___, payee, ...fee }) => ({
    ...fee,
    payee: { code: payee.code, name: payee.name },
  }),
)
