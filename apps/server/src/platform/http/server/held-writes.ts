import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { orNull } from '../../storage/temps.ts'
import { Failure } from '../errors.ts'

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
