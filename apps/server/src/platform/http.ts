import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { parse as parseQuery } from 'node:querystring'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerFailure, toFailure } from './answer-failure.ts'
import { inTransaction } from './database.ts'
import { checkDepth } from './depth.ts'
import { Failure, invalid, missing } from './errors.ts'
import { goneSignal } from './gone.ts'
import {
  ABSOLUTE_MS,
  type Access,
  authorize,
  checkStill,
  checkWritable,
  identify,
  type Origin,
  type Person,
  readOnlyReason,
} from './guard.ts'
import { bodyHash, claimKey, keepAnswer } from './idempotency.ts'
import { errorForLog } from './log-error.ts'
import type { OpenContext, Route } from './route.ts'
import type { Services } from './services.ts'

/** Bytes. Large enough for a payment of 1,000 lines with full remarks; uploads have limits of their own. */
const BODY_LIMIT = 16 * 1024 * 1024
/** Body limit of routes without login: a login has a few hundred bytes. */
const OPEN_BODY_LIMIT = 64 * 1024
/** For receiving the whole body: enough for a spreadsheet of 50 MB at 0.7 Mbit/s. For headers Node's limit of 60 s applies. */
const REQUEST_TIMEOUT_MS = 10 * 60_000

/** Of raw routes, for the OpenAPI document only: the schema of a multipart form, and a remark. */
interface Documented {
  form?: z.ZodType
  note?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null
    /** Forwarded to the thread's server, which answers and logs it. */
    forwarded: boolean
  }
  interface FastifyContextConfig {
    /** Required for every route under /api/: one without an access fails the start. */
    route?: Pick<Route, 'access'> & Partial<Pick<Route, 'summary'>> & Documented
    /** Takes seconds of work: forwarded to the thread, if there is one. */
    bulk?: boolean
  }
  interface FastifyInstance {
    /** Every route under /api/ with its access, for 405 answers and the access tests. */
    declaredRoutes: { method: string; url: string; access: Access }[]
  }
}

// Chinese default messages for schemas without a message of their own.
z.config(z.locales.zhCN())

/** An HTTP server without routes: parsing, failures, request ids, logs (to standard output, or to a test's stream). */
export async function createHttp(
  services: Services,
  log: boolean | NodeJS.WritableStream,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: log !== false && {
      level: 'info',
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: errorForLog },
      ...(log !== true && { stream: log }),
    },
    genReqId: () => randomUUID(),
    // One log line per request, when it was answered; without the query, which may contain a signature.
    logController: new LogController({ disableRequestLogging: true }),
    // Trusts one proxy: the last address in X-Forwarded-For counts; earlier ones come from the caller.
    trustProxy: services.config.trustProxy ? (_address, hop) => hop < 1 : false,
    bodyLimit: BODY_LIMIT,
    // Large enough for a thousand codes in a query.
    http: { maxHeaderSize: 64 * 1024 },
    clientErrorHandler: answerBroken,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Malformed URLs, and URLs with a part longer than any code, do not reach the hooks below.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      answerFailure(error.statusCode === 400 ? new Failure('brokenJson') : missing(), request, reply)
    },
    routerOptions: {
      maxParamLength: 200,
      // `codes[]=a` is read as `codes=a`.
      querystringParser: (text) => {
        // Without a prototype, so that `toString=a` is a key like any other.
        const query: Record<string, unknown> = Object.create(null)
        for (const [key, value] of Object.entries(parseQuery(text, '&', '=', { maxKeys: 10_000 }))) {
          const name = key.replace(/\[\]$/, '')
          query[name] = name in query ? [query[name], value].flat() : value
        }
        return query
      },
    },
  })
  app.decorateRequest('person', null)
  app.decorateRequest('forwarded', false)
  await app.register(cookie)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
  app.decorate('declaredRoutes', [])
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const access = route.config?.route?.access
    if (!access) throw new Error(`route ${String(route.method)} ${route.url} declares no access`)
    app.declaredRoutes.push(...[route.method].flat().map((method) => ({ method, url: route.url, access })))
  })
  app.addHook('preValidation', async (request) => checkDepth(request.body))
  app.addHook('onSend', async (request, reply) => setHeaders(request, reply))
  app.addHook('onResponse', async (request, reply) => {
    if (request.forwarded) return
    const { method, url, person } = request
    const line = {
      method,
      path: url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: person?.userCode,
    }
    request.log.info(line, 'answered')
  })
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerFailure(toFailure(error, request), request, reply),
  )
  return app
}

