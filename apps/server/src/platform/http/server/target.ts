import type { FastifyRequest } from 'fastify'
import { Failure } from '../errors.ts'

/**
 * A request's target as path and query. Proxies may send it with scheme and host (RFC 9112, 3.2.2): the router takes both forms, while
 * headers, the log and the event streams go by the path.
 */
export const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/')

/** A name or address (RFC 3986, 3.2.2) with an optional port; `_` as in names of containers; or nothing, as HTTP/1.0 sends no host. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]*)(:\d{1,5})?$/i

/** Throws 400 for two `Host` headers, or for one that is no host (RFC 9112, 3.2): links in answers begin with the host. */
export function checkHost({ host, raw: { rawHeaders } }: FastifyRequest): void {
  const names = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (names.length > 1 || !HOST.test(host ?? '')) throw new Failure('brokenJson')
}
