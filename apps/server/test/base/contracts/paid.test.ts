import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import { bookOf, importFile, RIGHT, upload } from '../../books/payments/sheet/sheets.ts'
import { expectSumsTrue } from '../../books/payments/sums.ts'
import type { TestApp } from '../../harness/harness.ts'
import { atOnce } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp
let world: PaymentWorld

beforeAll(async () => {
  app = await workerApp()
  world = await paymentWorld(app)
})
afterAll(() => app.close())

/** What was paid on contracts of 1,000.00, over HTTP; the kept sums are compared with a recount of all lines. */
async function paid(...codes: string[]): Promise<string[]> {
  await expectSumsTrue(app.services.db, world.projectId)
  const { data } = await world.clerk.get('/contracts', { per_page: 1000 })
  const items = new Map(data.items.map((item: { code: string }) => [item.code, item]))
  return codes.map((code) => {
    const { pay_amount_yuan, unpay_amount_yuan } = items.get(code) as Record<string, string>
    expect(Number(unpay_amount_yuan)).toBeCloseTo(1000 - Number(pay_amount_yuan), 2)
    return pay_amount_yuan ?? ''
  })
}

test('is right after every way in which a payment can change', async () => {
  const [one, two] = [await world.contract('HT-1'), await world.contract('HT-2')]
  const on = (contract_code: string | null, pay_amount: string) => world.line({ contract_code, pay_amount })
  const made = await world.clerk.post(
    '/cost_executions',
    world.body({}, [on(one, '300.01'), on(one, '-0.01'), on(two, '50'), on(null, '7')]),
  )
  expect(await paid(one, two)).toEqual(['300.00', '50.00'])
  const path = `/cost_executions/${made.data.code}`
  const [first, second, third] = made.data.cost_execution_details.map((line: { code: string }) => line.code)
  const change = (lines: Record<string, unknown>[]) =>
    world.clerk.put(path, world.body({ payer: '改名公司' }, lines))
  // A line changed, one moved to the other contract, one left out.
  expect(
    (
      await change([
        { ...on(one, '1200'), code: first },
        { ...on(two, '-1'), code: second },
      ])
    ).code,
  ).toBe(0)
  expect(await paid(one, two)).toEqual(['1200.00', '-1.00'])
  // One taken off its contract, one new.
  expect((await change([{ ...on(null, '1200'), code: first }, on(two, '2')])).code).toBe(0)
  expect(third).toBeDefined()
  expect(await paid(one, two)).toEqual(['0.00', '2.00'])
  const rows = [
    ...Array.from({ length: 1_200 }, (_, index) => ({
      ...RIGHT,
      ...{ sequence: `${index % 400}`, contract_code: 'HT-1', pay_amount: '0.10' },
    })),
    { ...RIGHT, sequence: '0', contract_code: 'HT-2', pay_amount: '5' },
  ]
  const file = await upload(app, world.clerk, await bookOf(rows))
  expect((await importFile(world.clerk, file)).data).toMatchObject({ status: 'succeeded' })
  expect(await paid(one, two)).toEqual(['120.00', '7.00'])
  expect((await world.clerk.delete(path)).code).toBe(0)
  expect(await paid(one, two)).toEqual(['120.00', '5.00'])
  await sql`select fold_sum_changes(${world.projectId})`.execute(app.services.db)
  expect(await paid(one, two)).toEqual(['120.00', '5.00'])
  const { data } = await world.clerk.get('/cost_executions', { per_page: 1000, contract_code: one })
  const codes = data.items.map((item: { code: string }) => item.code)
  expect((await world.clerk.delete('/cost_executions/batch', { codes })).code).toBe(0)
  expect(codes).toHaveLength(400)
  expect(await paid(one, two)).toEqual(['0.00', '0.00'])
})

test('20 people book on one contract at once, while others edit it: nobody fails, nothing is lost', async () => {
  const code = await world.contract('HT-3')
  const edit = async (round: number) => {
    const { data } = await world.clerk.get(`/contracts/${code}`)
    const { out_code, customer } = data
    const body = { out_code, customer, amount: '1000', category: round % 2, remark: `第${round}次` }
    return await world.clerk.put(`/contracts/${code}`, body)
  }
  const tally = await atOnce(80, (index) =>
    index % 4 === 3
      ? edit(index)
      : world.clerk.post(
          '/cost_executions',
          world.body({}, [world.line({ contract_code: code, pay_amount: '1' })]),
        ),
  )
  expect(tally).toEqual({ '0 操作成功': 80 })
  expect(await paid(code)).toEqual(['60.00'])
  expect((await world.clerk.get(`/contracts/${code}`)).data.version).toBe(21)
})

test('a sum beyond every real one is shown exactly, and sorted', async () => {
  const huge = await world.contract('HT-4')
  await sql`insert into contract_totals (project_id, contract_id, amount)
    select project_id, id, 123456789012345678901 from contracts where project_id = ${world.projectId} and code = ${huge}`.execute(
    app.services.db,
  )
  const { status, data } = await world.clerk.get('/contracts', { pay_amount_order: 'desc' })
  expect([status, data.items[0].code, data.items[0].pay_amount_yuan]).toEqual([
    200,
    huge,
    '1234567890123456789.01',
  ])
  const { items } = (await world.clerk.get('/contracts', { unpay_amount_order: 'asc' })).data
  expect(items[0].code).toBe(huge)
})