/** Answers malformed HTTP and too large headers, for which Node creates no request, directly on the socket. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const text = JSON.stringify(new Failure('brokenJson').body())
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${randomUUID()}\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

/** Headers of every answer. */
function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id)
  reply.header('X-Content-Type-Options', 'nosniff')
  if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control'))
    reply.header('Cache-Control', 'no-store')
}

/** Registers a module's table under a base path. */
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
      attachValidation: route.alsoWrong !== undefined,
      schema: {
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && route.method !== 'GET' && { body: route.body }),
        response: { 200: envelope(route.answer) },
      },
      onRequest: async (request) => admit(services, route, request),
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
  if (route.access.who === 'anyone') return
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
  if (request.validationError) throw await everyWrongField(route, request, context, request.validationError)
  const person = request.person
  const { services } = context
  const given = { params: request.params, query: request.query, body: request.body }
  const untilGone = () => ({ ...given, gone: goneSignal(reply) }) as never
  const ahead = route.ahead && (await route.ahead(services.db, context as never, untilGone()))
  const input = { ...given, ahead } as never
  if (!route.writes) return await route.run(services.db, context as never, input)
  const key = request.headers['idempotency-key']
  return await inTransaction(services.db, async (tx) => {
    const idempotencyKey = route.idempotent && person && typeof key === 'string' && key !== '' ? key : null
    if (idempotencyKey && person) {
      const name = `${route.method} ${route.url} ${route.access.scope === 'project' ? person.project?.code : ''}`
      const first = await claimKey(tx, person, {
        key: idempotencyKey,
        route: name,
        body: bodyHash(request.body, request.params),
      })
      if (first !== undefined) return first
    }
    if (route.access.scope === 'project' && person?.project) {
      // What `ahead` did took seconds, in which the session may have ended and the right been withdrawn.
      if (route.ahead) {
        const access = { ...route.access, scope: route.access.scope }
        await checkStill(tx, { ...person, project: person.project }, access, services.clock())
      }
      // The lock lasts until the commit, so that the project cannot be archived or deleted after this check.
      const project = await tx
        .selectFrom('projects')
        .select(['archive_at', 'expire_at', 'deleted_at'])
        .where('id', '=', person.project.id)
        .forKeyShare()
        .executeTakeFirst()
      if (!project || project.deleted_at) throw new Failure('noProject')
      checkWritable(readOnlyReason(project, person.now))
    }
    const data = await route.run(tx, context as never, input)
    if (idempotencyKey && person) await keepAnswer(tx, person, idempotencyKey, data)
    return data
  })
}

/** The errors of the schema and those of the route's `alsoWrong`. */
async function everyWrongField(
  route: Route,
  request: FastifyRequest,
  context: OpenContext,
  error: NonNullable<FastifyRequest['validationError']>,
): Promise<Failure> {
  const failure = toFailure(error, request)
  const where = error.validationContext
  if (failure.reason !== 'invalid' || (where !== 'body' && where !== 'querystring') || !route.alsoWrong)
    return failure
  const given = where === 'body' ? request.body : request.query
  const more = await inTransaction(context.services.db, async (tx) =>
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
    const secure = (context.services.config.publicUrl?.protocol ?? `${request.protocol}:`) === 'https:'
    reply.setCookie('token', token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: ABSOLUTE_MS / 1000,
    })
  }
}
