import { TAX_HINT, workingOf } from '@pianzhang/contract/fee-working'
import type { CalculateBody, Calculation, Fee, FeeBody, FeeUpdate } from '@pianzhang/contract/fees'
import { yuan } from '@pianzhang/contract/money'
import { findPayee } from '../../base/payees/find.ts'
import type { PaymentRules } from '../../books/payments/rule.ts'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { anyOf, ChangedMeanwhile, type Db, type Tx } from '../../platform/database/database.ts'
import { checkVersion, invalid, missing, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { completed, createdBy, ownerOf, updateRecord } from '../../platform/lists/records.ts'
import { type Computed, computeFee, type FeeInput, firstDay, monthOf } from './compute.ts'
import {
  type FeeRow,
  feeAnswers,
  kindText,
  linesById,
  loadFees,
  logEntry,
  readFee,
  sumsAnswer,
} from './load.ts'
import { laterFees, lockMonths, refuseRemitted } from './month-locks.ts'
import { lineOf, lockPayment, payFee } from './payment.ts'
import { type Payee, type Person, personsOf, untaxable } from './persons.ts'
import { feeContractFault, refuseInvoice } from './rules.ts'

interface Named {
  payee: Payee
  person: Person
  persons: ReadonlyMap<bigint, Person>
}

/** The person whom a body names. `lock` as `personsOf`, together with the payees of `others`, as all are locked in the order of ids. Throws 422. */
async function personNamed(
  db: Db | Tx,
  context: ProjectContext,
  code: string,
  lock: boolean,
  others: readonly bigint[] = [],
): Promise<Named> {
  if (!context.features.has('payee'))
    throw refused('劳务个税需要收款人的证件资料，请先在功能设置中启用“收款人库”')
  const id = await findPayee(db, context.companyId, code)
  const persons = await personsOf(db, context, [...others, ...(id === undefined ? [] : [id])], lock)
  const person = id === undefined ? undefined : persons.get(id)
  const payee = person?.payees.find((one) => one.id === id)
  if (!payee || !person) throw invalid([{ field: 'payee_code', message: '收款人不存在或已被删除' }])
  return { payee, person, persons }
}

/** Throws 422 for a payee from whom no tax can be withheld. */
function refuseUntaxed(payee: Payee): void {
  const message = untaxable(payee)
  if (message !== undefined) throw invalid([{ field: 'payee_code', message }])
}

/** Computes a fee and shows how, with the fees that are saved now; writes nothing. */
export async function calculate(
  db: Db,
  context: ProjectContext,
  { body }: Input<unknown, unknown, CalculateBody>,
): Promise<Calculation> {
  const named = body.payee_code === null ? null : await personNamed(db, context, body.payee_code, false)
  if (named) refuseUntaxed(named.payee)
  if (body.contract_code !== null) await refuseContract(db, context, body.contract_code, body.basis)
  const before = body.code === null ? null : await idOf(db, context, body.code)
  const resident = named?.payee.resident ?? body.resident
  const { taxed, basis } = await computeFee(db, context, named?.person ?? null, { ...body, resident }, before)
  const { invoice_vat } = body
  refuseInvoice({ invoice_vat, gross: taxed.gross, vat_withheld: basis.vat !== null })
  return {
    ...sumsAnswer({ ...taxed, invoice_vat }),
    month: monthOf(body.pay_at),
    kind_i18n: kindText(body.kind, resident),
    resident,
    before: {
      count: basis.month.count,
      gross_yuan: yuan(basis.month.gross),
      tax_yuan: yuan(basis.month.tax),
    },
    working: workingOf(taxed, basis, body.basis, invoice_vat).map(({ amount, ...line }) => ({
      ...line,
      amount_yuan: yuan(amount),
    })),
    hint: TAX_HINT,
  }
}

async function idOf(db: Db, { project }: ProjectContext, code: string): Promise<bigint> {
  const row = await db
    .selectFrom('fees')
    .select('id')
    .where('project_id', '=', project.id)
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) throw invalid([{ field: 'code', message: '劳务记录不存在或已被删除' }])
  return row.id
}

