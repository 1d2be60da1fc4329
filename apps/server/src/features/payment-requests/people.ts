import { today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** A person who may stand in a step: may enter the project, read requests and decide on them. `codes`: the person's own and that of the role. */
export interface Approver {
  id: bigint
  code: string
  name: string
  isSuper: boolean
  codes: readonly string[]
  roleName: string | null
}

/** Those who may decide in a project today, and who stands in for whom. */
export interface People {
  approvers: readonly Approver[]
  deputies: readonly { user_id: bigint; deputy_id: bigint }[]
}

export type Where = Pick<ProjectContext, 'companyId' | 'now'> & { project: { id: bigint } }

/** Two statements, as people are of the company and deputies of the project. */
export const peopleOf = async (db: Db | Tx, where: Where): Promise<People> => ({
  approvers: await approversOf(db, where),
  deputies: await deputiesOf(db, where),
})

/** The people that the last approval of a request needs: without deputies if the step waits for the caller, as most do. */
export async function peopleForLast(tx: Tx, context: ProjectContext, request: Waiting): Promise<People> {
  const approvers = await approversOf(tx, context)
  const own = approvers.some((person) => person.id === context.userId && takes(person, request))
  return { approvers, deputies: own ? [] : await deputiesOf(tx, context) }
}

async function approversOf(db: Db | Tx, { companyId, project }: Where): Promise<Approver[]> {
  const { rows } = await sql<
    Omit<Approver, 'codes' | 'isSuper' | 'roleName'> & {
      is_super: boolean
      role: string | null
      role_name: string | null
    }
  >`
    select u.id, u.code, u.name, u.is_super, r.code as role, r.name as role_name
    from users u left join roles r on r.id = u.role_id and r.enabled
    where u.company_id = ${companyId} and u.deleted_at is null and not u.disabled and (u.is_super or (
      exists (select 1 from project_members m where m.project_id = ${project.id} and m.user_id = u.id)
      and exists (select 1 from role_permissions a where a.role_id = r.id and a.model = 'payment_approval' and 'write' = any(a.actions))
      and exists (select 1 from role_permissions a
        where a.role_id = r.id and a.model = 'payment_request' and a.actions && array['read', 'write', 'delete'])))
    order by u.id`.execute(db)
  return rows.map(({ is_super, role, role_name, ...row }) => ({
    ...row,
    isSuper: is_super,
    roleName: role_name,
    codes: role === null ? [row.code] : [row.code, role],
  }))
}

const deputiesOf = (db: Db | Tx, { project, now }: Where): Promise<People['deputies']> =>
  db
    .selectFrom('approval_deputies')
    .select(['user_id', 'deputy_id'])
    .where('project_id', '=', project.id)
    .where('start_at', '<=', today(now))
    .where('end_at', '>=', today(now))
    .execute()

/** What a pending request waits for: a person with one of `waits` who is not among `blocked`. */
export interface Waiting {
  waits: readonly string[]
  blocked: readonly bigint[]
}

const takes = (person: Approver, { waits, blocked }: Waiting): boolean =>
  !blocked.includes(person.id) && person.codes.some((code) => waits.includes(code))

/** Nobody can take the step, not even a deputy: it falls to the super administrator. */
export const isStranded = ({ approvers }: People, request: Waiting): boolean =>
  !approvers.some((person) => takes(person, request))

/** The people for whom this one may decide: himself or herself, and those who are away today. */
export const standsFor = ({ approvers, deputies }: People, userId: bigint): Approver[] => {
  const absent = deputies.filter(({ deputy_id }) => deputy_id === userId).map(({ user_id }) => user_id)
  // A deputy needs the right, too.
  if (!approvers.some(({ id }) => id === userId)) return []
  const own = approvers.filter(({ id }) => id === userId)
  return [...own, ...approvers.filter(({ id }) => absent.includes(id))]
}

/** How a person may decide on a request: for whom (null: as oneself), or not at all. */
export function standing(people: People, request: Waiting, userId: bigint): { forId: bigint | null } | null {
  if (!request.blocked.includes(userId)) {
    const whom = standsFor(people, userId).find((person) => takes(person, request))
    if (whom) return { forId: whom.id === userId ? null : whom.id }
  }
  const isSuper = people.approvers.some(({ id, isSuper: yes }) => yes && id === userId)
  return isSuper && isStranded(people, request) ? { forId: null } : null
}

/** Everybody who may decide on a request now. */
export const decidersOf = (people: People, request: Waiting): bigint[] =>
  people.approvers.filter(({ id }) => standing(people, request, id) !== null).map(({ id }) => id)

/** The names of a step's roles and people as they are now. Who may not decide any more has the name that the step was sent with. */
export function stepNames(
  { approvers }: Pick<People, 'approvers'>,
  step: { codes: readonly string[]; names: readonly string[] } | undefined,
): string[] {
  const names = new Map(
    approvers.flatMap(({ code, name, codes, roleName }) => [
      ...codes.map((one): [string, string] => [one, roleName ?? '']),
      [code, name] as [string, string],
    ]),
  )
  return (step?.codes ?? []).map((code, at) => names.get(code) ?? step?.names[at] ?? '')
}
