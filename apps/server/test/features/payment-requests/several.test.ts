import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { atOnce } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type Asked, approvalWorld, seen } from './helpers.ts'

describe('requests that are approved together', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await workerApp()
  })
  afterAll(() => app.close())

  test('all or none', async () => {
    const own = await approvalWorld(app)
    const asked = [await own.ask('5000'), await own.ask('6000'), await own.ask('7000')]
    const items = asked.map(({ code, version }) => ({ code, version }))
    const together = (given: typeof items) => own.chief.post('/payment_requests/approve', { items: given })
    expect(await together([...items.slice(0, 2), { ...items[2], version: 99 } as never])).toMatchObject({
      status: 409,
    })
    expect((await own.payments()).listTotal).toBe(0)
    expect(await together([items[0], items[0]] as never)).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'items[1].code' }] },
    })
    const done = await together(items)
    expect(done.data.items).toHaveLength(3)
    expect(await own.payments()).toMatchObject({ listTotal: 3, total_amount_yuan: '18000.00' })
  })

  test('the one whose payment cannot be booked is named, and none is booked', async () => {
    const own = await approvalWorld(app)
    const contract = await own.contract('SQ-4')
    const invoice = await own.invoice('87654321')
    const ask = async (...lines: Record<string, unknown>[]) =>
      (
        await own.asker.post('/payment_requests', {
          ...own.body(
            {},
            lines.map((line) => own.line({ pay_amount: '5000', ...line })),
          ),
          submit: true,
        })
      ).data
    const [first, second] = [await ask({}), await ask({}, { contract_code: contract })]
    await own.clerk.delete(`/contracts/${contract}`)
    const together = (...given: { code: string; version: number }[]) =>
      own.chief.post('/payment_requests/approve', {
        items: given.map(({ code, version }) => ({ code, version })),
      })
    const answer = (at: number) => ({
      status: 422,
      msg: `付款申请 ${second.code}：合同不存在`,
      data: {
        errors: [{ field: `items[${at}].cost_execution_details[1].contract_code`, message: '合同不存在' }],
      },
    })
    expect(await together(first, second)).toMatchObject(answer(1))
    // Fields go by the order that was sent.
    expect(await together(second, first)).toMatchObject(answer(0))
    expect((await own.payments()).listTotal).toBe(0)
    // What the first one takes the second one misses.
    const [one, two] = [
      await ask({ check_invoice_code: invoice }),
      await ask({ check_invoice_code: invoice }),
    ]
    expect(await together(one, two)).toMatchObject({
      status: 422,
      msg: expect.stringContaining(`付款申请 ${two.code}：发票已被付款`),
    })
    expect([(await seen(own.chief, first)).state, (await own.payments()).listTotal]).toEqual(['pending', 0])
  })

  test.each([
    ['in the same order', false],
    ['in the other order', true],
  ])('of two that overlap, %s, one is done, and each request is booked once', async (_, turned) => {
    const own = await approvalWorld(app)
    const asked = [await own.ask('5000'), await own.ask('6000'), await own.ask('7000')]
    const items = asked.map(({ code, version }) => ({ code, version }))
    const batch = (given: typeof items) => () =>
      own.chief.post('/payment_requests/approve', { items: turned ? given.toReversed() : given })
    const [, shared] = items
    const [first, told] = await queued(
      app.databaseUrl,
      `select 1 from payment_requests where project_id = ${own.projectId} and code = '${shared?.code}' for update`,
      batch(items.slice(0, 2)),
      batch(items.slice(1)),
    )
    expect([first.code, told.status, told.msg]).toEqual([
      0,
      409,
      expect.stringContaining(`付款申请 ${shared?.code} 已由您同意，并记为付款`),
    ])
    expect(await own.payments()).toMatchObject({ listTotal: 2, total_amount_yuan: '11000.00' })
    expect((await seen(own.asker, asked[2] as Asked)).state).toBe('pending')
    const tally = await atOnce(6, batch(items.slice(2)))
    expect([tally['0 操作成功'], (await own.payments()).listTotal]).toEqual([1, 3])
  })
})
