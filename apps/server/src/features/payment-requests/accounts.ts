import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** A payee's account as it was approved. `account_end`: its last digits, '' without an account; `account_digest`: to compare it. */
export interface ApprovedAccount {
  account_end: string
  account_digest: string
}

const END = 4
const approvedAs = (account: string): ApprovedAccount => ({
  account_end: account.slice(-END),
  account_digest: createHash('sha256').update(account).digest('base64url'),
})

/** A payee with the account as it is stored; undefined without a payee, or without the feature. */
export async function payeeWithAccount(
  db: Db | Tx,
  { companyId, features }: ProjectContext,
  payeeId: bigint | null,
) {
  if (payeeId === null || !features.has('payee')) return undefined
  return await db
    .selectFrom('payees')
    .select(['name', 'bank_name', 'account_name', 'account'])
    .where('company_id', '=', companyId)
    .where('id', '=', payeeId)
    .executeTakeFirst()
}

/** What an approval keeps of the payee's account, as it is at the approval; null without a payee, or without the feature. */
export async function accountToKeep(
  tx: Tx,
  context: ProjectContext,
  payeeId: bigint | null,
): Promise<ApprovedAccount | null> {
  const payee = await payeeWithAccount(tx, context, payeeId)
  return payee ? approvedAs(payee.account) : null
}

/** By payment, the account that its last approval saw; payments that nobody approved, or of an approval that kept none, are absent. */
export async function approvedAccounts(
  db: Db | Tx,
  { project: { id: projectId }, features }: Pick<ProjectContext, 'project' | 'features'>,
  payments: readonly bigint[],
): Promise<ReadonlyMap<bigint, ApprovedAccount>> {
  if (!features.has('approval') || payments.length === 0) return new Map()
  const { rows } = await sql<ApprovedAccount & { id: bigint }>`
    select distinct on (r.id) r.payment_id as id, a.account_end, a.account_digest
    from payment_requests r
    join payment_request_acts a on a.project_id = ${projectId} and a.request_id = r.id and a.act = 'approve'
    where r.project_id = ${projectId} and r.payment_id = ${anyOf(payments)}
    order by r.id, a.id desc`.execute(db)
  return new Map(rows.filter((row) => row.account_end !== null).map(({ id, ...account }) => [id, account]))
}

/** The warning that a payment goes to another account than was approved, however long ago that was changed; undefined: to the same. */
export function otherAccountText(approved: ApprovedAccount | undefined, account: string): string | undefined {
  const now = approvedAs(account)
  if (!approved || account === '' || approved.account_digest === now.account_digest) return undefined
  const then = approved.account_end === '' ? '审批时没有账号' : `审批时尾号 ${approved.account_end}`
  return `收款账号与审批时不同：${then}，现为 ${now.account_end}，请电话核实`
}
