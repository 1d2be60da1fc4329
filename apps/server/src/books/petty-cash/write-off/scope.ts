import { createHash } from 'node:crypto'
import type { WriteOffScope } from '@pianzhang/contract/petty-cash'
import { type RawBuilder, sql } from 'kysely'
import { conditions } from '../list.ts'

/** SQL condition that detail `e` is open and in the scope of a write-off. */
export const openIn = (projectId: bigint, scope: WriteOffScope): RawBuilder<boolean> =>
  sql`${conditions(projectId, scope)} and e.write_off_id is null`

/** A hash in SQL of the ids and versions of the details `e` that meet a condition. */
export const fingerprintOf = (condition: RawBuilder<unknown>): RawBuilder<string> =>
  sql`encode(sha256(coalesce(string_agg(e.id || ':' || e.version, ',' order by e.id) filter (where ${condition}), '')::bytea), 'hex')`

/** The same hash of rows. */
export function fingerprint(rows: readonly { id: bigint; version: number }[]): string {
  const ordered = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  return createHash('sha256')
    .update(ordered.map(({ id, version }) => `${id}:${version}`).join(','))
    .digest('hex')
}
