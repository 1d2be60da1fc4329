import { sql } from 'kysely'
import { expect } from 'vitest'
import { keptSums, recountedSums } from '../../../src/operator/check/sums.ts'
import type { Db } from '../../../src/platform/database/database.ts'

// For tests: compares the sums that triggers keep (migration 0034) with sums over the records.

/** Compares both in one snapshot; returns the number of sums. */
export async function expectSumsTrue(db: Db, project: bigint): Promise<number> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await keptSums(project).execute(tx)
      expect(rows).toEqual((await recountedSums(project).execute(tx)).rows)
      return rows.length
    })
}

/** The number of changes that are not folded into the totals yet. */
export async function changesOf(db: Db, project: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from sum_changes where project_id = ${project}`.execute(db)
  return rows[0]?.n ?? 0
}
