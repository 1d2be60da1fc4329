import { MAX_CHANGED_LINES } from '@pianzhang/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillPayments } from '../../files/many-lines.ts'
import type { TestApp } from '../../harness/harness.ts'
import { expectTotalsTrue } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, type PaymentWorld, paymentWorld } from './helpers.ts'
import { expectSumsTrue } from './sums.ts'

// What is particular to payments when several are changed together; platform/lists/change.test.ts has the rest.

const PATH = '/cost_executions'
let app: TestApp
let world: PaymentWorld

beforeAll(async () => {
  app = await workerApp()
  world = await paymentWorld(app)
})
afterAll(() => app.close())

interface Made {
  code: string
  version: number
  cost_execution_details: { code: string }[]
}
const add = async (...lines: Record<string, unknown>[]): Promise<Made> => {
  const answer = await world.clerk.post(PATH, world.body({}, lines))
  expect(answer.code, answer.msg).toBe(0)
  return answer.data
}
const change = (records: readonly Made[], changes: object, who = world.clerk) =>
  who.put(`${PATH}/batch`, { records: records.map(({ code, version }) => ({ code, version })), changes })

/** Payments as the list shows them. */
const listed = async (codes: readonly string[]): Promise<Made[]> => {
  const wanted = new Set(codes)
  const { items } = (await world.clerk.get(PATH, { per_page: 1000 })).data
  return items.filter(({ code }: Made) => wanted.has(code))
}

test('1,000 payments are changed at once, with an entry for each, and the sums are those of the lines', async () => {
  const seed = await add(world.line())
  const codes = await fillPayments(app.databaseUrl, world.project, seed.code, 1_000, 3)
  const payments = await listed(codes)
  const subject = { subject_three_code: world.subject('24000102') }
  expect((await change(payments, subject)).data).toEqual({ changed: 1_000, unchanged: 0, lines: 3_000 })
  const entries = (await auditsOf(app, world.projectId)).filter(
    ({ action, after }) => action === 'update' && codes.includes((after as unknown as Made).code),
  )
  expect(new Set(entries.map(({ code }) => code)).size).toBe(1_000)
  expect(entries).toHaveLength(1_000)
  await expectSumsTrue(app.services.db, world.projectId)
  await expectTotalsTrue(world.admin, app.databaseUrl, world.project)
})

test('more lines than fit into one request are refused before they are read', async () => {
  const seed = await add(world.line())
  const codes = await fillPayments(app.databaseUrl, world.project, seed.code, 11, 1_000)
  const payments = codes.map((code) => ({ code, version: 1, cost_execution_details: [] }))
  expect(await change(payments, { pay_channel: '3' })).toMatchObject({
    status: 422,
    msg: '一次最多修改 10,000 条明细，所选付款共有 11,000 条，请分批修改',
  })
  expect((await change(payments.slice(0, 10), { pay_channel: '3' })).data).toMatchObject({ changed: 10 })
  expect(10 * 1_000).toBe(MAX_CHANGED_LINES)
})
