import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { done, expectTrue, type MissingWorld, missingWorld } from './helpers.ts'

describe('a line lacks an invoice', () => {
  let app: TestApp
  let world: MissingWorld
  beforeAll(async () => {
    app = await workerApp()
  })
  beforeEach(async () => {
    world = await missingWorld(app)
  })
  afterAll(() => app.close())

  test('only of a type that needs one: some new types do not, and the project says otherwise', async () => {
    const types = (await world.admin.get('/pay_categories', { per_page: 100 })).data.items
    const none = types.filter((type: { needs_invoice: boolean }) => !type.needs_invoice)
    expect(none.map(({ name }: { name: string }) => name)).toEqual(['押金', '押金退回', '工资劳务', '税费'])
    await world.pay([
      world.lineOf('1', null),
      world.lineOf('2', null, { pay_category_id: await world.type('税费') }),
    ])
    expect(await world.reasons()).toEqual([['未填凭证类型', '1.00']])
    const turn = async (name: string, needs_invoice: boolean) =>
      done(await world.admin.put(`/pay_categories/${await world.type(name)}`, { name, needs_invoice }))
    expect((await turn('税费', true)).data.needs_invoice).toBe(true)
    expect(await world.reasons()).toEqual([
      ['未填凭证类型', '1.00'],
      ['未填凭证类型', '2.00'],
    ])
    await turn('定金', false)
    expect(await world.reasons()).toEqual([['未填凭证类型', '2.00']])
    // A body of before, which does not know it, changes nothing.
    const renamed = await world.admin.put(`/pay_categories/${await world.type('定金')}`, { name: '订金' })
    expect(renamed.data).toMatchObject({ name: '订金', needs_invoice: false })
    const added = await world.admin.post('/pay_categories', { name: '场地费' })
    expect(added.data.needs_invoice).toBe(true)
    expect(
      (await world.admin.post('/pay_categories', { name: '罚款', needs_invoice: false })).data.needs_invoice,
    ).toBe(false)
    await expectTrue(app, world)
  })
})

test('without the feature types keep what they say of invoices, and a body says nothing of it', async () => {
  await using app = await startTestApp()
  const world = await missingWorld(app)
  done(await world.admin.put('/company/features', { items: [{ feature: 'missing_invoice', on: false }] }))
  const saved = done(await world.admin.post('/pay_categories', { name: '罚款', needs_invoice: false })).data
  expect(saved.needs_invoice).toBe(true)
  expect((await world.admin.get('/pay_categories')).data.items[0].needs_invoice).toBe(true)
  expect(await world.clerk.get('/missing_invoices')).toMatchObject({ status: 403, msg: '该功能未启用' })
})
