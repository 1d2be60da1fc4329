import type { FieldError } from '@pianzhang/contract/errors'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { entered } from '../projects/load.ts'
import { fileKeys, type KeyOwner, keyOwners, type Numbered, numberKey, similarOwners } from './keys.ts'

interface NamedProject {
  code: string
  name: string
}

/**
 * The current project and those of `ids` that the person may enter, by id. The person has the right to read invoices, and a role is the
 * same in every project, so they may read the invoices of these projects too.
 */
export async function enteredProjects(
  db: Db | Tx,
  context: ProjectContext,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, NamedProject>> {
  const { id, code, name } = context.project
  const projects = new Map<bigint, NamedProject>([[id, { code, name }]])
  const others = [...new Set(ids)].filter((other) => other !== id)
  if (others.length === 0) return projects
  const { rows } = await sql<NamedProject & { id: bigint }>`select p.id, p.code, p.name from projects p
    where p.id = any(${others}) and ${entered(context)}`.execute(db)
  for (const row of rows) projects.set(row.id, row)
  return projects
}

/** The stored reason of a duplicate. It names no project; readers get `duplicateText` instead. */
export const REPEATED = '与本企业已有的发票重复'

/** Why a duplicate failed. `projectId`: of the invoice that it repeats; `project`: that project, if the person may enter it. */
export function duplicateText(
  context: ProjectContext,
  projectId: bigint | null,
  project: NamedProject | undefined,
): string {
  if (projectId === context.project.id) return '与本项目中已有的发票重复'
  return project ? `与项目“${project.name}”中已有的发票重复` : '与本企业其他项目中已有的发票重复'
}

/** An error if another invoice of the company has this number, or a file of this invoice, so that it cannot pass. Takes no lock. */
export async function repetitions(
  db: Db | Tx,
  context: ProjectContext,
  row: { id: bigint; code: string },
  figures: Numbered,
): Promise<FieldError[]> {
  const key = numberKey(figures)
  const files = await fileKeys(db, context.project.id, row.id)
  const owners = await keyOwners(db, context.companyId, key === null ? files : [key, ...files])
  const similar = await similarOwners(db, context.companyId, figures)
  const isOther = (owner: KeyOwner | undefined) => owner !== undefined && owner.invoice_code !== row.code
  const byNumber = [owners.get(key ?? ''), ...similar].find(isOther)
  if (byNumber) return [await repeated(db, context, byNumber, '该发票')]
  const byFile = files.map((file) => owners.get(file)).find(isOther)
  return byFile ? [await repeated(db, context, byFile, '该发票的图片或原件')] : []
}

async function repeated(
  db: Db | Tx,
  context: ProjectContext,
  owner: KeyOwner,
  what: string,
): Promise<FieldError> {
  const projects = await enteredProjects(db, context, [owner.project_id])
  const message = duplicateText(context, owner.project_id, projects.get(owner.project_id))
  return { field: 'invoice_number', message: `${what}${message}` }
}
