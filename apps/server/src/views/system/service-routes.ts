import { serviceApi } from '@pianzhang/contract/api/sessions'
import { get, shapes } from '@pianzhang/contract/endpoint'
import { resourcesWith } from '@pianzhang/contract/permissions'
import { resourceList, resourcesQuery } from '@pianzhang/contract/roles'
import { healthAnswer, site } from '@pianzhang/contract/session'
import { sql } from 'kysely'
import { z } from 'zod'
import { Failure } from '../../platform/http/errors.ts'
import { login, open } from '../../platform/http/guard.ts'
import { type Route, read } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'

/** The answer of a ready server. `parts`: state by name; only parts that the server can do without are `failed` here. */
const readiness = z.object({
  status: z.literal('ready'),
  parts: z.record(z.string(), z.enum(['ok', 'failed'])),
})

/** For proxies, without a login. Throws 503 while the server stops or a required part fails: names the part but not its error, as anybody may ask. */
async function whenReady({ readiness: state }: Services): Promise<z.output<typeof readiness>> {
  if (state.stopping) throw notReady('服务正在停止', [{ field: 'server', message: '服务正在停止' }])
  const results = await state.check()
  const lacking = results
    .filter(({ ok, part }) => !ok && part.required)
    .map(({ part }) => ({ field: part.name, message: `${part.title}不可用` }))
  if (lacking.length > 0)
    throw notReady(`服务尚未就绪：${lacking.map(({ message }) => message).join('，')}`, lacking)
  return {
    status: 'ready',
    parts: Object.fromEntries(results.map(({ ok, part }) => [part.name, ok ? 'ok' : 'failed'])),
  }
}

const notReady = (message: string, parts: { field: string; message: string }[]) =>
  new Failure('unavailable', message, parts, { 'Retry-After': '5' })

export const commonRoutes: Route[] = [
  read(
    serviceApi.health,
    {
      summary: 'Answers when the database does',
      access: open,
      answer: healthAnswer,
    },
    async (db) => {
      await sql`select 1`.execute(db)
      return { status: 'ok' as const }
    },
  ),
  read(
    get('/live', shapes<{ answer: typeof healthAnswer }>()),
    {
      summary: 'Answers while the process does, without asking anything',
      access: open,
      answer: healthAnswer,
    },
    async () => ({ status: 'ok' as const }),
  ),
  read(
    get('/ready', shapes<{ answer: typeof readiness }>()),
    {
      summary: 'Whether requests should be sent to this server; 503 names the parts that fail',
      access: open,
      answer: readiness,
    },
    async (_db, { services }) => await whenReady(services),
  ),
  read(
    serviceApi.site,
    { summary: "The operator's name, hotline and notices", access: open, answer: site },
    async (_db, context) => context.services.site,
  ),
  read(
    serviceApi.resources,
    {
      summary: 'Resources and the actions each offers',
      access: login,
      query: resourcesQuery,
      answer: resourceList,
    },
    async (_db, { features }) => ({
      items: resourcesWith(features).map(({ name, model, actions }) => ({
        name,
        model,
        actions: [...actions],
      })),
    }),
  ),
]
