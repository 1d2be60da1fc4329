import type { FieldError } from '@pianzhang/contract/errors'
import { type InstalmentItem, instalmentItem, MAX_INSTALMENTS } from '@pianzhang/contract/payables'
import { type FoundSubject, findSubjects, subjectFault } from '../../base/subjects/booked-subjects.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { directionOf, loadContract, loadPlan, type PlanRow } from './plan.ts'

/** What the items of a plan name, and what is wrong with that. Subjects and types are locked by the INSERT's keys. */
export interface References {
  subjects: ReadonlyMap<string, FoundSubject>
  stored: ReadonlyMap<string, PlanRow>
  problems: FieldError[]
}

/** Absent fields, which the schema refused, are skipped. */
export async function findReferences(
  tx: Tx,
  projectId: bigint,
  contract: { id: bigint; category: number },
  items: readonly Partial<InstalmentItem>[],
): Promise<References> {
  const stored = new Map((await loadPlan(tx, projectId, contract.id)).map((row) => [row.code, row]))
  const subjects = await findSubjects(
    tx,
    projectId,
    items.flatMap(({ subject_code }) => subject_code ?? []),
  )
  const types = await findTypes(
    tx,
    projectId,
    items.flatMap(({ pay_category_id }) => pay_category_id ?? []),
  )
  const problems: FieldError[] = []
  for (const [index, { code, subject_code, pay_category_id }] of items.entries()) {
    const wrong = (field: keyof InstalmentItem, message: string) =>
      problems.push({ field: `items[${index}].${field}`, message })
    if (code && !stored.has(code)) wrong('code', '期次不存在或已被删除')
    if (subject_code) {
      const fault = subjectFault(subjects.get(subject_code))
      if (fault !== undefined) wrong('subject_code', fault)
      else if (directionOf(contract) === 'in') wrong('subject_code', '收入合同不填科目')
    }
    if (pay_category_id) {
      if (!types.has(pay_category_id)) wrong('pay_category_id', '付款类型不存在')
      else if (directionOf(contract) === 'in') wrong('pay_category_id', '收入合同不填付款类型')
    }
  }
  return { subjects, stored, problems }
}

async function findTypes(tx: Tx, projectId: bigint, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('payment_types')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf(ids.map(BigInt)))
    .execute()
  return new Set(rows.map(({ id }) => String(id)))
}

/** The problems with what the items of a body name that its schema refused, so that all errors are reported at once. */
export async function alsoWrong(
  tx: Tx,
  { project }: ProjectContext,
  body: unknown,
  code: string,
): Promise<FieldError[]> {
  const given = (body as { items?: unknown } | null)?.items
  if (!Array.isArray(given) || given.length > MAX_INSTALMENTS) return []
  const items = given.map((item) => validFields(instalmentItem, item))
  return (await findReferences(tx, project.id, await loadContract(tx, project.id, code), items)).problems
}
