import type { FieldError } from '@pianzhang/contract/errors'
import { PASSED } from '@pianzhang/contract/invoices'
import type { Fen } from '@pianzhang/contract/money'
import { MAX_LINES, type PaymentLine, paymentBody, paymentLine } from '@pianzhang/contract/payments'
import { sql } from 'kysely'
import { findUploads } from '../../base/attachments/find.ts'
import { contractFault, lockByCode } from '../../base/contracts/find.ts'
import { findInstalments } from '../../base/contracts/instalments.ts'
import { amountOf, invoicesOf, mayGo, worthOf } from '../../base/invoices/allocate.ts'
import { usesOf } from '../../base/invoices/uses.ts'
import { lockPayees, payeeFault } from '../../base/payees/find.ts'
import { findSubjects } from '../../base/subjects/booked-subjects.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { problemsOf, type References, refusePosted, sharesOf } from './rules.ts'

/**
 * The subjects, types, contracts, invoices and files that lines name by code. Contracts and invoices are locked until the
 * commit, so that they do not change after the rules have checked them; the INSERT checks that subjects and types exist. `held`: codes of invoices
 * that are found too, as the payment may take back refunds of them.
 */
export async function findReferences(
  tx: Tx,
  { project: { id: projectId }, features }: Pick<ProjectContext, 'project' | 'features'>,
  lines: readonly Partial<PaymentLine>[],
  held: readonly string[] = [],
): Promise<References> {
  const all = (pick: (line: Partial<PaymentLine>) => string | string[] | null | undefined) => [
    ...new Set(lines.flatMap((line) => pick(line) ?? [])),
  ]
  const subjects = await findSubjects(
    tx,
    projectId,
    all((line) => line.subject_three_code),
  )
  const categories = await tx
    .selectFrom('payment_types')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(all((line) => line.pay_category_id).map(BigInt)))
    .execute()
  const contracts = await lockByCode(
    tx,
    projectId,
    all((line) => line.contract_code),
  )
  return {
    subjects,
    categories: new Map(categories.map((row) => [String(row.id), row.id])),
    contracts,
    // After their contracts are locked, without which a plan is not saved.
    instalments: features.has('payable')
      ? await findInstalments(
          tx,
          projectId,
          all((line) => line.instalment_code),
        )
      : null,
    invoices: await lockInvoices(tx, projectId, [...held, ...all(invoicesOf)]),
    several: features.has('missing_invoice'),
    attachments: await findUploads(
      tx,
      projectId,
      all((line) => line.voucher_attachment_codes),
    ),
  }
}

const HEADER = paymentBody.pick({ payee_code: true })

/**
 * The problems with the references of a body that its schema refused, so that all errors are reported at once; fields with
 * schema errors are skipped. `code`: the edited payment's. Throws 422 for a payment that a petty cash write-off posted.
 */
export async function alsoWrong(
  tx: Tx,
  context: ProjectContext,
  body: unknown,
  code: string | null,
): Promise<FieldError[]> {
  // Checked first: the lines of a posted payment have no payment type, for which the schema's message would mislead.
  if (code !== null) await refuseIfPosted(tx, context.project.id, code)
  const { payee_code } = validFields(HEADER, body)
  const faults = payeeFault(context, payee_code, await lockPayees(tx, context, [payee_code]))
  const given = (body as { cost_execution_details?: unknown } | null)?.cost_execution_details
  if (!Array.isArray(given) || given.length > MAX_LINES) return faults
  const lines = given.map((line) => validFields(paymentLine, line))
  const found = await findReferences(tx, context, lines)
  const shares = sharesOf(found, code)
  return [
    ...faults,
    ...lines.flatMap((line, index) =>
      [...problemsOf(line, found), ...shares.take(line).problems].map(({ field, message }) => ({
        field: `cost_execution_details[${index}].${field}`,
        message,
      })),
    ),
  ]
}

async function refuseIfPosted(tx: Tx, projectId: bigint, code: string): Promise<void> {
  const { rows } = await sql<{ imprest_code: string }>`
    select i.code as imprest_code from payments c
    join petty_cash_payments p on p.project_id = ${projectId} and p.payment_id = c.id
    join petty_cash i on i.project_id = ${projectId} and i.id = p.petty_cash_id
    where c.project_id = ${projectId} and c.code = ${code}`.execute(tx)
  for (const { imprest_code } of rows) refusePosted({ code, imprest_code })
}

/** Locks in the order of ids, so that concurrent requests cannot deadlock. */
export async function lockInvoices(
  tx: Tx,
  projectId: bigint,
  codes: string[],
): Promise<References['invoices']> {
  if (codes.length === 0) return new Map()
  const locked = await tx
    .selectFrom('invoices')
    .select(['code', 'id', 'invoice_number', 'status', 'voided_at'])
    .select(['total_amount', 'amount_without_tax', 'tax_amount'])
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf(codes))
    .orderBy('id')
    .forUpdate()
    .execute()
  const uses = await usesOf(
    tx,
    projectId,
    locked.map(({ id }) => id),
  )
  return new Map(locked.map(({ code, ...row }) => [code, { ...row, uses: uses.get(row.id) ?? [] }]))
}

/**
 * Locks contracts and invoices that an import checked without locks, until the commit. `uses`: how much of each invoice its lines use, by the
 * invoice's id; they are not stored yet. `several`: whether an invoice may pay several lines. Returns false if one has changed so that a payment line
 * must not refer to it.
 */
export async function lockChecked(
  tx: Tx,
  projectId: bigint,
  contracts: ReadonlySet<bigint>,
  uses: ReadonlyMap<bigint, Fen>,
  several: boolean,
): Promise<boolean> {
  const heldContracts = await tx
    .selectFrom('contracts')
    .select('category')
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf([...contracts]))
    .orderBy('id')
    .forShare()
    .execute()
  // Not `for share`: of two imports that take the rest of one invoice, the second has to see the first's uses.
  const heldInvoices = await tx
    .selectFrom('invoices')
    .select(['id', 'status', 'voided_at', 'total_amount', 'amount_without_tax', 'tax_amount'])
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf([...uses.keys()]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const others = await usesOf(tx, projectId, [...uses.keys()])
  return (
    heldContracts.length === contracts.size &&
    heldContracts.every((row) => contractFault(row, 'out') === undefined) &&
    heldInvoices.length === uses.size &&
    heldInvoices.every((row) => {
      const own = others.get(row.id) ?? []
      const before = amountOf(own)
      const after = before + (uses.get(row.id) ?? 0n)
      const worth = worthOf(row)
      return (
        row.status === PASSED &&
        row.voided_at === null &&
        ((several && worth !== null) || own.length === 0) &&
        (mayGo(before, after, worth) || (!several && worth !== null && worth > 0n && after < 0n))
      )
    })
  )
}
