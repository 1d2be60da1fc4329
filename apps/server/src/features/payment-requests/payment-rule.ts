import { type Fen, sum } from '@pianzhang/contract/money'
import { APPROVED_FIELDS, NEEDS_APPROVAL } from '@pianzhang/contract/payment-requests'
import { sql } from 'kysely'
import { approvalNeeds } from '../../base/approvals/stored-rules.ts'
import type { PaymentRule } from '../../books/payments/rule.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** What approvals demand of payments that are created without a request, or changed after it. */
export const APPROVALS_OF_PAYMENTS: PaymentRule = {
  async creating(db, context) {
    const needs = await approvalNeeds(db, context)
    return ({ total }) => (needs?.(total) ? NEEDS_APPROVAL : null)
  },
  async changing(tx, context, ids) {
    const faultOf = await approvalFaults(tx, context, ids)
    return ({ id, before, after }) => faultOf(id, before, after)
  },
  // Also without the feature, whose rows stay while it is off.
  async releasing(tx, { project }, ids, kept) {
    if (kept === null)
      await tx
        .updateTable('payment_requests')
        .set({ payment_id: null })
        .where('project_id', '=', project.id)
        .where('payment_id', '=', anyOf(ids))
        .execute()
  },
}

/** The fields of a payment that an approval covers: who is paid, and how much on which contract. */
interface Approved {
  payer: string
  payee: bigint | null
  lines: readonly { contract_code: string | null; pay_amount: Fen }[]
}

/**
 * Returns a function that names the reason why one of these payments may not be changed, or null. No total may be raised into an amount band with approval
 * steps; an approved payment also keeps its payee and contracts, whatever its amount. Without the feature nothing is read.
 */
async function approvalFaults(
  tx: Tx,
  context: Pick<ProjectContext, 'project' | 'features'>,
  payments: readonly bigint[],
): Promise<(id: bigint, before: Approved, after: Approved) => string | null> {
  if (!context.features.has('approval')) return () => null
  const needs = await approvalNeeds(tx, context)
  const { rows } = await sql<{ id: bigint }>`
    select r.payment_id as id from payment_requests r
    where r.project_id = ${context.project.id} and r.payment_id = ${anyOf(payments)} and r.steps <> '[]'`.execute(
    tx,
  )
  const approved = new Set(rows.map(({ id }) => id))
  return (id, before, after) =>
    needs?.(totalOf(after)) && totalOf(after) > totalOf(before)
      ? NEEDS_APPROVAL
      : approved.has(id) && paysOther(before, after)
        ? APPROVED_FIELDS
        : null
}

const totalOf = ({ lines }: Approved): Fen => sum(lines.map(({ pay_amount }) => pay_amount))

/**
 * Whether somebody else is paid, or a contract (or none) gets what another one had. Lowering amounts is free, and so is what a total below the bands is
 * raised by, on contracts that it names already.
 */
function paysOther(before: Approved, after: Approved): boolean {
  const paid = onContracts(before)
  const raised = totalOf(after) - totalOf(before)
  return (
    after.payer !== before.payer ||
    after.payee !== before.payee ||
    [...onContracts(after)].some(([contract, amount]) => {
      const was = paid.get(contract)
      return amount > (was ?? 0n) + (was !== undefined && raised > 0n ? raised : 0n)
    })
  )
}

/** What is paid on each contract, and without one. */
function onContracts({ lines }: Approved): Map<string | null, Fen> {
  const sums = new Map<string | null, Fen>()
  for (const { contract_code, pay_amount } of lines)
    sums.set(contract_code, (sums.get(contract_code) ?? 0n) + pay_amount)
  return sums
}
