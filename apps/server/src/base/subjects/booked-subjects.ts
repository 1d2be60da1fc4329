import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import type { Ask } from '../../platform/database/read-rows.ts'
import type { TemplateChoices } from '../../platform/sheet-import/ledger.ts'

// For ledgers whose records are booked on level-three subjects.

/** A level-three subject with the names of those above it. */
export interface BookedSubject {
  id: bigint
  code: string
  out_code: string
  one_name: string
  two_name: string
  three_name: string
}

/** A SELECT of level-three subjects: those with these ids, or all. Unordered. */
export const bookedSubjects = (projectId: bigint, ids?: readonly bigint[]): RawBuilder<BookedSubject> => sql`
  select three.id, three.code, three.out_code, one.name as one_name, two.name as two_name, three.name as three_name
  from subjects three
  join subjects two on two.project_id = ${projectId} and two.id = three.two_id
  join subjects one on one.project_id = ${projectId} and one.id = three.one_id
  where three.project_id = ${projectId} and three.category = 2 ${ids ? sql`and three.id = any(${ids})` : sql``}`

/**
 * The subjects of a page's rows by id, in a statement of their own: without statistics a join to the rows would scan
 * all subjects.
 */
export async function subjectsById(
  db: Db | Tx,
  projectId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, BookedSubject>> {
  if (ids.length === 0) return new Map()
  const { rows } = await bookedSubjects(projectId, [...new Set(ids)]).execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** All level-three subjects of a project by id, for an export. */
export const allSubjects =
  (projectId: bigint) =>
  async (ask: Ask): Promise<ReadonlyMap<bigint, BookedSubject>> =>
    new Map((await ask(bookedSubjects(projectId))).map((row) => [row.id, row]))

/** SQL condition that `column`, the id of a level-three subject, is below or one of these subjects of any level. */
export const onSubjects = (
  projectId: bigint,
  column: RawBuilder<unknown>,
  codes: readonly string[],
): RawBuilder<unknown> => sql`${column} in (
      select s.id from subjects s
      join subjects chosen on chosen.project_id = ${projectId} and chosen.id in (s.id, s.two_id, s.one_id)
      where s.project_id = ${projectId} and chosen.code = any(${codes}))`

/** A subject that a body refers to, as the rules read it. */
export interface FoundSubject {
  id: bigint
  category: number
}

/** The subjects of the project by code; unknown codes and those of other projects are absent. */
export async function findSubjects(
  tx: Tx,
  projectId: bigint,
  codes: readonly string[],
): Promise<ReadonlyMap<string, FoundSubject>> {
  const rows = await tx
    .selectFrom('subjects')
    .select(['code', 'id', 'category'])
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf([...new Set(codes)]))
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/** Why nothing can be booked on the subject; undefined if something can. */
export function subjectFault(subject: FoundSubject | undefined): string | undefined {
  if (!subject) return '科目不存在'
  return subject.category === 2 ? undefined : '请选择三级科目'
}

/** All subjects of the project, for an import: codes by number, and subjects by code for the rules. */
export async function subjectLookups(db: Db, projectId: bigint) {
  const rows = await db
    .selectFrom('subjects')
    .select(['id', 'code', 'out_code', 'category'])
    .where('project_id', '=', projectId)
    .execute()
  return {
    codes: new Map(rows.map((row) => [row.out_code, row.code])),
    subjects: new Map<string, FoundSubject>(rows.map((row) => [row.code, row])),
  }
}

/** The template's look-up sheet of all level-three subjects, by number. */
export async function subjectSheet(
  db: Db,
  projectId: bigint,
): Promise<NonNullable<TemplateChoices<string>['lookup']>> {
  const { rows } = await sql<BookedSubject>`${bookedSubjects(projectId)} order by out_code`.execute(db)
  return {
    name: '科目',
    columns: ['科目编号', '一级科目', '二级科目', '三级科目'].map((title) => ({
      title,
      kind: 'text',
      width: 22,
    })),
    rows: rows.map((row) => [row.out_code, row.one_name, row.two_name, row.three_name]),
  }
}
