import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../database/database.ts'
import type { Services } from '../services.ts'
import { ABSOLUTE_MS, readOnlyReason } from './account.ts'
import { toFailure } from './answer-failure.ts'
import { Failure, invalid } from './errors.ts'
import { goneSignal } from './gone.ts'
import {
  authorize,
  checkStill,
  checkWritable,
  identify,
  type Origin,
  type Person,
  refuseForeignPage,
} from './guard.ts'
import { bodyHash, claimKey, findAnswer, type Repetition, storeAnswer } from './idempotency.ts'
import type { OpenContext, Route } from './route.ts'
import { isHttps } from './server/https.ts'
import { boundsOf, writeTransaction } from './write-transaction.ts'

/** Bytes, for routes without login: a login has a few hundred. */
const OPEN_BODY_LIMIT = 64 * 1024
/** Bytes: enough for a payment of 1,000 lines with full remarks. */
const LARGE_BODY_LIMIT = 16 * 1024 * 1024
/** Rights read longer ago than this are read again: a body takes up to ten minutes (http.ts), a write waits for slot, connection and locks. */
export const LATE_MS = 1000

/** Registers a module's route table under a base path. */
export function register(
  app: FastifyInstance,
  services: Services,
  base: string,
  routes: readonly Route[],
): void {
  for (const route of routes)
    app.route({
      method: route.method,
      url: base + route.url,
      config: { route },
      ...(route.access?.who === 'anyone' && { bodyLimit: OPEN_BODY_LIMIT }),
      ...(route.largeBody && { bodyLimit: LARGE_BODY_LIMIT }),
      attachValidation: route.alsoWrong !== undefined,
      schema: {
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && route.method !== 'GET' && { body: route.body }),
        response: { 200: envelope(route.answer) },
      },
      onRequest: async (request) => admit(services, route, request),
      preValidation: async (request) => admitLate(services, route, request),
      handler: async (request, reply) => {
        const context = { ...(request.person ?? originOf(services, request)), services }
        const data = await perform(route, request, reply, context)
        setPaging(data, request, reply)
        setCookie(context, request, reply)
        return { code: 0, msg: route.msg, data }
      },
    })
}

export const envelope = (answer: z.ZodType) => z.object({ code: z.literal(0), msg: z.string(), data: answer })

/** Authenticates and authorizes a request before its body is read. Raw routes (files, streams) call it too. */
export async function admit(
  services: Services,
  route: Pick<Route, 'access' | 'writes'>,
  request: FastifyRequest,
): Promise<void> {
  if (route.access.who === 'anyone') return refuseForeignPage(request, services.config)
  request.person = await identify(
    services.db,
    services.config,
    request,
    originOf(services, request),
    route.writes,
  )
  authorize(request.person, route.access)
  // Checked before the body, so that nobody corrects fields for a read-only project. Checked again in the transaction.
  if (route.writes && route.access.scope === 'project')
    checkWritable(request.person.project?.readOnly ?? null)
}

/** Authenticates and authorizes again once a slow body has been received. */
async function admitLate(services: Services, route: Route, request: FastifyRequest): Promise<void> {
  const { person } = request
  if (person && isLate(services, person)) await admit(services, route, request)
}

/** Whether the person's session and rights were read so long ago that they may have changed. */
const isLate = (services: Services, { now }: Person) =>
  Math.abs(services.clock().getTime() - now.getTime()) > LATE_MS

export function originOf(services: Services, request: FastifyRequest): Origin {
  const clientId = request.headers['x-client-id']
  return {
    requestId: request.id,
    address: request.ip,
    now: services.clock(),
    agent: request.headers['user-agent'] ?? '',
    clientId: typeof clientId === 'string' && /^[\w-]{1,64}$/.test(clientId) ? clientId : null,
    outgoing: {},
    baseUrl: services.config.publicUrl?.origin ?? `${request.protocol}://${request.host}`,
  }
}

