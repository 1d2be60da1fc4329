import { SUBJECT_LEVELS, type Subject, type SubjectNode } from '@pianzhang/contract/subjects'
import { sql } from 'kysely'
import { mayNow } from '../../platform/http/guard.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** A row of `subjects` with its parent's code. */
export interface SubjectRow {
  id: bigint
  parent_id: bigint | null
  code: string
  category: number
  out_code: string
  name: string
  parent_code: string | null
}

/** The columns of a `SubjectRow`, from a subject `s` of the project. */
export const subjectColumns = (
  projectId: bigint,
) => sql<SubjectRow>`s.id, s.parent_id, s.code, s.category, s.out_code, s.name,
  (select p.code from subjects p where p.project_id = ${projectId} and p.id = s.parent_id) as parent_code`

/** Number and name: 24000101 摄影机租赁费. */
export const labelOf = (row: { out_code: string; name: string }) => `${row.out_code} ${row.name}`

export const subjectAnswer = (context: ProjectContext, row: SubjectRow): Subject => ({
  code: row.code,
  out_code: row.out_code,
  name: row.name,
  category: row.category,
  category_i18n: SUBJECT_LEVELS[row.category] ?? '',
  parent_code: row.parent_code,
  can: { delete: mayNow(context, 'subject', 'delete') },
})

/** Builds trees from rows in which parents come first, as in the order of numbers. `children` is absent if empty. */
export function nest<R extends { id: bigint; parent_id: bigint | null }, N extends { children?: N[] }>(
  rows: readonly R[],
  toNode: (row: R) => N,
): N[] {
  const roots: N[] = []
  const nodes = new Map<bigint, N>()
  for (const row of rows) {
    const node = toNode(row)
    nodes.set(row.id, node)
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id)
    if (!parent) roots.push(node)
    else if (parent.children) parent.children.push(node)
    else parent.children = [node]
  }
  return roots
}

export const subjectTree = (context: ProjectContext, rows: readonly SubjectRow[]) =>
  nest(rows, (row): SubjectNode => subjectAnswer(context, row))
