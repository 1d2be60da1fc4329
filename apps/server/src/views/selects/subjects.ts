import { searchKey } from '@pianzhang/contract/pinyin-search'
import type { SelectQuery } from '@pianzhang/contract/selects'
import type { SubjectOption } from '@pianzhang/contract/subjects'
import { sql } from 'kysely'
import { conditions } from '../../base/subjects/list.ts'
import { labelOf, nest, type SubjectRow, subjectColumns } from '../../base/subjects/load.ts'
import { pinyinOf } from '../../base/subjects/search.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Options, type SelectInput, selectPage } from './options.ts'

/** All levels, flat, by number. */
export async function selectSubjects(
  db: Db,
  context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  return await flat(db, context.project.id, undefined, query)
}

/** Level three: the subjects that lines are booked on. */
export async function selectSubjectThree(
  db: Db,
  context: ProjectContext,
  { query }: SelectInput,
): Promise<Options> {
  return await flat(db, context.project.id, 2, query)
}

async function flat(
  db: Db,
  projectId: bigint,
  category: number | undefined,
  query: SelectQuery,
): Promise<Options> {
  const subjects = sql`select s.out_code || ' ' || s.name as label, s.code as value, s.out_code as sort_key
    from subjects s where ${conditions(projectId, { category })}`
  return await selectPage(db, subjects, query)
}

/** The whole tree, never paged. With a keyword: matching nodes with their ancestors and descendants. */
export async function selectSubjectTrees(
  db: Db,
  context: ProjectContext,
  { query }: SelectInput,
): Promise<{ items: SubjectOption[]; listTotal: number }> {
  const { rows } = await sql<SubjectRow>`select ${subjectColumns(context.project.id)} from subjects s
    where ${conditions(context.project.id, {})} order by s.out_code`.execute(db)
  const tree = nest(
    rows,
    (row): SubjectOption => ({
      label: labelOf(row),
      value: row.code,
      out_code: row.out_code,
      pinyin: pinyinOf(row.name),
    }),
  )
  const items = query.keywords ? matching(tree, searchKey(query.keywords)) : tree
  return { items, listTotal: items.length }
}

function matching(nodes: readonly SubjectOption[], keyword: string): SubjectOption[] {
  return nodes.flatMap((node) => {
    if (searchKey(node.label).includes(keyword)) return [node]
    const children = matching(node.children ?? [], keyword)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}
