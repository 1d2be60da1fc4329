import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { orNull } from '../../storage/temps.ts'
import { Failure, refused } from '../errors.ts'

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

/** Far above the six levels of the API's deepest body. */
const MAX_DEPTH = 32

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Refuses JSON nested deeper than any body: schemas and `JSON.stringify` recurse and would overflow the stack.
 * Iterates level by level instead. Throws 422.
 */
export function checkDepth(json: unknown): void {
  let level = [json].filter(isObject)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw refused('提交的内容嵌套过深')
    level = level.flatMap((value) => Object.values(value).filter(isObject))
  }
}

/** Steps of an upgrade's plan (deploy/operator/plan.sh) in which the database may still be given back to the other version. */
const UNDECIDED = /^step=(switched|back)$/m

/**
 * Refuses requests that may write while an upgrade waits for this version: if it did not become ready, what people had written would be put aside with the
 * database. `plan`: the path of the upgrade's plan, which is read until it is over; null: none is under way.
 */
export function holdWrites(plan: string | null): (request: FastifyRequest) => Promise<void> {
  let over = plan === null
  return async ({ method, routeOptions }) => {
    if (over || plan === null) return
    if ((method === 'GET' || method === 'HEAD') && !routeOptions.config.route?.writes) return
    over = !UNDECIDED.test((await orNull(readFile(plan, 'utf8'))) ?? '')
    if (!over)
      throw new Failure('unavailable', '系统正在升级，暂时不能登录和保存，请稍后重试', [], {
        'Retry-After': '5',
      })
  }
}
