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
  // The planner knows nothing of the new rows: in place of a join, which would compare each with all, ancestors are looked up in one object.
  await sql`
    with new as materialized (
      select nextval((select pg_get_serial_sequence('subjects', 'id')::regclass)) as id, r.*
      from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as r(code text, category smallint, out_code text, name text)),
    above as materialized (
      select jsonb_object_agg(k.out_code, k.id) as ids from (
        select out_code, id from new where category < 2
        union all
        select s.out_code, s.id from subjects s where s.project_id = ${projectId} and s.category < 2) k)
    insert into subjects (project_id, id, code, category, out_code, name, parent_id, one_id, two_id, created_at)
    overriding system value
    select ${projectId}, n.id, n.code, n.category, n.out_code, n.name,
      case when n.category = 1 then one.id when n.category = 2 then two.id end, one.id, two.id, ${now}
    from new n cross join above
    cross join lateral (select (above.ids ->> left(n.out_code, 4))::bigint as id) one
    cross join lateral (select case when n.category > 0 then (above.ids ->> left(n.out_code, 6))::bigint end as id) two
    order by n.id`.execute(tx)
}
