import { isUtf8 } from 'node:buffer'
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
  type RouteOptions,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Services } from '../../services.ts'
import { answerFailure, toFailure } from '../answer-failure.ts'
import { Failure, missing } from '../errors.ts'
import type { Access, Person } from '../guard.ts'
import { errorForLog } from '../log-error.ts'
import type { Route } from '../route.ts'
import { isHttps } from './https.ts'
import { checkDepth, checkHost, holdWrites, originForm } from './request-checks.ts'

/** Bytes: enough for a filter of a thousand names. Payments (`largeBody`) and uploads have limits of their own. */
const BODY_LIMIT = 2 * 1024 * 1024
/** How long a caller may take, in ms. Tests shorten them. */
export const CALLER_TIMES = {
  headers: 60_000,
  /** The whole request: enough for a spreadsheet of 50 MB at 0.7 Mbit/s. */
  request: 10 * 60_000,
  /** Idle timeout: a connection on which no byte moves is closed. Longer than the longest pause within an answer. */
  silence: 15 * 60_000,
  /** How often the first two are checked. */
  check: 30_000,
}

/** What raw routes add for the OpenAPI document: the schema of a multipart form, and a remark. */
interface Documented {
  form?: z.ZodType
  note?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null
    /** Forwarded to the server in the process of exports, which answers and logs it. */
    forwarded: boolean
  }
  interface FastifyContextConfig {
    /** Required for every route under /api/: one without an access fails the start. */
    route?: Pick<Route, 'access'> & Partial<Pick<Route, 'summary' | 'writes'>> & Documented
    /** Takes seconds of work: forwarded to the process of exports, if there is one. */
    bulk?: boolean
  }
  interface FastifyInstance {
    /** Every route under /api/ with its access and schemas, for 405 answers and the tests of all routes. */
    declaredRoutes: (Pick<RouteOptions, 'url' | 'schema' | 'attachValidation'> & {
      method: string
      access: Access
    })[]
  }
}

/** The type names that zod's Chinese messages leave in English. */
const TYPES: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  bigint: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  date: '日期',
  null: '空值',
  undefined: '空值',
}
// Chinese default messages for schemas without a message of their own.
const { localeError } = z.locales.zhCN()
z.config({
  localeError: (issue) => {
    const made = localeError(issue)
    const message = typeof made === 'string' ? made : made?.message
    return message?.replace(/[a-z]+/gi, (word) => TYPES[word] ?? word)
  },
})

/** An HTTP server without routes: parsing, failures, request ids, logs (to standard output, or to a test's stream). */
export async function createHttp(
  services: Services,
  log: boolean | NodeJS.WritableStream,
  times = CALLER_TIMES,
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
    // While stopping, a request on an open connection is still served, as a proxy may not have noticed yet; then the connection is closed.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    bodyLimit: BODY_LIMIT,
    // Large enough for a thousand codes in a query.
    http: {
      maxHeaderSize: 64 * 1024,
      headersTimeout: times.headers,
      requestTimeout: times.request,
      connectionsCheckingInterval: times.check,
    },
    clientErrorHandler: answerBroken,
    requestTimeout: times.request,
    connectionTimeout: times.silence,
    // For malformed URLs, and URLs with a parameter longer than `maxParamLength`: Fastify answers them here, without the hooks below.
    frameworkErrors: (error, request, reply) => {
      setHeaders(services, request, reply)
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
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    // `toString` would replace bytes of another encoding by U+FFFD, which would be stored.
    else if (!isUtf8(body)) done(new Failure('brokenJson', '请求内容须为 UTF-8 编码'))
    else void parseJson(request, body.toString(), done)
  })
  app.decorate('declaredRoutes', [])
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const access = route.config?.route?.access
    if (!access) throw new Error(`route ${String(route.method)} ${route.url} declares no access`)
    const { url, schema, attachValidation } = route
    const methods = [route.method].flat()
    app.declaredRoutes.push(...methods.map((method) => ({ method, url, access, schema, attachValidation })))
  })
  app.addHook('onRequest', async (request) => checkHost(request))
  app.addHook('onRequest', holdWrites(services.config.upgradePlan))
  app.addHook('preValidation', async (request) => checkDepth(request.body))
  app.addHook('onSend', async (request, reply) => setHeaders(services, request, reply))
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

const BROKEN: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers malformed HTTP, too large headers and too slow requests, for which Node creates no request, directly on the socket. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const status = BROKEN[error.code ?? ''] ?? '400 Bad Request'
  const text = JSON.stringify(new Failure('brokenJson').body())
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${randomUUID()}\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

/** A year. Not for subdomains, which may belong to other programs without HTTPS. */
const HSTS = 'max-age=31536000'

/** Headers of every answer. */
function setHeaders({ config, readiness }: Services, request: FastifyRequest, reply: FastifyReply): void {
  // Tells a proxy not to reuse the connection, which the stopping server will close.
  if (readiness.stopping) reply.header('Connection', 'close')
  if (isHttps(config, request)) reply.header('Strict-Transport-Security', HSTS)
  reply.header('X-Request-Id', request.id)
  reply.header('X-Content-Type-Options', 'nosniff')
  if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control'))
    reply.header('Cache-Control', 'no-store')
}
