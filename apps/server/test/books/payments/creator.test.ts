import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

test('a payment names its creator: to themselves, to a colleague, and after they were deleted', async () => {
  const { services } = app
  const company = await app.company()
  const project = await newProject(company.admin)
  const admin = company.admin.on(project)
  const grants = { cost_execution: ['read', 'write'], subject: ['read'], pay_category: ['read'] }
  const clerk = (await app.person(company.id, grants, [project])).on(project)
  const rename = (name: string, id: bigint) =>
    services.db.updateTable('users').set({ name }).where('id', '=', id).execute()
  await rename('王会计', clerk.userId)
  await rename('李出纳', admin.userId)
  const byClerk = await book(clerk)
  const byAdmin = await book(admin)
  expect([byClerk.data.creator_name, byAdmin.data.creator_name]).toEqual(['王会计', '李出纳'])

  const names = async () => {
    const { data } = await admin.get('/cost_executions')
    return (data.items as { creator_name: string }[]).map((item) => item.creator_name)
  }
  expect(await names()).toEqual(['李出纳', '王会计'])
  await services.db
    .updateTable('users')
    .set({ deleted_at: services.clock() })
    .where('id', '=', clerk.userId)
    .execute()
  expect(await names()).toEqual(['李出纳', '王会计'])
  expect((await admin.get(`/cost_executions/${byClerk.data.code}`)).data.creator_name).toBe('王会计')
})
