import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sameText } from '../files/links.ts'
import { Failure } from '../http/errors.ts'
import { errorForLog } from '../http/log-error.ts'
import { type ExportEndpoint, type ExportProcess, KEY_HEADER } from './export-process.ts'

/** Hop-by-hop headers: they belong to one connection and are not forwarded (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** In the main server: requests of routes with `bulk` in their config go to the process, before the body is read or the database asked. */
export function forwardBulk(http: FastifyInstance, bulk: ExportProcess): void {
  http.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.bulk) return
    await bulk.use(async (endpoint) => {
      request.forwarded = true
      await forward(request, reply, endpoint)
    })
  })
}

/** In the process's server: its port is open to every program on the machine, so each request must carry the key. */
export function requireBulkKey(http: FastifyInstance, key: string): void {
  http.addHook('onRequest', async (request) => {
    const sentKey = request.headers[KEY_HEADER]
    if (typeof sentKey !== 'string' || !sameText(sentKey, key)) throw new Failure('forbidden')
  })
}

/**
 * Forwards a request unchanged to the process of exports and streams its answer back. If the caller disconnects, the forwarded request is aborted. Throws
 * 503 if the process ends before it answers.
 */
async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { port, key }: ExportEndpoint,
): Promise<void> {
  const { raw } = request
  const headers = Object.fromEntries(Object.entries(raw.headers).filter(([name]) => !HOP_BY_HOP.has(name)))
  const upstream = httpRequest({
    host: '127.0.0.1',
    port,
    method: raw.method,
    path: raw.url,
    agent: false,
    headers: {
      ...headers,
      ...(raw.headers['transfer-encoding'] && { 'transfer-encoding': 'chunked' }),
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': request.protocol,
      'x-forwarded-host': request.host,
      [KEY_HEADER]: key,
    },
  })
  reply.raw.once('close', () => upstream.destroy())
  // The process may answer before it has read the body and then close the connection; the rest of the body is not sent.
  upstream.on('error', () => raw.unpipe(upstream))
  raw.pipe(upstream)
  let answer: IncomingMessage
  try {
    ;[answer] = await once(upstream, 'response')
  } catch (error) {
    if (!reply.raw.destroyed) {
      console.error('the process of exports:', errorForLog(error))
      throw new Failure('unavailable', undefined, [], { 'Retry-After': '5' })
    }
    reply.hijack()
    return
  }
  reply.hijack()
  const answerHeaders = Object.entries(answer.headersDistinct).filter(([name]) => !HOP_BY_HOP.has(name))
  reply.raw.writeHead(answer.statusCode ?? 502, Object.fromEntries(answerHeaders) as Record<string, string[]>)
  // If the process's answer breaks off, the connection is destroyed, so that the caller cannot take half a file for a whole one.
  await pipeline(answer, reply.raw).catch(() => reply.raw.destroy())
}
