import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done } from '../features/payables/helpers.ts'
import { approvalWorld } from '../features/payment-requests/helpers.ts'
import type { TestApp } from '../harness/harness.ts'
import { paymentTypeId } from '../harness/ledger.ts'
import { workerApp } from '../harness/worker-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

test('what each feature keeps in records is there when it comes back, though they were edited meanwhile', async () => {
  const world = await approvalWorld(app)
  const admin = world.admin.on(world.project)
  const features = async (on: boolean) =>
    done(await admin.put('/company/features', { items: FEATURE_NAMES.map((feature) => ({ feature, on })) }))
  const payee = (await world.addPayee({ kind: '0', id_type: '1', id_number: '110105199003070010' })).code
  const subject_code = world.subject('24000101')
  const contract = await world.contract('关-1')
  const at = `/contracts/${contract}`
  const contractBody = { out_code: '关-1', customer: '某某公司', category: '2', amount: '1000' }
  done(await admin.put(at, { ...contractBody, payee_code: payee }))
  done(await admin.put(`${at}/allocations`, { items: [{ subject_code, amount: '10' }] }))
  const instalments = [{ title: '定金', kind: 'milestone', amount: '100' }]
  const plan = done(await admin.put(`${at}/instalments`, { items: instalments })).data
  done(await admin.put(`/cost_report/estimates/${subject_code}`, { mode: 'etc', amount: '50', version: 0 }))
  const invoices = [
    { code: await world.invoice('26110000000000000041', 0, 30_00n) },
    { code: await world.invoice('26110000000000000042', 0, 500_00n), amount: '5' },
  ]
  const line = world.line({
    pay_amount: '35',
    contract_code: contract,
    instalment_code: plan.items[0].code,
    invoices,
  })
  const payment = done(await admin.post('/cost_executions', world.body({ payee_code: payee }, [line]))).data
  done(await admin.put('/labor_tax/setting', { vat: 'invoice', surcharge: '3.5' }))
  const type = `/pay_categories/${await paymentTypeId(admin, '定金')}`
  done(await admin.put(type, { name: '定金', needs_invoice: false }))
  const asked = await world.ask('6000')
  const days = { start_at: '2020-01-01', end_at: '2099-01-01' }
  done(await world.chief.put('/payment_requests/deputy', { deputy_code: world.producer.code, ...days }))

  const kept = async () => {
    const [line] = (await admin.get(`/cost_executions/${payment.code}`)).data.cost_execution_details
    const { data: types } = await admin.get('/pay_categories', { per_page: 1000 })
    const report = (await admin.get('/cost_report', { whole: '1' })).data.items
    return {
      payees: [
        (await admin.get(`/cost_executions/${payment.code}`)).data.payee.code,
        (await admin.get(at)).data.payee.code,
      ],
      line: [line.instalment.code, line.invoices.map((one: { code: string }) => one.code)],
      contract: [(await admin.get(at)).data.allocations, (await admin.get(`${at}/instalments`)).data.items],
      estimate: report.find((one: { code: string }) => one.code === subject_code)?.etc_yuan,
      setting: (await admin.get('/labor_tax/setting')).data,
      type: types.items.find((one: { name: string }) => one.name === '定金').needs_invoice,
      request: (await admin.get(`/payment_requests/${asked.code}`)).data,
      rules: (await admin.get('/payment_requests/rules')).data,
      notices: (await world.chief.get('/notifications')).data,
    }
  }
  const before = await kept()
  expect(before.line).toHaveLength(2)
  await features(false)
  // As the page of a company without features sends them: none of their fields.
  const [{ code }] = (await admin.get(`/cost_executions/${payment.code}`)).data.cost_execution_details
  const edited = world.line({ code, pay_amount: '35', contract_code: contract, check_invoice_code: null })
  done(await admin.put(`/cost_executions/${payment.code}`, world.body({ summary: '改了摘要' }, [edited])))
  done(await admin.put(at, { ...contractBody, remark: '改了备注' }))
  done(await admin.put(type, { name: '定金' }))
  await features(true)
  expect(await kept()).toEqual(before)
  expect((await admin.get(`/cost_executions/${payment.code}`)).data.summary).toBe('改了摘要')
})
