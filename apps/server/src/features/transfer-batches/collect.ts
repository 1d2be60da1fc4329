import { createHash } from 'node:crypto'
import { labelOf, PAY_CHANNELS } from '@pianzhang/contract/lists'
import { formatYuan, MAX_FEN, yuan } from '@pianzhang/contract/money'
import type { AccountChange } from '@pianzhang/contract/payee-link'
import { changedAccountText } from '@pianzhang/contract/payee-link'
import { payeeWarnings } from '@pianzhang/contract/payees'
import {
  TRANSFER_BANKS,
  TRANSFER_CHANNELS,
  type TransferPreview,
  type TransferRow,
} from '@pianzhang/contract/transfer-batches'
import { sql } from 'kysely'
import { accountChangeOf } from '../../base/payees/account-change.ts'
import { maskedNumber } from '../../base/payees/load.ts'
import { repeatsAmong } from '../../books/payments/duplicates.ts'
import { anyOf, ChangedMeanwhile, type Db, type Tx } from '../../platform/database/database.ts'
import { checkFound, Failure } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { approvedAccounts, otherAccountText } from '../payment-requests/accounts.ts'
import { checkRow, type Payer, type Transfer } from './fields.ts'
import type { TransferFormat } from './formats/format.ts'

interface PaymentRow {
  id: bigint
  code: string
  version: number
  payer: string
  summary: string
  pay_amount: bigint
  pay_at: string
  payee_id: bigint | null
}

interface PayeeRow {
  id: bigint
  code: string
  version: number
  name: string
  kind: number
  id_type: number | null
  id_number: string
  phone: string
  bank_name: string
  bank_code: string
  province: string
  city: string
  account_name: string
  account: string
  account_changed_at: Date | null
  account_changed_by: string
}

/** A payment of a batch: what the file would say, and what is wrong with it. */
export interface Collected {
  payment: PaymentRow
  transfer: Transfer
  payee_code: string | null
  problems: string[]
  warnings: string[]
  account_change: AccountChange | null
}

/**
 * The payments of these numbers, in the order of creation, with their payees' accounts. `lock`: until the commit nobody changes, deletes or merges
 * them; payees are locked before payments, as everywhere. Without it, for the preview, payments that another one repeats are warned of. Throws 403 for who
 * may not read payments, 404 if one is missing.
 */
export async function collect(
  db: Db | Tx,
  context: ProjectContext,
  codes: readonly string[],
  { format, payer }: { format: TransferFormat; payer: Payer },
  lock = false,
): Promise<Collected[]> {
  if (!context.can('cost_execution', 'read')) throw new Failure('forbidden')
  const projectId = context.project.id
  const first = await paymentsOf(db, projectId, codes, false)
  const payees = await payeesOf(db, context, first, lock)
  const payments = lock ? await paymentsOf(db, projectId, codes, true) : first
  // A payee that was chosen since is not locked.
  if (payments.some(({ payee_id }) => payee_id !== null && !payees.has(payee_id)))
    throw new ChangedMeanwhile('a payment of a batch got another payee')
  const ids = payments.map(({ id }) => id)
  const channels = await otherChannels(db, projectId, ids)
  const batches = await batchesOf(db, projectId, ids)
  const approved = await approvedAccounts(db, context, ids)
  const repeats = lock ? new Map<bigint, never>() : await repeatsAmong(db, projectId, payments, NAMED + 1)
  return payments.map((payment, index) => {
    const payee = payment.payee_id === null ? undefined : payees.get(payment.payee_id)
    const transfer = transferOf(payment, payee, index + 1)
    const problems: string[] = []
    const batch = batches.get(payment.id)
    const channel = channels.get(payment.id)
    if (batch !== undefined) problems.push(`已在网银批量文件 ${batch} 中`)
    if (channel !== undefined)
      problems.push(`付款方式不是银行转账或网银（${labelOf(PAY_CHANNELS, String(channel))}）`)
    if (payment.pay_amount <= 0n) problems.push('金额须大于0')
    if (!payee) problems.push('未选择收款人')
    else if (payee.account === '') problems.push('收款人没有收款账号')
    // Fields that are empty for want of a payee are no problem of their own.
    const checked =
      payee && payee.account !== '' ? checkRow(format, transfer, payer) : { problems: [], warnings: [] }
    const change = payee ? accountChangeOf(payee, context.now) : null
    const other = otherAccountText(approved.get(payment.id), payee?.account ?? '')
    return {
      payment,
      transfer,
      payee_code: payee?.code ?? null,
      problems: [...problems, ...checked.problems],
      warnings: [
        ...(other === undefined ? [] : [other]),
        ...(change ? [changedAccountText(change)] : []),
        ...repeatedText(repeats.get(payment.id) ?? []),
        ...(payee ? payeeWarnings(payee) : []),
        ...checked.warnings,
      ],
      account_change: change,
    }
  })
}

