import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'

let app: TestApp
let world: PaymentWorld

beforeAll(async () => {
  app = await workerApp()
  world = await paymentWorld(app)
})
afterAll(() => app.close())

test('history of a payment: who changed which fields of it and of its lines, the latest first', async () => {
  const { data: made } = await world.clerk.post(
    '/cost_executions',
    world.body({ summary: '' }, [world.line({ pay_amount: '1' }), world.line({ pay_amount: '2' })]),
  )
  const [one, two] = made.cost_execution_details.map(({ code }: { code: string }) => code)
  const path = `/cost_executions/${made.code}`
  await world.admin.put(
    path,
    world.body({ summary: '十一月租金' }, [
      world.line({ code: one, pay_amount: '1000.5' }),
      world.line({ code: two, pay_amount: '2' }),
      world.line({ pay_amount: '-3', remark: '押金退回' }),
    ]),
  )
  await world.clerk.put(
    path,
    world.body({ summary: '十一月租金' }, [world.line({ code: two, pay_amount: '2' })]),
  )
  const { data } = await world.clerk.get(`${path}/history`)
  expect(data.listTotal).toBe(3)
  expect(data.items.map(({ action }: { action: string }) => action)).toEqual(['update', 'update', 'create'])
  const [removed, changed, created] = data.items
  expect(created).toMatchObject({ changes: [], lines: [], complete: true })
  expect(changed).toMatchObject({
    user_name: '管理员',
    changes: [
      { label: '摘要', before: '', after: '十一月租金' },
      { label: '付款金额', before: '3.00 元', after: '999.50 元' },
    ],
    complete: true,
  })
  expect(changed.lines.map(({ state }: { state: string }) => state)).toEqual(['changed', 'added'])
  expect(changed.lines[0]).toMatchObject({
    title: expect.stringMatching(/^第 1 条 /),
    changes: [{ label: '付款金额', before: '1.00 元', after: '1,000.50 元' }],
  })
  expect(changed.lines[1].changes).toContainEqual({ label: '备注', before: '', after: '押金退回' })
  expect(removed.lines.map(({ state }: { state: string }) => state)).toEqual(['removed', 'removed'])
  const page = await world.clerk.get(`${path}/history`, { page: 3, per_page: 1 })
  expect(page.data).toEqual({ items: [created], listTotal: 3 })
})

test('only who may read the payment sees its history, and a payment of a thousand lines says that it does not name them', async () => {
  const { data: made } = await world.clerk.post('/cost_executions', world.body({}, [world.line()]))
  const path = `/cost_executions/${made.code}/history`
  expect((await (await paymentWorld(app)).clerk.get(path)).status).toBe(404)
  const { id } = await app.company()
  expect((await (await app.person(id, { contract: ['read'] })).get(path)).code).not.toBe(0)
  const lines = Array.from({ length: 1000 }, () => world.line({ remark: '长'.repeat(100) }))
  const { data: long } = await world.clerk.post('/cost_executions', world.body({}, lines))
  const { status } = await world.clerk.put(
    `/cost_executions/${long.code}`,
    world.body(
      { payer: '乙' },
      long.cost_execution_details.map(({ code }: { code: string }) => world.line({ code, pay_amount: '7' })),
    ),
  )
  expect(status).toBe(200)
  const { items } = (await world.clerk.get(`/cost_executions/${long.code}/history`)).data
  expect(items[0]).toMatchObject({ action: 'update', lines: [], complete: false })
  expect(items[0].changes).toContainEqual(expect.objectContaining({ label: '付款方', after: '乙' }))
})
