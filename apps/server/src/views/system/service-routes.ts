import { ACTIONS, resourcesWith } from '@pianzhang/contract/permissions'
import { site } from '@pianzhang/contract/session'
import { sql } from 'kysely'
import { z } from 'zod'
import { login, open } from '../../platform/http/guard.ts'
import { type Route, read } from '../../platform/http/route.ts'
import { readiness, whenReady } from './ready.ts'

const resources = z.object({
  items: z.array(z.object({ name: z.string(), model: z.string(), actions: z.array(z.enum(ACTIONS)) })),
})
/** The query parameter `category` of the API, whose only value is `manager`. */
const category = z.object({ category: z.enum(['manager'], 'category 须为 manager').default('manager') })

export const commonRoutes: Route[] = [
  read(
    'GET /health',
    {
      summary: 'Answers when the database does',
      access: open,
      answer: z.object({ status: z.literal('ok') }),
    },
    async (db) => {
      await sql`select 1`.execute(db)
      return { status: 'ok' as const }
    },
  ),
  read(
    'GET /live',
    {
      summary: 'Answers while the process does, without asking anything',
      access: open,
      answer: z.object({ status: z.literal('ok') }),
    },
    async () => ({ status: 'ok' as const }),
  ),
  read(
    'GET /ready',
    {
      summary: 'Whether requests should be sent to this server; 503 names the parts that fail',
      access: open,
      answer: readiness,
    },
    async (_db, { services }) => await whenReady(services),
  ),
  read(
    'GET /site',
    { summary: "The operator's name, hotline and notices", access: open, answer: site },
    async (_db, context) => context.services.site,
  ),
  read(
    'GET /resources',
    { summary: 'Resources and the actions each offers', access: login, query: category, answer: resources },
    async (_db, { features }) => ({
      items: resourcesWith(features).map(({ name, model, actions }) => ({
        name,
        model,
        actions: [...actions],
      })),
    }),
  ),
]
