import { ruleSentences } from '@pianzhang/contract/approval-rules'
import { today } from '@pianzhang/contract/calendar'
import type { FieldError } from '@pianzhang/contract/errors'
import { yuan } from '@pianzhang/contract/money'
import type {
  ApprovalBands,
  ApprovalRules,
  ApprovalRulesBody,
  Approver,
} from '@pianzhang/contract/payment-requests'
import { sql } from 'kysely'
import { type Rules, rulesOf } from '../../base/approvals/stored-rules.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { checkVersion, Failure, invalid } from '../../platform/http/errors.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { notify } from '../../platform/notifications.ts'
import { approverNames, lockApprovers } from './approver-names.ts'
import { peopleOf } from './people.ts'

/** The rules of the project with names, who may be chosen, and the deputies of today and of days to come who may decide. */
export async function showRules(db: Db | Tx, context: ProjectContext): Promise<ApprovalRules> {
  const { companyId, project, now } = context
  const rules = await rulesOf(db, project.id)
  const { approvers } = await peopleOf(db, context)
  const deputies = await db
    .selectFrom('approval_deputies')
    .select(['user_id', 'deputy_id', 'start_at', 'end_at'])
    .where('project_id', '=', project.id)
    .where('end_at', '>=', today(now))
    .orderBy('start_at')
    .orderBy('user_id')
    .execute()
  const people = new Map(approvers.map((person) => [person.id, person]))
  return {
    ...(await namedBands(db, context, rules)),
    self_approve: rules.selfApprove,
    imprest_limit_yuan: rules.pettyCashLimit === null ? null : yuan(rules.pettyCashLimit),
    version: rules.version,
    approvers: [
      ...(await rolesOf(db, companyId)),
      ...approvers.map(({ code, name }) => ({ code, name, kind: 'user' as const })),
    ],
    deputies: deputies.flatMap(({ user_id, deputy_id, start_at, end_at }) => {
      const [user, deputy] = [people.get(user_id), people.get(deputy_id)]
      if (!user || !deputy) return []
      return [
        {
          user_code: user.code,
          user_name: user.name,
          deputy_code: deputy.code,
          deputy_name: deputy.name,
          start_at,
          end_at,
        },
      ]
    }),
    can: {
      write: mayNow(context, 'project', 'write'),
      deputy: mayNow(context, 'payment_approval', 'write'),
    },
  }
}

/** Which payments people have to approve. */
export const showBands = async (db: Db | Tx, context: ProjectContext): Promise<ApprovalBands> =>
  namedBands(db, context, await rulesOf(db, context.project.id))

async function namedBands(
  db: Db | Tx,
  context: ProjectContext,
  { on, bands }: Rules,
): Promise<ApprovalBands> {
  const names = await approverNames(
    db,
    context,
    bands.flatMap(({ steps }) => steps.flat()),
  )
  return {
    on,
    bands: bands.map(({ from, steps }) => ({
      from_yuan: yuan(from),
      steps: steps.map((codes) => codes.map((code) => ({ code, name: names.get(code) ?? '' }))),
    })),
  }
}

const rolesOf = async (db: Db | Tx, companyId: bigint): Promise<Approver[]> =>
  (
    await db
      .selectFrom('roles')
      .select(['code', 'name'])
      .where('company_id', '=', companyId)
      .where('enabled', '=', true)
      .orderBy('id')
      .execute()
  ).map((role) => ({ ...role, kind: 'role' as const }))

/** Replaces the rules. Requests under way keep the steps that they were sent with. Throws 409 for another version, 422 for an unknown role or person. */
export async function saveRules(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, ApprovalRulesBody>,
): Promise<ApprovalRules> {
  const { project, now } = context
  const named = body.bands.flatMap(({ steps }) => steps.flat())
  // Before the rules, as a change of people locks in this order.
  await lockApprovers(tx, context, named)
  const before = await rulesOf(tx, project.id, true)
  checkVersion(body.version, before.version)
  const names = await approverNames(tx, context, [
    ...named,
    ...before.bands.flatMap(({ steps }) => steps.flat()),
  ])
  refuseUnknown(body, names)
  const after = {
    on: body.on,
    selfApprove: body.self_approve,
    bands: body.bands,
    pettyCashLimit: body.imprest_limit === undefined ? before.pettyCashLimit : body.imprest_limit,
  }
  // Of two who set the first rules neither finds a row to lock: the second one's insert meets the row of the first, which has another version.
  const { numAffectedRows } =
    await sql`insert into approval_rules as a (project_id, is_on, self_approve, bands, imprest_limit, updated_at)
    values (${project.id}, ${body.on}, ${body.self_approve}, ${jsonFor(body.bands)}::jsonb, ${after.pettyCashLimit}, ${now})
    on conflict (project_id) do update set is_on = excluded.is_on, self_approve = excluded.self_approve, bands = excluded.bands,
      imprest_limit = excluded.imprest_limit, version = a.version + 1, updated_at = excluded.updated_at
    where a.version = ${before.version}`.execute(tx)
  if (numAffectedRows === 0n) throw new Failure('stale')
  const stated = ({ on, selfApprove, bands, pettyCashLimit: limit }: Omit<Rules, 'version'>) => ({
    on,
    self_approve: selfApprove,
    ...(limit !== null && { imprest_limit_yuan: yuan(limit) }),
    bands: ruleSentences(
      bands.map(({ from, steps }) => ({
        from,
        steps: steps.map((codes) => codes.map((code) => names.get(code) ?? code)),
      })),
    ),
  })
  await audit(tx, context, {
    action: 'update',
    resource: 'payment_approval',
    code: '',
    label: '审批规则',
    before: stated(before),
    after: stated(after),
  })
  if (needsAnybody(before) && !needsAnybody(after)) await tellStanding(tx, context, before)
  return await showRules(tx, context)
}

/** Rules without any step are as good as switched off. */
const needsAnybody = ({ on, bands }: Pick<Rules, 'on' | 'bands'>): boolean =>
  on && bands.some(({ steps }) => steps.length > 0)

/** Tells all who may stand in a step of these rules that payments are booked without them from now on. */
async function tellStanding(tx: Tx, context: ProjectContext, { bands }: Rules): Promise<void> {
  const named = new Set(bands.flatMap(({ steps }) => steps.flat()))
  const { approvers } = await peopleOf(tx, context)
  await notify(
    tx,
    context,
    approvers
      .filter(({ id, codes }) => id !== context.userId && codes.some((code) => named.has(code)))
      .map(({ id }) => ({
        userId: id,
        kind: 'rules',
        title: '付款审批已停用',
        text: `${context.userName} 停用了项目的审批规则，新的付款直接记账，不再需要您审批`,
        path: '/approve',
        about: 'approval_rules',
      })),
  )
}

function refuseUnknown({ bands }: ApprovalRulesBody, names: ReadonlyMap<string, string>): void {
  const errors: FieldError[] = bands.flatMap(({ steps }, at) =>
    steps.flatMap((codes, step) =>
      codes.every((code) => names.has(code))
        ? []
        : [{ field: `bands[${at}].steps[${step}]`, message: '审批人不存在或已被删除' }],
    ),
  )
  if (errors.length > 0) throw invalid(errors)
}
