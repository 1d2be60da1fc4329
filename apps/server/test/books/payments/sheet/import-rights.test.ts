import { today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { openStream } from '../../../harness/stream.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { countOf, type PaymentWorld, paymentWorld } from '../helpers.ts'
import { bookOf, RIGHT, upload } from './sheets.ts'

const DAY_MS = 24 * 3600_000

let test: TestApp
beforeAll(async () => {
  test = await workerApp()
})
afterAll(() => test.close())

const clerkIs = (change: string) => async (world: PaymentWorld) =>
  await sql`update users set ${sql.raw(change)} where id = ${world.clerk.userId}`.execute(test.services.db)

/** The project expires at the end of today; the session stays in use. */
async function expires(world: PaymentWorld): Promise<void> {
  const { db, clock } = test.services
  await sql`update projects set expire_at = ${today(clock())} where id = ${world.projectId}`.execute(db)
  test.advance(DAY_MS)
  await sql`update sessions set seen_at = ${clock()} where user_id = ${world.clerk.userId}`.execute(db)
}

const CHANGES: [string, (world: PaymentWorld) => Promise<unknown>, number][] = [
  ['logs out', (world) => world.clerk.delete('/sessions'), 401],
  ['is disabled', clerkIs('disabled = true'), 50012],
  ['leaves the company', clerkIs('deleted_at = now()'), 50012],
  ['has to change the password', clerkIs('must_change_password = true'), 403],
  ['loses the role', clerkIs('role_id = null'), 403],
  [
    'is taken out of the project',
    (world) =>
      sql`delete from project_members where user_id = ${world.clerk.userId}`.execute(test.services.db),
    300009,
  ],
  [
    'may only read',
    (world) =>
      sql`update role_permissions set actions = '{read}' where model = 'cost_execution'
        and role_id = (select role_id from users where id = ${world.clerk.userId})`.execute(test.services.db),
    403,
  ],
  ['finds the project archived', (world) => world.admin.post(`/projects/${world.project}/archive`), 300011],
  ['finds the project expired', expires, 300011],
  ['finds the project deleted', (world) => world.admin.delete(`/projects/${world.project}`), 300009],
  [
    'finds the company stopped',
    (world) =>
      sql`update companies set stopped_at = now() where id = ${world.companyId}`.execute(test.services.db),
    503,
  ],
]

it.each(CHANGES)('who %s while the file waits for a slot imports nothing', async (_, change, failure) => {
  const world = await paymentWorld(test)
  const { sheetSlots } = test.services
  const code = await upload(test, world.clerk, await bookOf([RIGHT]))
  const { signal } = new AbortController()
  const held = await Promise.all(
    ['x', 'y'].map((person) => sheetSlots.acquire({ person, company: '' }, { signal })),
  )
  const imported = await openStream(test, world.clerk, '/cost_executions/import', code)
  await expect.poll(imported.text).toContain('event: waiting')
  await change(world)
  for (const { release } of held) release()
  expect(await imported.end()).toMatch(new RegExp(`event: failure\\ndata: \\{"code":${failure},"msg":"`))
  expect(await countOf(test, 'payments', world.projectId)).toBe(0)
  expect(await countOf(test, 'imports', world.projectId)).toBe(0)
})
