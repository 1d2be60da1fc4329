import { today } from '@pianzhang/contract/calendar'
import { FEATURE_NAMES, type Feature } from '@pianzhang/contract/features'
import {
  type Action,
  featureOf,
  grantedActions,
  type Model,
  RESOURCES,
} from '@pianzhang/contract/permissions'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { sha256 } from '../codes.ts'
import type { Config } from '../config.ts'
import { PROMPT } from '../database/connections/limits.ts'
import type { Db } from '../database/database.ts'
import { Failure } from './errors.ts'

export const IDLE_MS = 12 * 3600_000
export const ABSOLUTE_MS = 7 * 24 * 3600_000
/** `seen_at` is written at most this often, so that most reads write nothing. */
const SEEN_EVERY_MS = 60_000

/**
 * Who may call a route, and in which scope. `who`: 'anyone'; 'account': signed in, even with the initial password or without a role;
 * 'login': signed in; else a permission. `scope`: in 'project' routes the context has a project, in 'company' ones a company.
 */
export interface Access<S extends Scope = Scope> {
  who: 'anyone' | 'account' | 'login' | 'super' | { model: Model; action: Action }
  scope: S
  /** The feature that the route belongs to, or the features of which one must be on: else 403. */
  feature?: Feature | readonly Feature[] | undefined
}
export type Scope = 'none' | 'company' | 'project'

export const open: Access<'none'> = { who: 'anyone', scope: 'none' }
export const account: Access<'company'> = { who: 'account', scope: 'company' }
export const login: Access<'company'> = { who: 'login', scope: 'company' }
export const superOnly: Access<'company'> = { who: 'super', scope: 'company' }
export const loginInProject: Access<'project'> = { who: 'login', scope: 'project' }
/** `feature`: of a route that belongs to another feature than its model. */
export const inCompany = (
  model: Model,
  action: Action,
  feature: Feature | undefined = featureOf(model),
): Access<'company'> => ({
  who: { model, action },
  scope: 'company',
  ...(feature && { feature }),
})
export const inProject = (
  model: Model,
  action: Action,
  feature: Access['feature'] = featureOf(model),
): Access<'project'> => ({
  who: { model, action },
  scope: 'project',
  ...(feature && { feature }),
})

export interface ProjectScope {
  id: bigint
  code: string
  name: string
  archiveAt: Date | null
  expireAt: string
  readOnly: 'archived' | 'expired' | null
}

export interface Origin {
  requestId: string
  address: string
  now: Date
  agent: string
  /** `X-Client-Id`, returned in change notices, so that a page recognizes its own writes. */
  clientId: string | null
  /** `http://host`, for links in answers. */
  baseUrl: string
  /** Set by a handler: the session cookie to set, or null to clear it. */
  outgoing: { cookie?: string | null }
}