async function paymentsOf(
  db: Db | Tx,
  projectId: bigint,
  codes: readonly string[],
  lock: boolean,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select c.id, c.code, c.version, c.payer, c.summary, c.pay_amount, c.pay_at, c.payee_id from payments c
    where c.project_id = ${projectId} and c.code = ${anyOf(codes)} order by c.id ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  )
  checkFound(codes, rows)
  return rows
}

async function payeesOf(
  db: Db | Tx,
  { companyId }: ProjectContext,
  payments: readonly PaymentRow[],
  lock: boolean,
): Promise<ReadonlyMap<bigint, PayeeRow>> {
  const ids = [...new Set(payments.flatMap(({ payee_id }) => payee_id ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PayeeRow>`
    select p.id, p.code, p.version, p.name, p.kind, p.id_type, p.id_number, p.phone, p.bank_name, p.bank_code, p.province, p.city, p.account_name, p.account,
      p.account_changed_at, p.account_changed_by
    from payees p where p.company_id = ${companyId} and p.id = ${anyOf(ids)} order by p.id ${lock ? sql`for share` : sql``}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** So many payments are named. */
const NAMED = 3

/** 疑似重复付款：7天内同一收款人、同一金额的付款 FK202611120004 */
const repeatedText = (codes: readonly string[]): string[] =>
  codes.length === 0
    ? []
    : [
        `疑似重复付款：7天内同一收款人、同一金额的付款 ${codes.slice(0, NAMED).join('、')}${codes.length > NAMED ? ' 等' : ''}`,
      ]

/** SQL condition that a line `d` is paid by something that is no transfer. */
export const isOtherChannel = sql`d.pay_channel <> all(${TRANSFER_CHANNELS.map(Number)}::smallint[])`

/** By payment, a channel of its lines that is no transfer. */
async function otherChannels(
  db: Db | Tx,
  projectId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await sql<{ id: bigint; channel: number }>`
    select d.payment_id as id, min(d.pay_channel) as channel from payment_lines d
    where d.project_id = ${projectId} and d.payment_id = ${anyOf(ids)} and ${isOtherChannel}
    group by d.payment_id`.execute(db)
  return new Map(rows.map(({ id, channel }) => [id, channel]))
}

/** By payment, the living batch that it is in. */
async function batchesOf(
  db: Db | Tx,
  projectId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await sql<{ id: bigint; batch: string }>`
    select t.payment_id as id, b.code as batch from transfer_batch_payments t
    join transfer_batches b on b.project_id = ${projectId} and b.id = t.batch_id
    where t.project_id = ${projectId} and t.payment_id = ${anyOf(ids)}`.execute(db)
  return new Map(rows.map(({ id, batch }) => [id, batch]))
}

const transferOf = (payment: PaymentRow, payee: PayeeRow | undefined, position: number): Transfer => ({
  position,
  code: payment.code,
  name: payee?.name ?? payment.payer,
  account_name: payee ? payee.account_name || payee.name : '',
  account: payee?.account ?? '',
  bank_name: payee?.bank_name ?? '',
  bank_code: payee?.bank_code ?? '',
  province: payee?.province ?? '',
  city: payee?.city ?? '',
  phone: payee?.phone ?? '',
  purpose: payment.summary,
  amount: payment.pay_amount,
})

/** What is wrong with the batch as a whole. */
export const batchProblems = (rows: readonly Collected[]): string[] =>
  totalOf(rows) > MAX_FEN ? [`总金额超出范围（${formatYuan(yuan(totalOf(rows)))} 元）`] : []

export const totalOf = (rows: readonly Collected[]): bigint =>
  rows.reduce((sum, { transfer }) => sum + transfer.amount, 0n)

/** Changes when anything that the file says does: a payment, its payee, an account, the format. */
export const digestOf = (rows: readonly Collected[], format: TransferFormat): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        format,
        rows.map(({ transfer: { amount, ...transfer }, payment, payee_code }) => [
          { ...transfer, amount: String(amount) },
          payment.version,
          payee_code,
        ]),
      ]),
    )
    .digest('base64url')

const rowOf = ({ transfer, payee_code, problems, warnings, account_change }: Collected): TransferRow => ({
  code: transfer.code,
  payee_code,
  name: transfer.name,
  bank_name: transfer.bank_name,
  account: maskedNumber(transfer.account, 'account'),
  amount_yuan: yuan(transfer.amount),
  purpose: transfer.purpose,
  problems,
  warnings,
  account_change,
})

export const previewOf = (rows: readonly Collected[], format: TransferFormat): TransferPreview => ({
  rows: rows.map(rowOf),
  problems: batchProblems(rows),
  count: rows.length,
  total_yuan: yuan(totalOf(rows)),
  format: {
    bank: format.bank,
    bank_i18n: labelOf(TRANSFER_BANKS, format.bank),
    version: format.version,
    proven: format.proven,
  },
  digest: digestOf(rows, format),
})
