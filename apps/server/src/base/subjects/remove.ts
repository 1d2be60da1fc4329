import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { labelOf, subjectColumns } from './load.ts'
import { snapshot } from './save.ts'
import { reasonToKeep } from './uses.ts'

/**
 * Deletes all or none; a parent only together with all of its children. Locks in the order of ids, so that batches
 * cannot deadlock. Concurrent bookings and children either commit first and are seen here, or wait and find the
 * subject deleted.
 */
export async function removeSubjects(tx: Tx, context: ProjectContext, codes: string[]): Promise<void> {
  const projectId = context.project.id
  const columns = subjectColumns(projectId)
  const rows = await rowsByCode(tx, projectId, codes, { columns, table: 'subjects', alias: 's' }, true)
  const ids = rows.map((row) => row.id)
  await refuseParents(tx, projectId, ids)
  const reason = await reasonToKeep(tx, projectId, ids)
  if (reason) throw refused(reason)
  await tx.deleteFrom('subjects').where('project_id', '=', projectId).where('id', '=', anyOf(ids)).execute()
  await audit(
    tx,
    context,
    ...rows.map((row) => ({
      action: 'delete' as const,
      resource: 'subject' as const,
      code: row.code,
      label: labelOf(row),
      before: snapshot(row),
    })),
  )
}

/** Refuses a subject with children that are not deleted with it. */
async function refuseParents(tx: Tx, projectId: bigint, ids: bigint[]): Promise<void> {
  const { rows } = await sql<{ parent: string; children: string[] }>`
    select p.out_code || ' ' || p.name as parent, array_agg(s.out_code || ' ' || s.name order by s.out_code) as children
    from subjects s join subjects p on p.project_id = ${projectId} and p.id = s.parent_id
    where s.project_id = ${projectId} and s.parent_id = any(${ids}) and s.id <> all(${ids})
    group by p.out_code, p.name order by p.out_code limit 1`.execute(tx)
  const found = rows[0]
  if (found) throw refused(`科目 ${found.parent} 下有科目 ${namesOf(found.children)}，不能删除`)
}
