import { today } from '@pianzhang/contract/calendar'
import type { Feature } from '@pianzhang/contract/features'
import { type Action, featureOf, grantedActions, type Model } from '@pianzhang/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { PROMPT } from '../database/connections/limits.ts'
import type { Db } from '../database/database.ts'
import { Failure } from './errors.ts'
import { CONFIRMED_MS, hasSecondFactor, mustSetSecondFactor } from './second-factor.ts'

export const IDLE_MS = 12 * 3600_000
export const ABSOLUTE_MS = 7 * 24 * 3600_000

export interface ProjectScope {
  id: bigint
  code: string
  name: string
  archiveAt: Date | null
  expireAt: string
  readOnly: 'archived' | 'expired' | null
}

/** Whose session it is, and what they may do, as read from the database. */
export interface Account {
  userId: bigint
  userCode: string
  userName: string
  phone: string
  companyId: bigint
  companyCode: string
  companyName: string
  isSuper: boolean
  /** The super administrator of the only company on this server. */
  isOnlySuper: boolean
  role: { code: string; name: string } | null
  mustChangePassword: boolean
  /** Whether the company requires a second factor, which the person has not set up. */
  mustSetSecondFactor: boolean
  /** Whether the person has a second factor, and gave no code in this session for `CONFIRMED_MS`. */
  secondFactorIsDue: boolean
  permissions: Rights
  /** The features of the company that are on. */
  features: ReadonlySet<Feature>
  sessionId: bigint
  /** The project of this request: `X-Project`, else the one selected in the session. Null if there is none that this person may enter. */
  project: ProjectScope | null
  /** False for models of features that are off. */
  can(model: Model, action: Action): boolean
}

/** `expireAt` is the last day of a project. */
export const hasExpired = (expireAt: string, now: Date) => today(now) > expireAt

export function readOnlyReason(project: { archive_at: Date | null; expire_at: string }, now: Date) {
  if (project.archive_at) return 'archived' as const
  return hasExpired(project.expire_at, now) ? ('expired' as const) : null
}

/** One statement. `wanted` is a project's code; null: the one selected in the session. */
export async function findSession(
  db: Db,
  which: RawBuilder<boolean>,
  wanted: string | null,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.seen_at, s.created_at, s.ended_at, s.end_reason, s.second_factor_at,
           u.id as user_id, u.code as user_code, u.name as user_name, u.phone, u.is_super, u.disabled, u.must_change_password,
           u.deleted_at is not null as deleted, ${hasSecondFactor} as has_second_factor, ${mustSetSecondFactor} as must_set_second_factor,
           u.is_super and (select count(*) from (select from companies limit 2) n) = 1 as is_only_super,
           c.id as company_id, c.code as company_code, c.name as company_name, c.stopped_at,
           array(select f.feature from company_features f where f.company_id = c.id and f.is_on) as features,
           r.code as role_code, r.name as role_name, r.enabled as role_enabled,
           (select jsonb_object_agg(rp.model, to_jsonb(rp.actions)) from role_permissions rp where rp.role_id = r.id) as grants,
           p.id as project_id, p.code as project_code, p.name as project_name, p.archive_at, p.expire_at
    from sessions s
    join users u on u.id = s.user_id
    join companies c on c.id = u.company_id
    left join roles r on r.id = u.role_id
    left join projects p on p.company_id = c.id and p.deleted_at is null
      and case when ${wanted}::text is null then p.id = s.project_id else p.code = ${wanted} end
      and (u.is_super or exists (select 1 from project_members m where m.project_id = p.id and m.user_id = u.id))
    where ${which} ${sql.raw(PROMPT)}`.execute(db)
  return rows[0]
}

export function checkSession(row: SessionRow | undefined, at: Date): asserts row is SessionRow {
  if (!row || row.end_reason === 'logout') throw new Failure('unauthorized')
  if (row.ended_at || row.deleted || row.disabled) throw new Failure('sessionEnded')
  const now = at.getTime()
  // Absolute difference: a session begun while the clock was far ahead must not stay valid until the clock gets there.
  if (
    Math.abs(now - row.seen_at.getTime()) > IDLE_MS ||
    Math.abs(now - row.created_at.getTime()) > ABSOLUTE_MS
  )
    throw new Failure('sessionExpired')
  if (row.stopped_at) throw new Failure('stopped')
}

export type Rights = ReadonlyMap<Model, readonly Action[]>

/** The rights that a role's rows of `role_permissions`, actions by model, give. */
export const rightsOf = (grants: Readonly<Record<string, string[]>> | null): Rights =>
  new Map(
    Object.entries(grants ?? {}).map(([model, actions]) => [
      model as Model,
      grantedActions(model as Model, actions),
    ]),
  )

export function toAccount(row: SessionRow, now: Date): Account {
  const permissions = rightsOf(row.role_enabled ? row.grants : null)
  const features = new Set(row.features as Feature[])
  const isOffered = (model: Model) => {
    const feature = featureOf(model)
    return feature === undefined || features.has(feature)
  }
  return {
    userId: row.user_id,
    userCode: row.user_code,
    userName: row.user_name,
    phone: row.phone,
    companyId: row.company_id,
    companyCode: row.company_code,
    companyName: row.company_name,
    isSuper: row.is_super,
    isOnlySuper: row.is_only_super,
    role: row.role_code && row.role_enabled ? { code: row.role_code, name: row.role_name ?? '' } : null,
    mustChangePassword: row.must_change_password,
    mustSetSecondFactor: row.must_set_second_factor,
    secondFactorIsDue: row.has_second_factor && !isRecent(row.second_factor_at, now),
    permissions,
    features,
    sessionId: row.session_id,
    project:
      row.project_id && row.project_code && row.expire_at
        ? {
            id: row.project_id,
            code: row.project_code,
            name: row.project_name ?? '',
            archiveAt: row.archive_at,
            expireAt: row.expire_at,
            readOnly: readOnlyReason({ archive_at: row.archive_at, expire_at: row.expire_at }, now),
          }
        : null,
    can: (model, action) =>
      isOffered(model) && (row.is_super || (permissions.get(model)?.includes(action) ?? false)),
  }
}

/** The absolute difference, as for the ages of a session: a clock that was far ahead must not confirm for years. */
const isRecent = (at: Date | null, now: Date): boolean =>
  at !== null && Math.abs(now.getTime() - at.getTime()) <= CONFIRMED_MS

interface SessionRow {
  session_id: bigint
  seen_at: Date
  created_at: Date
  ended_at: Date | null
  end_reason: string | null
  second_factor_at: Date | null
  has_second_factor: boolean
  must_set_second_factor: boolean
  user_id: bigint
  user_code: string
  user_name: string
  phone: string
  is_super: boolean
  is_only_super: boolean
  disabled: boolean
  must_change_password: boolean
  deleted: boolean
  company_id: bigint
  company_code: string
  company_name: string
  stopped_at: Date | null
  features: string[]
  role_code: string | null
  role_name: string | null
  role_enabled: boolean | null
  grants: Record<string, string[]> | null
  project_id: bigint | null
  project_code: string | null
  project_name: string | null
  archive_at: Date | null
  expire_at: string | null
}
