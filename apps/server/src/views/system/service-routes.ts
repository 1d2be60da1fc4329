import { serviceApi } from '@pianzhang/contract/api/sessions'
import { get, shapes } from '@pianzhang/contract/endpoint'
import { resourcesWith } from '@pianzhang/contract/permissions'
import { resourceList, resourcesQuery } from '@pianzhang/contract/roles'
import { healthAnswer, site } from '@pianzhang/contract/session'
import { sql } from 'kysely'
import { login, open } from '../../platform/http/guard.ts'
import { type Route, read } from '../../platform/http/route.ts'
import { readiness, whenReady } from './ready.ts'

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
