import { VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import type { PettyCashAmountBody, PettyCashTotals } from '@pianzhang/contract/petty-cash'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { checkVersion } from '../../platform/http/errors.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { keptSums } from '../../platform/lists/kept-sums.ts'
import { allDetails, totalSet } from './load.ts'

const TICKETED = VOUCHER_CATEGORIES.filter(({ ticketed }) => ticketed).map(({ code }) => code)

/** The total set and the sums of all details, written off or not. A detail without a voucher type counts as unticketed (api.md §5). */
export async function readTotals(db: Db | Tx, context: ProjectContext): Promise<PettyCashTotals> {
  const { id } = context.project
  // One statement, so that the amounts are of one snapshot.
  const { rows } = await sql<{ amount: bigint; version: number; spent: bigint; ticketed: bigint }>`
    select coalesce(a.amount, 0) as amount, coalesce(a.version, 0) as version, s.spent, s.ticketed
    from (
      select coalesce((select d.total from (${allDetails(id)}) d), 0) as spent,
        coalesce((select sum(s.amount) from ${keptSums(id, ['petty_cash'], TICKETED)}), 0) as ticketed) s
    left join (${totalSet(id)}) a on true`.execute(db)
  const { amount, version, spent, ticketed } = rows[0] ?? {
    amount: 0n,
    version: 0,
    spent: 0n,
    ticketed: 0n,
  }
  return {
    imprest_total_amount: yuan(amount),
    imprest_overage_amount: yuan(amount - spent),
    imprest_ticket_amount: yuan(ticketed),
    imprest_no_ticket_amount: yuan(spent - ticketed),
    version,
    can: { write: mayNow(context, 'imprest', 'write') },
  }
}

/**
 * Replaces the total set. Throws 409 if another person has set it since. If two people set a first total at once, the
 * primary key stops the second insert, which is retried and then finds the first row.
 */
export async function setAmount(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, PettyCashAmountBody>,
): Promise<PettyCashTotals> {
  const { project, now } = context
  const before = await tx
    .selectFrom('petty_cash_amounts')
    .select(['amount', 'version'])
    .where('project_id', '=', project.id)
    .forUpdate()
    .executeTakeFirst()
  checkVersion(body.version, before?.version ?? 0)
  const { amount } = body
  if (before)
    await tx
      .updateTable('petty_cash_amounts')
      .set({ amount, version: before.version + 1, updated_at: now })
      .where('project_id', '=', project.id)
      .execute()
  else
    await tx
      .insertInto('petty_cash_amounts')
      .values({ project_id: project.id, amount, updated_at: now })
      .execute()
  await audit(tx, context, {
    action: before ? 'update' : 'create',
    resource: 'imprest',
    code: project.code,
    label: `备用金总额 ${yuan(amount)}元`,
    before: before ? { imprest_total_amount: yuan(before.amount) } : null,
    after: { imprest_total_amount: yuan(amount) },
  })
  return readTotals(tx, context)
}
