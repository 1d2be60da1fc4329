import type { Estimate, EstimateBody, EstimateMode } from '@pianzhang/contract/cost-report'
import { type Fen, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { type AuditEntry, audit } from '../../platform/audit/audit.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { checkVersion, missing, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type Owner, ownerOf } from '../../platform/lists/records.ts'
import { reportLines, scopeOf } from './lines.ts'
import { dayOf } from './report.ts'

/** What was typed for a subject. */
export interface Typed {
  mode: EstimateMode
  amount: Fen | null
  remark: string
}

export interface Stored extends Typed {
  version: number
}
/** The estimate of a subject of which nothing was typed. */
export const NEW: Stored = { mode: 'auto', amount: null, remark: '', version: 0 }

interface Subject {
  id: bigint
  code: string
  out_code: string
  name: string
}

export const sameTyped = (one: Typed, other: Typed): boolean =>
  one.mode === other.mode && one.amount === other.amount && one.remark === other.remark

const stateOf = ({ mode, amount, remark }: Typed) => ({
  mode,
  amount_yuan: amount === null ? '' : yuan(amount),
  remark,
})

export const estimateEntry = (
  { code, out_code, name }: Subject,
  before: Stored,
  after: Typed,
): AuditEntry => ({
  action: before.version === 0 ? 'create' : 'update',
  resource: 'cost_report',
  code,
  label: `${out_code} ${name}`,
  before: before.version === 0 ? null : stateOf(before),
  after: stateOf(after),
})

/** Types what a subject will still cost, or its cost in the end; `auto` leaves it to the rule. Throws 409 for a stale version. */
export async function saveEstimate(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ subject_code: string }, unknown, EstimateBody>,
): Promise<Estimate> {
  const { project } = context
  const subject = await tx
    .selectFrom('subjects')
    .select(['id', 'code', 'out_code', 'name', 'category'])
    .where('project_id', '=', project.id)
    .where('code', '=', params.subject_code)
    // The subject is not deleted before the commit.
    .forKeyShare()
    .executeTakeFirst()
  if (!subject) throw missing()
  if (subject.category !== 2) throw refused('只能填写三级科目的预计')
  const [before = NEW] = await lockEstimates(tx, ownerOf(context), [subject.id])
  checkVersion(body.version, before.version)
  await writeEstimates(tx, context, ownerOf(context), [{ ...body, subject_id: subject.id }])
  await audit(tx, context, estimateEntry(subject, before, body))
  return {
    subject_code: subject.code,
    mode: body.mode,
    amount_yuan: body.amount === null ? null : yuan(body.amount),
    remark: body.remark,
    version: before.version + 1,
  }
}

const ordered = (ids: readonly bigint[]): bigint[] => [...ids].sort((a, b) => (a < b ? -1 : 1))

/**
 * Locks the estimates of these subjects until the commit, in the order of ids, so that two writers cannot deadlock. One that was never typed is
 * inserted with version 0 first: of two people who type it at once, the second finds a row to wait for. `typed`: the subjects of which there is
 * something to write, if not all.
 */
export async function lockEstimates(
  tx: Tx,
  { projectId, userId, now }: Owner,
  subjects: readonly bigint[],
  typed = subjects,
): Promise<(Stored & { subject_id: bigint })[]> {
  const ids = ordered(subjects)
  await sql`insert into cost_estimates (project_id, subject_id, mode, base, creator_id, version, created_at, updated_at)
    select ${projectId}, n.id, 'auto', 0, ${userId}, 0, ${now}, ${now} from unnest(${ordered(typed)}::bigint[]) n (id) order by n.id
    on conflict (project_id, subject_id) do nothing`.execute(tx)
  return await tx
    .selectFrom('cost_estimates')
    .select(['subject_id', 'mode', 'amount', 'remark', 'version'])
    .where('project_id', '=', projectId)
    .where('subject_id', '=', anyOf(ids))
    .orderBy('subject_id')
    .forUpdate()
    .execute()
}

/**
 * Writes estimates that `lockEstimates` locked. With a new amount it stores in `base` the subject's cost and commitments of today's report, from which
 * later reports compute 录入后已变动; an edit of the remark leaves `base`.
 */
export async function writeEstimates(
  tx: Tx,
  { now }: Pick<ProjectContext, 'now'>,
  { projectId, importId }: Owner,
  estimates: readonly (Typed & { subject_id: bigint })[],
): Promise<void> {
  const rows = estimates.map(({ subject_id, mode, amount, remark }) => ({
    subject_id: String(subject_id),
    mode,
    amount: amount === null ? null : String(amount),
    remark,
  }))
  const scope = await scopeOf(tx, { projectId, asOf: dayOf(undefined, now), later: true })
  await sql`update cost_estimates e
    set mode = n.mode, amount = n.amount, remark = n.remark,
      base = case when e.mode = n.mode and e.amount is not distinct from n.amount then e.base else n.base end, version = e.version + 1, import_id = ${importId}, updated_at = ${now}
    from (
      with ${reportLines(scope)}
      select r.subject_id, r.mode, r.amount, r.remark, coalesce(l.spent + l.committed, 0) as base
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(subject_id bigint, mode text, amount bigint, remark text)
      left join line l on l.id = r.subject_id) n
    where e.project_id = ${projectId} and e.subject_id = n.subject_id`.execute(tx)
}
