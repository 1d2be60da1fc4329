import { today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { entered } from '../../base/projects/load.ts'
import type { RoleOrAccount } from '../../base/roles/rule.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { notify } from '../../platform/notifications.ts'

interface Naming {
  id: bigint
  name: string
  /** Whether the caller may enter it. */
  visible: boolean
  on: boolean
}

/** The projects whose rules can be edited and name this role or person. None without the feature, as nobody could replace it. */
async function projectsNaming(tx: Tx, context: PersonContext, { code }: RoleOrAccount): Promise<Naming[]> {
  if (!context.features.has('approval')) return []
  const { rows } = await sql<
    Omit<Naming, 'on'>
  >`select p.id, p.name, ${entered(context)} as visible from projects p
    where p.company_id = ${context.companyId} and p.deleted_at is null and p.archive_at is null
      and p.expire_at >= ${today(context.now)} order by p.id`.execute(tx)
  const rules = await tx
    .selectFrom('approval_rules')
    .select(['project_id', 'is_on', 'bands'])
    .where('project_id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  const naming = new Map(
    rules
      .filter(({ bands }) => bands.some(({ steps }) => steps.flat().includes(code)))
      .map(({ project_id, is_on }) => [project_id, is_on]),
  )
  return rows.flatMap((project) => {
    const on = naming.get(project.id)
    return on === undefined ? [] : { ...project, on }
  })
}

/**
 * Throws 422 naming the projects whose rules name a role or person that is to be deleted. The caller has locked it, and `saveRules` locks whom it
 * names, so no rule comes to name it meanwhile.
 */
export async function refuseNamed(tx: Tx, context: PersonContext, approver: RoleOrAccount): Promise<void> {
  const naming = await projectsNaming(tx, context, approver)
  if (naming.length === 0) return
  const names = naming.filter(({ visible }) => visible).map(({ name }) => name)
  const where = names.length > 0 ? `项目 ${namesOf(names)} ` : '您无权进入的项目'
  throw refused(
    `${approver.kind} ${approver.name} 已用于${where}的审批规则，不能删除，请先在审批规则中更换审批人`,
  )
}

/** Tells who may change the rules that name a role or person that was disabled, also the caller, whom nothing else tells. */
export async function tellRuleWriters(
  tx: Tx,
  context: PersonContext,
  approver: RoleOrAccount,
): Promise<void> {
  for (const { id } of (await projectsNaming(tx, context, approver)).filter(({ on }) => on)) {
    const { rows } = await sql<{ id: bigint }>`
      select u.id from users u left join roles r on r.id = u.role_id and r.enabled
      where u.company_id = ${context.companyId} and u.deleted_at is null and not u.disabled
        and (u.is_super or (exists (select 1 from project_members m where m.project_id = ${id} and m.user_id = u.id)
          and exists (select 1 from role_permissions a where a.role_id = r.id and a.model = 'project' and 'write' = any(a.actions))))
      order by u.id`.execute(tx)
    await notify(
      tx,
      { ...context, project: { id } },
      rows.map((user) => ({
        userId: user.id,
        kind: 'approver',
        title: `审批人已禁用：${approver.name}`,
        text: `审批规则中的${approver.kind} ${approver.name} 已被禁用，请在“审批规则”中更换审批人。`,
        path: '/approve',
        about: 'approval_rules',
      })),
    )
  }
}
