import { PARENT_MISSING, type PreloadQuery, type SubjectLevel } from '@pianzhang/contract/subjects'
import type { Db, Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'

/** Proposes the number of a new subject. It is not reserved: the first to save it gets it. */
export async function preloadCode(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, PreloadQuery, unknown>,
): Promise<{ out_code: string }> {
  const projectId = context.project.id
  const parent = await findParent(db, projectId, query.category, query.parent_code)
  return { out_code: await nextNumber(db, projectId, query.category, parent) }
}

/** The next number among its siblings (see `freeNumber`). Throws 422 when there is none left. */
export async function nextNumber(
  db: Db | Tx,
  projectId: bigint,
  category: SubjectLevel,
  parent: { id: bigint; out_code: string } | null,
): Promise<string> {
  const siblings = await db
    .selectFrom('subjects')
    .select('out_code')
    .where('project_id', '=', projectId)
    .where('category', '=', category)
    .where('parent_id', parent ? '=' : 'is', parent?.id ?? null)
    .execute()
  const used = siblings.map((row) => row.out_code)
  const number = freeNumber(category, parent?.out_code ?? null, used)
  if (number === null) throw invalid([{ field: 'out_code', message: '科目编号已用完' }])
  return number
}

/**
 * Finds the parent of a subject of this level: a subject of the level above, in the same project. Null for level one. Throws 422. `lock` keeps
 * others from deleting the parent until the commit.
 */
export async function findParent(
  db: Db | Tx,
  projectId: bigint,
  level: SubjectLevel,
  code: string | null,
  lock = false,
) {
  if (level === 0) return null
  const wrong = (message: string) => invalid([{ field: 'parent_code', message }])
  if (code === null) throw wrong(PARENT_MISSING[level])
  const parent = await db
    .selectFrom('subjects')
    .select(['id', 'out_code', 'category'])
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .$if(lock, (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!parent) throw wrong('上级科目不存在')
  if (parent.category !== level - 1) throw wrong(PARENT_MISSING[level])
  return parent
}

/** All numbers that a subject of this level can have below `parent`, ascending: 4-2-2 digits, level one in whole hundreds. */
function possible(level: SubjectLevel, parent: string | null): string[] {
  if (level === 0) return Array.from({ length: 90 }, (_, index) => String(1000 + index * 100))
  return Array.from({ length: 99 }, (_, index) => `${parent}${String(index + 1).padStart(2, '0')}`)
}

/**
 * The number to propose: the next one after the highest sibling's number; if there is no next one, the lowest free number; null if none is free.
 * `siblings`: the numbers of the siblings, in any order.
 */
export function freeNumber(
  level: SubjectLevel,
  parent: string | null,
  siblings: readonly string[],
): string | null {
  const used = new Set(siblings)
  const all = possible(level, parent)
  const highest = all.findLastIndex((number) => used.has(number))
  return all[highest + 1] ?? all.find((number) => !used.has(number)) ?? null
}