async function refuseContract(
  db: Db,
  { project }: ProjectContext,
  code: string,
  basis: FeeInput['basis'],
): Promise<void> {
  const contract = await db
    .selectFrom('contracts')
    .select('category')
    .where('project_id', '=', project.id)
    .where('code', '=', code)
    .executeTakeFirst()
  const fault = feeContractFault(contract, basis)
  if (fault !== undefined) throw invalid([{ field: 'contract_code', message: fault }])
}

/** The columns that a computed fee fills. */
const columnsOf = (payee: Payee, fee: FeeInput, { taxed, basis }: Computed) => ({
  payee_id: payee.id,
  month: firstDay(monthOf(fee.pay_at)),
  pay_at: fee.pay_at,
  kind: fee.kind,
  resident: fee.resident,
  basis: fee.basis,
  vat_withheld: basis.vat !== null,
  gross: taxed.gross,
  vat: taxed.vat,
  surcharge: taxed.surcharge,
  taxable: taxed.taxable,
  tax: taxed.tax,
  net: taxed.net,
})

/** Saves a fee, with the payment of what is left if the body says how. Throws 422 as `computeFee`, and as a payment's save. */
export async function createFee(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { body }: Input<unknown, unknown, FeeBody>,
): Promise<Fee> {
  const { project } = context
  await lockMonths(tx, project.id, [monthOf(body.pay_at)])
  const { payee, person } = await personNamed(tx, context, body.payee_code, true)
  refuseUntaxed(payee)
  await refuseRemitted(tx, project.id, [monthOf(body.pay_at)])
  const fee: FeeInput = { ...body, resident: payee.resident }
  const computed = await computeFee(tx, context, person, fee, null)
  const columns = { ...columnsOf(payee, fee, computed), invoice_vat: body.invoice_vat }
  refuseInvoice(columns)
  const amount = columns.net + columns.invoice_vat
  const detailId =
    body.payment !== null
      ? await payFee(tx, context, rules, { ...fee, payee, amount, remark: body.remark }, body.payment)
      : body.payment_code !== null
        ? await lineOf(tx, context, body.payment_code, {
            amount,
            invoiceVat: body.invoice_vat,
            basis: body.basis,
            pay_at: body.pay_at,
            payees: person.ids,
            own: null,
          })
        : null
  const code = newCode()
  await tx
    .insertInto('fees')
    .values({
      ...createdBy(ownerOf(context)),
      ...columns,
      code,
      line_id: detailId,
      remitted_line_id: null,
      remark: body.remark,
    })
    .execute()
  const saved = await readFee(tx, context, code)
  await audit(tx, context, logEntry('create', { after: saved }))
  return saved
}

const agreedOf = ({ basis, gross, net }: FeeRow): bigint => (basis === 'net' ? net : gross)

/**
 * Replaces a fee and computes it anew, if it is the last of its person, kind and month, also as what it becomes, and the tax of the month is not
 * remitted. What does not touch the tax, the payment, the VAT of an invoice and the remark, can always be changed.
 */
