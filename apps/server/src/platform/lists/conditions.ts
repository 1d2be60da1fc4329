import { type RawBuilder, sql } from 'kysely'
import { plannedEachTime } from '../database/connections/prepared.ts'

/** SQL conditions of a list: whose records it has, then each of its filters. */
export type Conditions = [RawBuilder<unknown>, ...RawBuilder<unknown>[]]

/**
 * That all of these hold. With a filter the statement is planned for its values: PostgreSQL takes values that it does not know for ones that few records
 * have, two of them together hardly any, and would look up thousands of records one after the other.
 */
export function filtered([owner, ...filters]: Conditions): RawBuilder<unknown> {
  return filters.length === 0 ? owner : sql`${plannedEachTime} ${sql.join([owner, ...filters], sql` and `)}`
}
