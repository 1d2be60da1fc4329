import { sql } from 'kysely'
import { LEDGERS } from '../../ledgers.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nounOf } from '../../platform/ledger.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { isUsed, usesCount, usesNames } from '../../platform/lists/uses.ts'

/** Why these subjects cannot be deleted; null if none is used. Names the first ledger that uses one, and the lowest number that it uses. */
export async function reasonToKeep(
  tx: Tx,
  projectId: bigint,
  ids: readonly bigint[],
): Promise<string | null> {
  for (const [ledger, subject] of LEDGERS.flatMap((one) => one.subjects.map((of) => [one, of] as const))) {
    const used = { column: subject.column ?? 'subject_id', id: sql`s.id` }
    const label = subject.table === ledger.table || subject.record !== null ? ledger.label : null
    const uses = label ? usesNames(ledger, subject, projectId, used) : usesCount(subject, projectId, used)
    const { rows } = await sql<{ name: string; uses: string[] | number }>`
      select s.out_code || ' ' || s.name as name, ${uses} as uses from subjects s
      where s.project_id = ${projectId} and s.id = any(${ids}) and ${isUsed(subject, projectId, used)}
      order by s.out_code limit 1`.execute(tx)
    const [row] = rows
    if (!row) continue
    return typeof row.uses === 'number'
      ? `科目 ${row.name} 有${(subject.table === ledger.table ? undefined : ledger.parts[subject.table]) ?? nounOf(ledger)} ${row.uses} 条，不能删除`
      : `科目 ${row.name} 已被${nounOf(ledger)} ${namesOf(row.uses)} 使用，不能删除`
  }
  return null
}
