import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../platform/errors.ts'
import { sameText } from '../platform/links.ts'
import { type BulkDoor, type BulkThread, KEY_HEADER } from './thread.ts'

/** Of one connection, not of what is said on it. */
const OWN = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** For the main server: what its routes call `bulk` goes to the thread, before anything is asked or read. */
export function forwardBulk(http: FastifyInstance, bulk: BulkThread): void {
  http.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.bulk) return
    const door = await bulk.door()
    request.forwarded = true
    await forward(request, reply, door)
  })
}

/** For the thread's server, whose port is open to every program on the machine. */
export function refuseStrangers(http: FastifyInstance, key: string): void {
  http.addHook('onRequest', async (request) => {
    const shown = request.headers[KEY_HEADER]
    if (typeof shown !== 'string' || !sameText(shown, key)) throw new Failure('forbidden')
  })
}

/**
 * Hands a request to the other server as it is, and its answer back as it comes. Who goes away here goes away there. Throws the network's
 * error where there is no answer.
 */
async function forward(request: FastifyRequest, reply: FastifyReply, { port, key }: BulkDoor): Promise<void> {
  const { raw } = request
  const headers = Object.fromEntries(Object.entries(raw.headers).filter(([name]) => !OWN.has(name)))
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
  // Also after the answer, which may come before the body was read: nobody takes the rest of it then.
  upstream.on('error', () => raw.unpipe(upstream))
  raw.pipe(upstream)
  let answer: IncomingMessage
  try {
    ;[answer] = await once(upstream, 'response')
  } catch (error) {
    if (!reply.raw.destroyed) throw error
    reply.hijack()
    return
  }
  reply.hijack()
  const kept = Object.entries(answer.headersDistinct).filter(([name]) => !OWN.has(name))
  reply.raw.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept) as Record<string, string[]>)
  // Broken off there, it breaks off here: nobody takes half a file for a whole one.
  await pipeline(answer, reply.raw).catch(() => reply.raw.destroy())
}
