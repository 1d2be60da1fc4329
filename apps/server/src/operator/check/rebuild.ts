import { sql } from 'kysely'
import { operatorActor } from '../../base/companies/create.ts'
import { hasWrongCommitments, recomputeCommitments } from '../../base/contracts/commitments.ts'
import { hasWrongMissing, recomputeMissing } from '../../features/missing-invoices/stored-lines.ts'
import { hasWrongRests, recomputeRests } from '../../features/payables/stored-instalments.ts'
import { audit } from '../../platform/audit/audit.ts'
import { inTransaction, type Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import type { Services } from '../../platform/services.ts'
import type { CheckedProject } from './report.ts'
import { type WrongSum, wrongPayments, wrongShares, wrongSums } from './sums.ts'

/**
 * Makes the kept sums and the payments' amounts of a project equal to their lines, while people write. Returns how many were wrong. A kept sum
 * is corrected by one more signed change, computed in one statement, whose snapshot has a writer's lines and change or neither.
 */
export async function rebuildSums(services: Services, project: CheckedProject): Promise<number> {
  return await inTransaction(services.db, async (tx) => {
    // The lock makes a purge wait. A project whose purge has begun is skipped: its lines are deleted before its sums.
    const { rows } =
      await sql`select 1 from projects where id = ${project.id} and purging_at is null for share`.execute(tx)
    if (rows.length === 0) return 0
    // Two rebuilds at once would correct the same sum twice. A statement of its own: the snapshot of the next one is taken after the lock.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sums ${project.id}`}, 0))`.execute(tx)
    const corrected =
      (await correctPayments(tx, project.id)) +
      (await correctSums(tx, project.id)) +
      (await correctShares(tx, project.id)) +
      (await correctCommitments(tx, project.id)) +
      (await correctRests(tx, project.id)) +
      (await correctMissing(tx, project.id))
    if (corrected > 0)
      await audit(
        tx,
        { ...operatorActor(services, project.companyId), project },
        {
          action: 'update',
          resource: 'project',
          code: project.code,
          label: project.name,
          after: { corrected_sums: corrected },
        },
      )
    return corrected
  })
}

async function correctSums(tx: Tx, project: bigint): Promise<number> {
  const wrong = await wrongSums(tx, project)
  if (wrong.length === 0) return 0
  const changes = wrong.map((sum: WrongSum) => ({
    dimension: sum.dimension,
    voucher_category: sum.voucher_category,
    key: String(sum.key),
    payer: sum.payer,
    amount: String(sum.amount - sum.kept_amount),
    entries: String(sum.entries - sum.kept_entries),
  }))
  await sql`insert into sum_changes (project_id, dimension, voucher_category, key, payer, amount, entries)
    select ${project}, c.dimension, c.voucher_category, c.key, c.payer, c.amount, c.entries
    from jsonb_to_recordset(${jsonFor(changes)}::jsonb)
      as c(dimension text, voucher_category smallint, key bigint, payer text, amount numeric, entries bigint)`.execute(
    tx,
  )
  return wrong.length
}

/** What was paid by contract and subject. The second change leaves the contract's own total as it is: that of subject 0 is added to it alone. */
async function correctShares(tx: Tx, project: bigint): Promise<number> {
  const wrong = await wrongShares(tx, project)
  if (wrong.length === 0) return 0
  const changes = wrong.flatMap(({ contract_id, subject_id, kept_amount, amount }) => [
    { key: String(contract_id), subject_id: String(subject_id), amount: String(amount - kept_amount) },
    { key: String(contract_id), subject_id: '0', amount: String(kept_amount - amount) },
  ])
  await sql`insert into sum_changes (project_id, dimension, key, subject_id, amount)
    select ${project}, 'contract', c.key, c.subject_id, c.amount
    from jsonb_to_recordset(${jsonFor(changes)}::jsonb) as c(key bigint, subject_id bigint, amount numeric)`.execute(
    tx,
  )
  return wrong.length
}

async function correctCommitments(tx: Tx, project: bigint): Promise<number> {
  if (!(await hasWrongCommitments(tx, project))) return 0
  await recomputeCommitments(tx, project)
  return 1
}

async function correctRests(tx: Tx, project: bigint): Promise<number> {
  if (!(await hasWrongRests(tx, project))) return 0
  await recomputeRests(tx, project)
  return 1
}

async function correctMissing(tx: Tx, project: bigint): Promise<number> {
  if (!(await hasWrongMissing(tx, project))) return 0
  await recomputeMissing(tx, project)
  return 1
}

/** The amounts of payments that have lines; those without lines are only reported. */
async function correctPayments(tx: Tx, project: bigint): Promise<number> {
  const ids = (await wrongPayments(tx, project)).filter(({ lines }) => lines > 0).map(({ id }) => id)
  if (ids.length === 0) return 0
  // Saving locks the payment before its lines, so this lock keeps the lines unchanged until the commit.
  await sql`select from payments where project_id = ${project} and id = any(${ids}) order by id for no key update`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`update payments c set pay_amount = l.amount
    from (select d.payment_id, sum(d.pay_amount) as amount from payment_lines d
      where d.project_id = ${project} and d.payment_id = any(${ids}) group by d.payment_id) l
    where c.project_id = ${project} and c.id = l.payment_id and c.pay_amount <> l.amount`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
