import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type PettyCashWorld, pettyCashWorld } from '../petty-cash/helpers.ts'

const PATH = '/cost_budgets/dashboard/left'
let app: TestApp
let world: PettyCashWorld

beforeAll(async () => {
  app = await workerApp()
  world = await pettyCashWorld(app)
})
afterAll(() => app.close())

test('what is left of each subject: budget less payments and open petty cash, each cost once', async () => {
  const [camera, light] = [world.subject('24000101'), world.subject('10000101')]
  for (const unit_price of ['1000', '500.5'])
    await world.admin.post('/cost_budgets', { subject_three_code: camera, unit_price, quantity: '1' })
  await book(world.admin, { subject_three_code: camera, pay_amount: '2000' })
  await book(world.admin, { subject_three_code: light, pay_amount: '7' })
  await world.add({ subject_three_code: camera, pay_amount: '0.5' })
  const left = [
    { code: light, budget_yuan: '0.00', left_yuan: '-7.00' },
    { code: camera, budget_yuan: '1500.50', left_yuan: '-500.00' },
  ]
  expect((await world.admin.get(PATH)).data).toEqual({ items: left, listTotal: 2 })
  // A write-off moves the detail to the payments.
  const vouchers = {
    voucher_category: '1',
    face_tax_rate: '6%',
    voucher_attachment_codes: [await world.attachment()],
  }
  await world.add({ subject_three_code: light, pay_amount: '3', ...vouchers })
  await world.clerk.post('/imprests/write_offs')
  expect((await world.admin.get(PATH)).data.items[0].left_yuan).toBe('-10.00')
})

test('it shows all costs, so that the right to read the budget alone is not enough', async () => {
  const can = async (grants: Parameters<TestApp['person']>[1]) =>
    (await (await app.person(world.companyId, grants, [world.project])).on(world.project).get(PATH)).code
  expect(await can({ cost_budget: ['read'] })).toBe(403)
  expect(await can({ overview: ['read'] })).toBe(403)
  expect(await can({ cost_budget: ['read'], cost_execution: ['read'] })).toBe(403)
  expect(await can({ cost_budget: ['read'], cost_execution: ['read'], imprest: ['read'] })).toBe(0)
  expect(await can({ cost_budget: ['read'], overview: ['read'] })).toBe(0)
})
