import type { Action, Model } from '@pianzhang/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { rightsOf } from '../http/account.ts'
import { Failure, missing } from '../http/errors.ts'
import { type Access, inProject } from '../http/guard.ts'
import { mustSetSecondFactor } from '../http/second-factor.ts'
import { LINK_EXPIRED } from './links.ts'

interface CreatorRow {
  is_super: boolean
  role_enabled: boolean | null
  grants: Record<string, string[]> | null
  is_linked: boolean
  /** The features of the company that are on. */
  features: string[]
}

/** The project of a signed link, and the person who created the link. */
export interface LinkedProject {
  id: bigint
  name: string
  companyId: bigint
  creator: { id: bigint; name: string } | null
  /** The creator's rights now, not those when the link was made. */
  can(model: Model, action: Action): boolean
}

const creatorColumns = (projectId: RawBuilder<unknown>) => sql`
  u.is_super, r.enabled as role_enabled,
  (select jsonb_object_agg(rp.model, to_jsonb(rp.actions)) from role_permissions rp where rp.role_id = r.id) as grants,
  exists (select 1 from project_members m where m.project_id = ${projectId} and m.user_id = u.id) as is_linked,
  array(select f.feature from company_features f where f.company_id = u.company_id and f.is_on) as features`
const mayLogIn = sql`u.deleted_at is null and not u.disabled and not u.must_change_password and not (${mustSetSecondFactor})`

/**
 * The project of a link, if the link's creator still has this access there: a link outlives the request by minutes, in which the account may be
 * disabled, the right or the project taken away, and the feature switched off. With `access` null anybody who has the link may open it. Throws 404 if the project was
 * deleted, `stopped` if the company is stopped, else `forbidden`.
 */
export async function linkedProject(
  db: Db,
  link: { project: string | undefined; by: string | undefined },
  access: Access | null,
): Promise<LinkedProject> {
  const { rows } = await sql<
    CreatorRow & {
      id: bigint
      name: string
      company_id: bigint
      stopped_at: Date | null
      user_id: bigint | null
      user_name: string
    }
  >`
    select p.id, p.name, p.company_id, c.stopped_at, u.id as user_id, u.name as user_name, ${creatorColumns(sql`p.id`)}
    from projects p join companies c on c.id = p.company_id
      left join users u on u.code = ${link.by ?? ''} and u.company_id = p.company_id and ${mayLogIn}
      left join roles r on r.id = u.role_id
    where p.code = ${link.project ?? ''} and p.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw missing()
  if (row.stopped_at) throw new Failure('stopped')
  if (access && (row.user_id === null || !isPermitted(row, access)))
    throw new Failure('forbidden', LINK_EXPIRED)
  return {
    id: row.id,
    name: row.name,
    companyId: row.company_id,
    creator: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
    can: (model, action) => row.user_id !== null && isPermitted(row, inProject(model, action)),
  }
}

/** For a link to a file of the company, without a project: throws `forbidden` unless the link's creator still has this access. */
export async function checkCreator(
  db: Db,
  creator: { code: string; companyId: bigint },
  access: Access,
): Promise<void> {
  const { rows } = await sql<CreatorRow>`
    select ${creatorColumns(sql`null`)} from users u left join roles r on r.id = u.role_id
    where u.code = ${creator.code} and u.company_id = ${creator.companyId} and ${mayLogIn}`.execute(db)
  const [row] = rows
  if (!row || !isPermitted({ ...row, is_linked: true }, access)) throw new Failure('forbidden', LINK_EXPIRED)
}

function isPermitted(row: CreatorRow, { who, feature }: Access): boolean {
  if (feature && ![feature].flat().some((one) => row.features.includes(one))) return false
  if (row.is_super) return true
  if (!row.role_enabled || !row.is_linked) return false
  return typeof who === 'string' || rightsOf(row.grants).get(who.model)?.includes(who.action) === true
}