export async function updateFee(
  tx: Tx,
  context: ProjectContext,
  { params, body: given }: Input<{ code: string }, unknown, FeeUpdate>,
): Promise<Fee> {
  const projectId = context.project.id
  const [unlocked] = await loadFees(tx, projectId, [params.code])
  if (!unlocked) throw missing()
  await lockMonths(tx, projectId, [monthOf(unlocked.month), monthOf(given.pay_at)])
  const { payee, person, persons } = await personNamed(tx, context, given.payee_code, true, [
    unlocked.payee_id,
  ])
  // Before the fee, as who deletes a payment locks it first.
  if (given.payment_code != null) await lockPayment(tx, projectId, given.payment_code)
  const [row] = await loadFees(tx, projectId, [params.code], true)
  // Saved by somebody else, with other locks, before these were taken.
  if (!row || row.month !== unlocked.month || row.payee_id !== unlocked.payee_id)
    throw new ChangedMeanwhile('a fee got another month or payee')
  checkVersion(given.version, row.version)
  const before = await readFee(tx, context, params.code)
  const line = (await linesById(tx, projectId, [row.line_id])).get(row.line_id ?? 0n)
  const body = completed(given, {
    payment_code: line?.payment_code ?? null,
    remark: row.remark,
    invoice_vat: row.invoice_vat,
  })
  const fee: FeeInput = { ...body, resident: payee.resident }
  const same =
    row.payee_id === payee.id &&
    row.pay_at === body.pay_at &&
    row.kind === body.kind &&
    row.basis === body.basis &&
    agreedOf(row) === body.amount
  const columns = same
    ? {}
    : columnsOf(payee, fee, await recomputed(tx, context, row, fee, { payee, person, persons }))
  const after = { ...row, ...columns, invoice_vat: body.invoice_vat }
  refuseInvoice(after)
  const detailId =
    body.payment_code === null
      ? null
      : same && body.payment_code === line?.payment_code && body.invoice_vat === row.invoice_vat
        ? row.line_id
        : await lineOf(tx, context, body.payment_code, {
            amount: after.net + after.invoice_vat,
            invoiceVat: after.invoice_vat,
            basis: body.basis,
            pay_at: body.pay_at,
            payees: person.ids,
            own: row.id,
          })
  await updateRecord(tx, context, 'fees', row, body.version, {
    ...columns,
    invoice_vat: body.invoice_vat,
    line_id: detailId,
    remark: body.remark,
  })
  const saved = await readFee(tx, context, params.code)
  await audit(tx, context, logEntry('update', { before, after: saved }))
  return saved
}

async function recomputed(
  tx: Tx,
  context: ProjectContext,
  row: FeeRow,
  fee: FeeInput,
  { payee, person, persons }: Named,
): Promise<Computed> {
  const projectId = context.project.id
  refuseUntaxed(payee)
  await refuseRemitted(tx, projectId, [monthOf(row.month), monthOf(fee.pay_at)])
  const computed = await computeFee(tx, context, person, fee, row.id)
  const moved = {
    ...row,
    payee_id: person.ids[0] ?? row.payee_id,
    month: firstDay(monthOf(fee.pay_at)),
    pay_at: fee.pay_at,
    kind: fee.kind,
    vat_withheld: computed.basis.vat !== null,
  }
  for (const placed of [row, moved]) {
    const later = (await laterFees(tx, context, [placed], persons)).get(row.id)
    if (later !== undefined) throw refused(later)
  }
  return computed
}

/** Deletes fees, all or none: the last ones of their person, kind and month, without a payment, of months whose tax is not remitted. */
export async function removeFees(tx: Tx, context: ProjectContext, codes: string[]): Promise<void> {
  const projectId = context.project.id
  const unlocked = await loadFees(tx, projectId, codes)
  await lockMonths(
    tx,
    projectId,
    unlocked.map(({ month }) => monthOf(month)),
  )
  const persons = await personsOf(
    tx,
    context,
    unlocked.map(({ payee_id }) => payee_id),
    true,
  )
  const rows = await loadFees(tx, projectId, codes, true)
  if (rows.some(({ payee_id }) => !persons.has(payee_id))) throw new ChangedMeanwhile('a payee was merged')
  await refuseRemitted(
    tx,
    projectId,
    rows.map(({ month }) => monthOf(month)),
  )
  const paid = rows.find(({ line_id }) => line_id !== null)
  const line = (await linesById(tx, projectId, [paid?.line_id ?? null])).get(paid?.line_id ?? 0n)
  if (line) throw refused(`该劳务已登记付款 ${line.payment_code}，请先删除该付款，或取消关联`)
  const ids = rows.map(({ id }) => id)
  const [later] = (await laterFees(tx, context, rows, persons, new Set(ids))).values()
  if (later !== undefined) throw refused(later)
  const removed = await feeAnswers(tx, context, rows)
  await tx.deleteFrom('fees').where('project_id', '=', projectId).where('id', '=', anyOf(ids)).execute()
  await audit(tx, context, ...removed.map((fee) => logEntry('delete', { before: fee })))
}