export interface Person extends Origin {
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

const TOKEN = /^[A-Za-z0-9_-]{43}$/

function readToken(request: FastifyRequest): { token: string; fromCookie: boolean } {
  const header = request.headers.authorization
  const cookie = request.cookies.token
  const token = header === undefined ? cookie : header.match(/^Bearer (\S+)$/i)?.[1]
  if (header === undefined && (cookie === undefined || cookie === '')) throw new Failure('unauthorized')
  if (token === undefined || !TOKEN.test(token)) throw new Failure('tokenForm')
  return { token, fromCookie: header === undefined }
}

/** CSRF check: a write with the cookie must come from our own pages, by the Origin or Sec-Fetch-Site header. */
function checkSameOrigin(request: FastifyRequest, config: Config, writes: boolean): void {
  const fetches = request.method === 'GET' || request.method === 'HEAD'
  if (fetches && !writes) return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  if (origin !== undefined) {
    const ownOrigin = config.publicUrl?.origin ?? `${request.protocol}://${request.host}`
    // Behind a proxy that terminates TLS we see http, while the page's origin is https.
    if (origin === ownOrigin || (!config.publicUrl && origin === `https://${request.host}`)) return
  } else if (site === 'same-origin') return
  // Over plain http browsers send neither header with a GET. Other sites cannot set `X-Project` without asking first (CORS preflight).
  else if (fetches && site === undefined && request.headers['x-project'] !== undefined) return
  throw new Failure('crossSite')
}

export const isEventStream = (request: FastifyRequest) => request.url.startsWith('/api/common/event_source/')

function requestedProject(request: FastifyRequest): string | null {
  const header = request.headers['x-project']
  if (typeof header === 'string' && header !== '') return header
  if (isEventStream(request)) {
    const query = (request.query as Record<string, unknown>).project
    // PostgreSQL refuses NUL in a parameter; with `?` instead no project is found.
    if (typeof query === 'string' && query !== '') return query.replaceAll('\0', '?')
  }
  return null
}

/**
 * Finds the person of a request, in one statement. Throws a failure for a missing, malformed, unknown or ended session. `writes`: the
 * route writes, so that a GET too must come from our own pages.
 */
export async function identify(
  db: Db,
  config: Config,
  request: FastifyRequest,
  origin: Origin,
  writes: boolean,
): Promise<Person> {
  const { token, fromCookie } = readToken(request)
  const row = await findSession(db, sql`s.token_hash = ${sha256(token)}`, requestedProject(request))
  checkSession(row, origin.now)
  if (fromCookie) checkSameOrigin(request, config, writes)
  // Not for event streams: they reconnect by themselves, and an abandoned page would keep its session alive.
  if (origin.now.getTime() - row.seen_at.getTime() > SEEN_EVERY_MS && !isEventStream(request))
    await db.updateTable('sessions').set({ seen_at: origin.now }).where('id', '=', row.session_id).execute()
  return { ...origin, ...toAccount(row, origin.now) }
}

/**
 * Checks again, for example after a wait for a slot, that the session is valid, the person permitted and the project, if the route needs one, writable.
 * Throws the same failures as the guard. Returns the account as it is now.
 */
export async function checkStill(
  db: Db,
  { sessionId, project }: { sessionId: bigint; project: { code: string } | null },
  access: Access,
  now: Date,
): Promise<Account> {
  const row = await findSession(db, sql`s.id = ${sessionId}`, project?.code ?? null)
  checkSession(row, now)
  const account = toAccount(row, now)
  authorize(account, access)
  if (access.scope === 'project') checkWritable(account.project?.readOnly ?? null)
  return account
}

/** Whether a person, for example of an open stream, still has this session, this project and exactly these rights. */
export async function isUnchanged(db: Db, person: Person, now: Date): Promise<boolean> {
  const row = await findSession(db, sql`s.id = ${person.sessionId}`, person.project?.code ?? null)
  try {
    checkSession(row, now)
  } catch {
    return false
  }
  const account = toAccount(row, now)
  return (
    account.isSuper === person.isSuper &&
    account.project?.id === person.project?.id &&
    account.role?.code === person.role?.code &&
    FEATURE_NAMES.every((feature) => account.features.has(feature) === person.features.has(feature)) &&
    ALL.every(([model, action]) => account.can(model, action) === person.can(model, action))
  )
}

const ALL = RESOURCES.flatMap(({ model, actions }) =>
  actions.map((action): [Model, Action] => [model, action]),
)

/** One statement. `wanted` is a project's code; null: the one selected in the session. */
async function findSession(
  db: Db,
  which: RawBuilder<boolean>,
  wanted: string | null,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.seen_at, s.created_at, s.ended_at, s.end_reason,
           u.id as user_id, u.code as user_code, u.name as user_name, u.phone, u.is_super, u.disabled, u.must_change_password,
           u.deleted_at is not null as deleted,
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

function checkSession(row: SessionRow | undefined, at: Date): asserts row is SessionRow {
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

/** The part of a Person that is read from the database. */
type Account = Omit<Person, keyof Origin>

function toAccount(row: SessionRow, now: Date): Account {
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

/** Throws unless the person may call a route with this access. */
export function authorize(person: Account, access: Access): void {
  if (access.who === 'anyone' || access.who === 'account') return
  if (person.mustChangePassword) throw new Failure('passwordChange')
  if (!person.isSuper && !person.role) throw new Failure('forbidden')
  const { feature } = access
  if (feature && ![feature].flat().some((one) => person.features.has(one))) throw new Failure('featureOff')
  if (!isPermitted(person, access.who)) throw new Failure('forbidden')
  if (access.scope === 'project' && !person.project) throw new Failure('noProject')
}

function isPermitted(person: Account, who: Access['who']): boolean {
  if (who === 'super') return person.isSuper
  return typeof who === 'string' || person.can(who.model, who.action)
}

/** For the `can` of rows and lists: has the permission, and the project is not read-only. */
export const mayNow = (context: Person & { project: ProjectScope }, model: Model, action: Action): boolean =>
  context.project.readOnly === null && context.can(model, action)

/** Throws 300011 for a write in an archived or expired project; reads and exports are still allowed. */
export function checkWritable(readOnly: ProjectScope['readOnly']): void {
  if (readOnly) throw new Failure(readOnly)
}

interface SessionRow {
  session_id: bigint
  seen_at: Date
  created_at: Date
  ended_at: Date | null
  end_reason: string | null
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