async function perform(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  context: OpenContext,
): Promise<unknown> {
  if (request.validationError) throw await everyWrongField(route, request, reply, context)
  const person = request.person
  const { services } = context
  const given = { params: request.params, query: request.query, body: request.body }
  const repetition = repetitionOf(route, request, services.secret)
  if (route.ahead && person && repetition) {
    const first = await findAnswer(services.db, person, repetition)
    if (first !== undefined) return first
  }
  const untilGone = () => ({ ...given, gone: goneSignal(reply) }) as never
  const ahead = route.ahead && (await route.ahead(services.db, context as never, untilGone()))
  const input = { ...given, ahead, bounds: () => boundsOf(services, reply) } as never
  if (!route.writes) {
    const answer = (db: Db) => route.run(db, context as never, input)
    return route.replica && services.replica ? await services.replica.read(answer) : await answer(services.db)
  }
  return await writeTransaction(services, request, reply, route, async (tx) => {
    if (repetition && person) {
      const first = await claimKey(tx, person, repetition)
      if (first !== undefined) return first
    }
    if (route.access.scope === 'project' && person?.project) {
      // The lock lasts until the commit, so that the project cannot be archived or deleted after this check.
      const project = await tx
        .selectFrom('projects')
        .select(['archive_at', 'expire_at', 'deleted_at'])
        .where('id', '=', person.project.id)
        .forKeyShare()
        .executeTakeFirst()
      if (!project || project.deleted_at) throw new Failure('noProject')
      checkWritable(readOnlyReason(project, person.now))
      await services.declareWrite(tx, person.project.id)
    }
    // The work of `ahead` and waits take seconds, in which the session may end and the right be withdrawn.
    const account =
      person && (route.ahead || isLate(services, person))
        ? await checkStill(tx, person, route.access, services.clock())
        : null
    // The handler gets the rights that were just read, and the project of the request.
    const caller = account ? { ...context, ...account, project: person?.project } : context
    const data = await route.run(tx, caller as never, input)
    if (repetition && person) await storeAnswer(tx, person, repetition, data)
    return data
  })
}

/** The write that an `Idempotency-Key` stands for: its route, project and input; null without a key. */
function repetitionOf(route: Route, request: FastifyRequest, secret: string): Repetition | null {
  const { person, headers, body, params, query } = request
  const key = headers['idempotency-key']
  if (!route.idempotent || !person || typeof key !== 'string' || key === '') return null
  const project = route.access.scope === 'project' ? person.project?.code : ''
  return {
    key,
    route: `${route.method} ${route.url} ${project}`,
    body: bodyHash(secret, body, params, query),
    secret,
  }
}

/** The errors of the schema and those of the route's `alsoWrong`. */
async function everyWrongField(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  context: OpenContext,
): Promise<Failure> {
  const error = request.validationError as NonNullable<FastifyRequest['validationError']>
  const failure = toFailure(error, request)
  const where = error.validationContext
  if (failure.reason !== 'invalid' || (where !== 'body' && where !== 'querystring') || !route.alsoWrong)
    return failure
  const given = where === 'body' ? request.body : request.query
  const more = await writeTransaction(context.services, request, reply, route, async (tx) =>
    route.alsoWrong?.(tx, context as never, given, request.params as never),
  )
  return invalid([...failure.errors, ...(more ?? [])])
}

function setPaging(data: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const query = request.query as { page?: unknown; per_page?: unknown }
  if (typeof data !== 'object' || data === null || !('listTotal' in data) || typeof query.page !== 'number')
    return
  reply.headers({
    Total: String(data.listTotal),
    Page: String(query.page),
    'Per-Page': String(query.per_page),
  })
}

/** Sets or clears the page's session cookie, which scripts cannot read; other clients use the token of the answer. */
function setCookie(context: OpenContext, request: FastifyRequest, reply: FastifyReply): void {
  const { cookie: token } = context.outgoing
  if (token === null) reply.clearCookie('token', { path: '/' })
  else if (token !== undefined) {
    const secure = isHttps(context.services.config, request)
    reply.setCookie('token', token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: ABSOLUTE_MS / 1000,
    })
  }
}
