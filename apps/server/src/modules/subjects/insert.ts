import type { SubjectLevel } from '@pianzhang/contract/subjects'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

export interface NewSubject {
  code: string
  category: SubjectLevel
  out_code: string
  name: string
}

/**
 * Inserts subjects in one statement: a whole tree, or some below existing parents. A subject's number contains the numbers of its ancestors
 * (4-2-2 digits), so ancestors are looked up by number, among the new rows and those of the project.
 */
export async function insertSubjects(
  tx: Tx,
  projectId: bigint,
  now: Date,
  subjects: readonly NewSubject[],
): Promise<void> {
  await sql`
    with new as materialized (
      select nextval(pg_get_serial_sequence('subjects', 'id')) as id, r.*
      from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as r(code text, category smallint, out_code text, name text)),
    known as (
      select id, category, out_code from new
      union all
      select s.id, s.category, s.out_code from subjects s where s.project_id = ${projectId})
    insert into subjects (project_id, id, code, category, out_code, name, parent_id, one_id, two_id, created_at)
    overriding system value
    select ${projectId}, n.id, n.code, n.category, n.out_code, n.name,
      case when n.category = 1 then one.id when n.category = 2 then two.id end, one.id, two.id, ${now}
    from new n
    join known one on one.category = 0 and one.out_code = left(n.out_code, 4)
    left join known two on two.category = 1 and two.out_code = left(n.out_code, 6) and n.category > 0
    order by n.id`.execute(tx)
}
