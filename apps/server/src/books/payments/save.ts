import { type Fen, sum } from '@pianzhang/contract/money'
import type {
  Payment,
  PaymentBody,
  PaymentLine,
  PaymentLineAnswer,
  PaymentUpdate,
} from '@pianzhang/contract/payments'
import { findInstalments, refusePaidMeanwhile } from '../../base/contracts/instalments.ts'
import { addUses, removeUses, usesOfPayment } from '../../base/invoices/uses.ts'
import { lockPayees, payeeFault } from '../../base/payees/find.ts'
import { audit } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import { allOf, type Tx } from '../../platform/database/database.ts'
import { invalid, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { entriesOf, ownerOf, updateRecord } from '../../platform/lists/records.ts'
import { takeNumbers } from '../../platform/numbers.ts'
import { completeBody, storedLine } from './completed-body.ts'
import { headerRows, insertLines, insertPayments, lineRows, updateLines } from './insert.ts'
import { linkAttachments, removeLinks } from './link-attachments.ts'
import { loadPayment, loadPayments } from './load.ts'
import { findReferences } from './references.ts'
import { changeFault, creationFault, type PaymentRules } from './rule.ts'
import { paymentNumber, type ResolvedLine, refusePosted, resolveLines, sharesOf } from './rules.ts'

/** Creates a payment and answers it as GET does. Throws 422 with all wrong fields. */
export async function createPayment(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { body }: Input<unknown, unknown, PaymentBody>,
): Promise<Payment> {
  const [saved] = await createPayments(tx, context, rules, [body])
  return saved as Payment
}

/** The amount of a payment: always the sum of its lines. */
export const totalOf = ({ cost_execution_details: lines }: Pick<PaymentBody, 'cost_execution_details'>) =>
  sum(lines.map(({ pay_amount }) => pay_amount))

/**
 * Finds and locks what the bodies of new payments name. Throws 422 with all wrong fields of the first invalid body, 409 for an instalment
 * that is paid up. `asked`: the bodies are of stored requests, whose lines keep several invoices and instalments while these features are off.
 */
export async function resolvePayments(
  tx: Tx,
  context: ProjectContext,
  bodies: readonly PaymentBody[],
  asked = false,
) {
  const payees = await lockPayees(
    tx,
    context,
    bodies.map((body) => body.payee_code),
  )
  const found = await findReferences(
    tx,
    context,
    bodies.flatMap((body) => body.cost_execution_details),
  )
  const shares = sharesOf(found, null)
  const resolved = bodies.map((body) => {
    const { resolved: lines, errors } = resolveLines(
      body.cost_execution_details,
      found,
      null,
      shares,
      ({ invoices = [] }) => asked && invoices.length > 1,
    )
    errors.push(...payeeFault(context, body.payee_code, payees))
    if (errors.length > 0) throw invalid(errors)
    return { body, lines }
  })
  await refusePaidMeanwhile(tx, context.project.id, instalmentsOf(resolved.flatMap(({ lines }) => lines)))
  const kept = asked && !found.instalments ? await storedInstalments(tx, context.project.id, bodies) : null
  return resolved.map(({ body, lines }) => ({
    body,
    lines: kept ? lines.map((line, index) => kept(line, body.cost_execution_details[index])) : lines,
    payeeId: payees.get(body.payee_code ?? '') ?? null,
  }))
}

/** The instalments that lines pay, with their amounts less what other lines take back. */
function instalmentsOf(lines: readonly ResolvedLine[]): Map<bigint, Fen> {
  const paying = new Map<bigint, Fen>()
  for (const { instalment_id, pay_amount } of lines)
    if (instalment_id !== null) paying.set(instalment_id, (paying.get(instalment_id) ?? 0n) + pay_amount)
  return new Map([...paying].filter(([, amount]) => amount > 0n))
}

/** Adds to lines the instalments that their bodies name. Nothing is asked of them while the feature is off, so one that is gone is left out. */
async function storedInstalments(tx: Tx, projectId: bigint, bodies: readonly PaymentBody[]) {
  const codes = bodies.flatMap((body) =>
    body.cost_execution_details.flatMap(({ instalment_code }) => instalment_code ?? []),
  )
  const found = await findInstalments(tx, projectId, codes)
  return (line: ResolvedLine, named: PaymentLine | undefined): ResolvedLine => {
    const instalment = found.get(named?.instalment_code ?? '')
    return instalment?.contract_id === line.contract_id ? { ...line, instalment_id: instalment.id } : line
  }
}

/** Creates payments in this order, with as many statements as for one. Throws 422 for what the rules refuse, and as `resolvePayments`. */
export async function createPayments(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  bodies: readonly PaymentBody[],
): Promise<Payment[]> {
  const faultOf = await creationFault(tx, context, rules)
  for (const body of bodies) {
    const fault = faultOf({ pay_at: body.pay_at, total: totalOf(body) })
    if (fault !== null) throw refused(fault)
  }
  const saved = await loadPayments(tx, context, await storePayments(tx, context, bodies))
  await audit(tx, context, ...saved.map((payment) => logEntry('create', { after: payment })))
  return saved
}

/** The request that becomes a payment. */
interface Asked {
  creator_id: bigint
  payee_id: bigint | null
}

/**
 * Stores new payments in this order, in the name of the caller or of who asked; returns their numbers. The caller writes their log entries.
 * Throws as `resolvePayments`. Without the feature `payee` the payment of a request has the request's payee.
 */
export async function storePayments(
  tx: Tx,
  context: ProjectContext,
  bodies: readonly PaymentBody[],
  asked?: Asked,
): Promise<string[]> {
  const { project, features } = context
  const resolved = await resolvePayments(tx, context, bodies, asked !== undefined)
  const first = await takeNumbers(context.services.numbers, project.id, 'cost_execution', bodies.length)
  const payments = resolved.map(({ body, lines, payeeId }, index) => {
    const code = paymentNumber(body.pay_at, first + BigInt(index))
    return {
      header: {
        ...headerOf(body, lines),
        payee_id: asked && !features.has('payee') ? asked.payee_id : payeeId,
        ordinal: index + 1,
        code,
      },
      lines: lines.map((line, position) => toRow(line, code, position)),
    }
  })
  const lines = payments.flatMap((payment) => payment.lines)
  const owner = { ...ownerOf(context), userId: asked?.creator_id ?? context.userId }
  await insertPayments(tx, owner, headerRows(payments.map(({ header }) => header)), lineRows(lines))
  // New lines have no links to remove, so without pictures there is nothing to do.
  if (lines.some((line) => line.attachment_ids.length > 0)) await linkAttachments(tx, project.id, lines, [])
  await addUses(tx, project.id, lines)
  return payments.map(({ header }) => header.code)
}

/**
 * Replaces a payment: lines are matched by code; one without a code is inserted, a missing one deleted. Throws 409 where it names an instalment
 * anew that others have paid up.
 */
export async function updatePayment(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { params, body: given }: Input<{ code: string }, unknown, PaymentUpdate>,
) {
  const { project } = context
  // Before the payment, as a merge locks payees first.
  const payees = await lockPayees(tx, context, [given.payee_code])
  const { payee_id, ...before } = await loadPayment(tx, context, params.code, true)
  refusePosted(before)
  const uses = await usesOfPayment(tx, project.id, before.id)
  const { body, kept } = completeBody(given, before, uses, context.features.has('missing_invoice'))
  const own = new Set(before.cost_execution_details.map((line) => line.code))
  const refunded = [...uses.values()].flat().flatMap(({ code, amount }) => (amount < 0n ? code : []))
  const found = await findReferences(tx, context, body.cost_execution_details, refunded)
  const shares = sharesOf(found, before.code)
  const { resolved, errors } = resolveLines(
    body.cost_execution_details,
    found,
    { code: before.code, own },
    shares,
    ({ code }) => kept.has(code ?? ''),
  )
  errors.push(...payeeFault(context, given.payee_code, payees))
  if (errors.length > 0) throw invalid(errors)
  const exceeded = shares.exceeded()
  if (exceeded !== null) throw refused(exceeded)
  // Absent, or without the feature, it stays.
  const keeps = given.payee_code === undefined || !context.features.has('payee')
  const header = {
    ...headerOf(body, resolved),
    payee_id: keeps ? payee_id : (payees.get(given.payee_code ?? '') ?? null),
  }
  const fault = (await changeFault(tx, context, rules, [before.id]))({
    id: before.id,
    before: { ...before, payee: payee_id, lines: before.cost_execution_details.map(storedLine) },
    after: { ...header, payee: header.payee_id, lines: body.cost_execution_details },
    contracts: found.contracts,
  })
  if (fault !== null) throw refused(fault)
  await updateRecord(tx, context, 'payments', before, body.version, header)
  const named = new Set(
    before.cost_execution_details.map(({ instalment }) => found.instalments?.get(instalment?.code ?? '')?.id),
  )
  await refusePaidMeanwhile(
    tx,
    project.id,
    new Map([...instalmentsOf(resolved)].filter(([id]) => !named.has(id))),
    before.id,
  )
  const rows = resolved.map((line, index) => toRow(line, before.code, index))
  const files = await removeLinks(tx, project.id, [before.id])
  if (uses.size > 0) await removeUses(tx, project.id, [before.id])
  await replaceLines(tx, context, rules, before.id, rows, own)
  await linkAttachments(tx, project.id, rows, files)
  await addUses(tx, project.id, rows)
  const { id: _, payee_id: ___, ...saved } = await loadPayment(tx, context, before.code)
  const { id: __, ...old } = before
  await audit(tx, context, logEntry('update', { before: old, after: saved }))
  return saved
}

const headerOf = (
  { cost_execution_details: _, version: __, payee_code: ___, ...header }: PaymentBody,
  lines: readonly ResolvedLine[],
) => ({ ...header, pay_amount: sum(lines.map((line) => line.pay_amount)) })

type LineToWrite = ReturnType<typeof toRow>
const toRow = (line: ResolvedLine, payment: string, index: number) => ({
  ...line,
  code: line.code ?? newCode(),
  payment_code: payment,
  position: index + 1,
})

async function replaceLines(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  paymentId: bigint,
  rows: LineToWrite[],
  own: ReadonlySet<string>,
): Promise<void> {
  const projectId = context.project.id
  const kept = rows.filter((row) => own.has(row.code))
  const codes = kept.map(({ code }) => code)
  if (kept.length < own.size)
    for (const { releasing } of rules) await releasing?.(tx, context, [paymentId], codes)
  await tx
    .deleteFrom('payment_lines')
    .where('project_id', '=', projectId)
    .where('payment_id', '=', paymentId)
    .where('code', '<>', allOf(codes))
    .execute()
  if (kept.length > 0)
    await updateLines(tx, projectId, paymentId, lineRows(kept), !context.features.has('payable'))
  const added = rows.filter((row) => !own.has(row.code))
  if (added.length > 0) await insertLines(tx, projectId, lineRows(added))
}

/** A payment for the log, without fields that depend on time or reader (signed links, rights) and without the number of lines. */
function snapshot(payment: Payment) {
  const { can: _, line_count: __, ...rest } = payment
  return {
    ...rest,
    cost_execution_details: payment.cost_execution_details.map(loggedLine),
  }
}

/** A line for the log. Its list of invoices says more than the only one. */
export const loggedLine = ({ check_invoice: _, ...line }: PaymentLineAnswer) => ({
  ...line,
  voucher_attachments: line.voucher_attachments.map(({ code }) => code),
})

/** The log entry of a payment. Its label: number, payer and amount. */
export const logEntry = entriesOf<Payment>(
  'cost_execution',
  ({ code, payer, pay_amount_yuan }) => `${code} ${payer} ${pay_amount_yuan}元`,
  snapshot,
)
