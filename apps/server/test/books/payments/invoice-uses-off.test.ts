import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { paymentWorld, sharesOf } from './helpers.ts'

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

it('without the feature an invoice pays one line; lines with several keep them, as far as they pay so much', async () => {
  const own = await paymentWorld(app)
  const turn = (on: boolean) =>
    own.admin.put('/company/features', { items: [{ feature: 'missing_invoice', on }] })
  const [a, b] = [
    await own.invoice('26110000000000009001', 0, 30_00n),
    await own.invoice('26110000000000009002', 0, 500_00n),
  ]
  const ask = (...lines: Record<string, unknown>[]) => own.clerk.post('/cost_executions', own.body({}, lines))
  const several = await ask(own.line({ invoices: [{ code: a }, { code: b, amount: '5' }] }))
  await turn(false)
  const { data } = await own.clerk.get(`/cost_executions/${several.data.code}`)
  const [stored] = data.cost_execution_details
  expect(stored).toMatchObject({ check_invoice: null, invoices: [{ code: a }, { code: b }] })
  expect(await ask(own.line({ check_invoice_code: b }))).toMatchObject({ status: 422 })
  const free = await own.invoice('26110000000000009003', 0, 500_00n)
  expect(
    (await ask(own.line({ check_invoice_code: free }), own.line({ check_invoice_code: free }))).data.errors,
  ).toEqual([
    { field: 'cost_execution_details[1].check_invoice_code', message: '同一张发票只能用于一条明细' },
  ])
  const two = [{ code: free }, { code: await own.invoice('26110000000000009004', 0, 500_00n) }]
  expect((await ask(own.line({ pay_amount: '600', invoices: two }))).data.errors).toEqual([
    { field: 'cost_execution_details[0].invoices', message: '一条明细只能关联一张发票' },
  ])
  const kept = await own.clerk.put(
    `/cost_executions/${several.data.code}`,
    own.body({ summary: '改了摘要' }, [own.line({ code: stored.code, check_invoice_code: null })]),
  )
  expect(kept).toMatchObject({ code: 0, data: { summary: '改了摘要' } })
  const repeated = await own.clerk.put(
    `/cost_executions/${several.data.code}`,
    own.body({ summary: '又改了摘要' }, [
      own.line({
        code: stored.code,
        invoices: [
          { code: a, amount: '30' },
          { code: b, amount: '5' },
        ],
      }),
    ]),
  )
  expect(repeated).toMatchObject({ code: 0, data: { summary: '又改了摘要' } })
  // What no form shows follows the line's amount.
  const lower = (pay_amount: string, sent: object = {}) =>
    own.clerk.put(
      `/cost_executions/${several.data.code}`,
      own.body({}, [own.line({ code: stored.code, pay_amount, ...sent })]),
    )
  expect(await lower('34', { check_invoice_code: null })).toMatchObject({ code: 0 })
  await turn(true)
  expect(sharesOf(await own.clerk.get(`/cost_executions/${several.data.code}`))).toEqual([
    [
      [a, '30.00'],
      [b, '4.00'],
    ],
  ])
  await turn(false)
  expect(await lower('20')).toMatchObject({ code: 0 })
  await turn(true)
  expect(sharesOf(await own.clerk.get(`/cost_executions/${several.data.code}`))).toEqual([[[a, '20.00']]])
})
