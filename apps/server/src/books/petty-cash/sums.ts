import { type RawBuilder, sql } from 'kysely'
import { keptSums } from '../../platform/lists/kept-sums.ts'

/** The number of all details and their sum in fen. One row. */
export const allDetails = (projectId: bigint): RawBuilder<{ count: number; total: bigint }> =>
  sql`select coalesce(sum(s.entries), 0)::int4 as count, coalesce(sum(s.amount), 0) as total
    from ${keptSums(projectId, ['petty_cash'])}`

/** The sum of the details not yet written off, in fen, which executed cost includes (api.md §5). One row. */
export const openTotal = (projectId: bigint): RawBuilder<{ amount: bigint }> =>
  sql`select coalesce(sum(s.amount), 0) as amount from ${keptSums(projectId, ['petty_cash_open'])}`

/** 备用金总额: the amount of petty cash that the project was given, as a person has set it, in fen. No row until it is set. */
export const totalSet = (projectId: bigint): RawBuilder<{ amount: bigint; version: number }> =>
  sql`select a.amount, a.version from petty_cash_amounts a where a.project_id = ${projectId}`
