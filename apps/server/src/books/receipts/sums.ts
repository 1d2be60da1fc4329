import { type RawBuilder, sql } from 'kysely'

/** What a project received in all, in fen; 0 without any receipt. */
export const receiptTotal = (projectId: bigint): RawBuilder<bigint> => sql`
  (select coalesce(sum(e.amount), 0) from receipts e where e.project_id = ${projectId})`

/** A SELECT with a row for each investor of a project and what they paid, in fen. */
export const receiptsByInvestor = (
  projectId: bigint,
): RawBuilder<{ investor: string; amount: bigint }> => sql`
  select e.investor, sum(e.amount) as amount from receipts e
  where e.project_id = ${projectId} group by e.investor`
