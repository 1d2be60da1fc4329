import { FEATURE_NAMES, type Feature } from '@pianzhang/contract/features'
import { type Action, featureOf, type Model, RESOURCES } from '@pianzhang/contract/permissions'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { sha256 } from '../codes.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { type Account, checkSession, findSession, type ProjectScope, toAccount } from './account.ts'
import { Failure } from './errors.ts'

/** `seen_at` is written at most this often, so that most reads write nothing. */
const SEEN_EVERY_MS = 60_000

/**
 * Who may call a route, and in which scope. `who`: 'anyone'; 'account': signed in, even with the initial password, without a role or without a
 * second factor that is required; 'login': signed in; else a permission. `scope`: in 'project' routes the context has a project, in 'company' ones a company.
 */
export interface Access<S extends Scope = Scope> {
  who: 'anyone' | 'account' | 'login' | 'super' | { model: Model; action: Action }
  scope: S
  /** The feature that the route belongs to, or the features of which one must be on: else 403. */
  feature?: Feature | readonly Feature[] | undefined
  /** Whether people with a second factor must have given a code within the last 10 minutes (`confirmed`). */
  confirmed?: true
}
export type Scope = 'none' | 'company' | 'project'

export const open: Access<'none'> = { who: 'anyone', scope: 'none' }
export const account: Access<'company'> = { who: 'account', scope: 'company' }
export const login: Access<'company'> = { who: 'login', scope: 'company' }
export const superOnly: Access<'company'> = { who: 'super', scope: 'company' }
export const loginInProject: Access<'project'> = { who: 'login', scope: 'project' }
/** For acts on passwords and rights of others: asks people with a second factor for a code again. */
export const confirmed = <S extends Scope>(access: Access<S>): Access<S> => ({ ...access, confirmed: true })
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

export interface Person extends Origin, Account {}

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

/**
 * The check for routes without login: a login from a page of another site would make its visitor work in a stranger's account. Programs, which
 * send no Origin, may call them.
 */
export function refuseForeignPage(request: FastifyRequest, config: Config): void {
  if (request.headers.origin !== undefined) checkSameOrigin(request, config, false)
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
    account.mustSetSecondFactor === person.mustSetSecondFactor &&
    account.project?.id === person.project?.id &&
    account.role?.code === person.role?.code &&
    FEATURE_NAMES.every((feature) => account.features.has(feature) === person.features.has(feature)) &&
    ALL.every(([model, action]) => account.can(model, action) === person.can(model, action))
  )
}

const ALL = RESOURCES.flatMap(({ model, actions }) =>
  actions.map((action): [Model, Action] => [model, action]),
)

/** Throws unless the person may call a route with this access. */
export function authorize(person: Account, access: Access): void {
  if (access.who === 'anyone' || access.who === 'account') return
  if (person.mustChangePassword) throw new Failure('passwordChange')
  if (person.mustSetSecondFactor) throw new Failure('secondFactorDue')
  if (!person.isSuper && !person.role) throw new Failure('forbidden')
  const { feature } = access
  if (feature && ![feature].flat().some((one) => person.features.has(one))) throw new Failure('featureOff')
  if (!isPermitted(person, access.who)) throw new Failure('forbidden')
  if (access.scope === 'project' && !person.project) throw new Failure('noProject')
  if (access.confirmed && person.secondFactorIsDue) throw new Failure('secondFactor')
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
