import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAll } from '../../../src/operator/check/check.ts'
import { wrongFields } from '../../books/payments/helpers.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { DECIDER } from '../payment-requests/helpers.ts'
import { type FeeWorld, feeWorld, MONTH, paymentOf } from './helpers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const report = async (world: FeeWorld) => (await world.admin.get('/cost_report')).data.total

/** How a payment is sent to be saved again. */
const bodyOf = (
  payment: Record<string, unknown> & { cost_execution_details: Record<string, unknown>[] },
) => ({
  pay_at: payment.pay_at,
  payer: payment.payer,
  cost_execution_details: payment.cost_execution_details.map((line) => ({
    code: line.code,
    subject_three_code: line.subject_three_code,
    pay_channel: line.pay_channel_code,
    pay_category_id: line.pay_category_id,
    contract_code: (line.contract as { code: string } | null)?.code ?? null,
    pay_amount: line.pay_amount_yuan,
  })),
})

describe('the payment of a fee', () => {
  test('is booked with it, of what is left; what was withheld is committed until it is remitted', async () => {
    const world = await feeWorld(app)
    const payee = await world.person({ name: '刘婉' })
    const fee = await world.add(payee, { amount: '50000', payment: world.payment() })
    const payment = await paymentOf(world, fee.payment?.payment_code ?? '')
    expect(payment).toMatchObject({
      pay_at: '2026-10-21',
      payer: '刘婉',
      payee: { code: payee },
      summary: '刘婉 2026-10 劳务报酬',
      pay_amount_yuan: '40000.00',
    })
    expect(await report(world)).toMatchObject({ spent_yuan: '40000.00', committed_yuan: '10000.00' })
    const pay_at = '2026-11-15'
    const remitted = await world.clerk.post('/labor_tax/remittance/pay', {
      ...{ month: MONTH, amount: '10000', pay_at, payer: '税务局' },
      ...{ pay_channel: '3', pay_category_id: world.category },
    })
    expect(remitted.data).toMatchObject({ pay_amount_yuan: '10000.00', records: 1 })
    expect(await report(world)).toMatchObject({ spent_yuan: '50000.00', committed_yuan: '0.00' })
    // As of a day between the two payments.
    const then = (await world.admin.get('/cost_report', { as_of: '2026-10-31' })).data.total
    expect(then).toMatchObject({ spent_yuan: '40000.00', committed_yuan: '10000.00' })
    expect((await world.admin.get('/cost_report', { as_of: '2026-10-20' })).data.total).toMatchObject({
      spent_yuan: '0.00',
      committed_yuan: '0.00',
    })
    await world.admin.put('/company/features', { items: [{ feature: 'labor_tax', on: false }] })
    expect((await world.admin.get('/cost_report', { as_of: '2026-10-31' })).data.total).toMatchObject({
      committed_yuan: '0.00',
    })
    expect(await world.admin.get('/labor_tax')).toMatchObject({ code: 403, msg: '该功能未启用' })
  })

  test('whose tax is not remitted: moving budget away from its subject warns with the tax', async () => {
    const world = await feeWorld(app)
    const { subject_three_code } = world.payment() as { subject_three_code: string }
    const given = { subject_three_code, unit_price: '50000', quantity: '1' }
    expect(await world.admin.post('/cost_budgets', given)).toMatchObject({ code: 0 })
    await world.add(await world.person(), { amount: '50000', payment: world.payment() })
    await world.admin.post('/budget_versions', { name: '一稿' })
    const warning = async () => {
      const { data } = await world.admin.post('/budget_moves', {
        from_code: subject_three_code,
        to_code: world.subject('24000102'),
        ...{ amount: '1', reason: '群演减少', moved_at: '2026-10-21' },
      })
      return data.warning
    }
    expect(await warning()).toBe('调出科目的预算 49,999.00 元已低于累计发生与合同未付之和 50,000.00 元')
    await world.admin.put('/company/features', { items: [{ feature: 'labor_tax', on: false }] })
    expect(await warning()).toBeNull()
  })

  test('on a contract leaves its tax in the rest of the contract', async () => {
    const world = await feeWorld(app)
    const contract_code = await world.contract('HT-职员', '1')
    await world.add(await world.person(), { amount: '1000', payment: world.payment({ contract_code }) })
    expect(await report(world)).toMatchObject({ spent_yuan: '960.00', committed_yuan: '40.00' })
    const draft = (await world.looker.post('/labor_tax/remittance', { month: MONTH })).data
    expect(draft.cost_execution_details).toEqual([
      expect.objectContaining({ contract_code, contract_out_code: 'HT-职员', pay_amount: '40.00' }),
    ])
  })

  test('on a contract that is settled or paid in full has its tax beside the rest of the contract, until it is remitted', async () => {
    const world = await feeWorld(app)
    const contract_code = await world.contract('HT-职员', '1')
    await world.add(await world.person(), { amount: '1000', payment: world.payment({ contract_code }) })
    const sums = async (query: object = {}) => {
      const { total } = (await world.admin.get('/cost_report', { ...query })).data
      return [total.spent_yuan, total.committed_yuan]
    }
    const settle = async (settled: boolean) => {
      const body = { settled, reason: settled ? '尾款不再支付' : '' }
      expect(await world.admin.put(`/contracts/${contract_code}/settlement`, body)).toMatchObject({ code: 0 })
    }
    await settle(true)
    expect(await sums()).toEqual(['960.00', '40.00'])
    await settle(false)
    expect(await sums()).toEqual(['960.00', '40.00'])
    // Of 40.00 of tax the contract has 10.00, and then nothing.
    const pay = async (pay_amount: string, pay_at: string) => {
      const line = { ...world.payment({ contract_code }), pay_amount }
      const body = { pay_at, payer: '片方', cost_execution_details: [line] }
      expect(await world.clerk.post('/cost_executions', body)).toMatchObject({ code: 0 })
    }
    await pay('30', '2026-10-22')
    expect(await sums()).toEqual(['990.00', '40.00'])
    await pay('10', '2026-10-23')
    expect(await sums()).toEqual(['1000.00', '40.00'])
    expect(await sums({ as_of: '2026-10-21' })).toEqual(['960.00', '40.00'])
    const remitted = await world.clerk.post('/labor_tax/remittance/pay', {
      ...{ month: MONTH, amount: '40', pay_at: '2026-11-15', payer: '税务局' },
      ...{ pay_channel: '3', pay_category_id: world.category },
    })
    expect(remitted).toMatchObject({ code: 0 })
    expect(await sums()).toEqual(['1040.00', '0.00'])
    expect(await sums({ as_of: '2026-11-14' })).toEqual(['1000.00', '40.00'])
  })

  test('keeps its line, and is taken off where the payment is deleted', async () => {
    const world = await feeWorld(app)
    const payee = await world.person()
    const fee = await world.add(payee, { payment: world.payment() })
    const code = fee.payment?.payment_code ?? ''
    expect((await world.clerk.delete(`/labor_tax/${fee.code}`)).msg).toContain(`已登记付款 ${code}`)
    const body = bodyOf(await paymentOf(world, code))
    const [line] = body.cost_execution_details
    const more = { ...body, cost_execution_details: [{ ...line, pay_amount: '1' }] }
    for (const changed of [more, { ...body, cost_execution_details: [{ ...line, code: null }] }])
      expect((await world.clerk.put(`/cost_executions/${code}`, changed)).msg).toContain(
        '该付款的明细已用于劳务个税',
      )
    expect(await world.clerk.put(`/cost_executions/${code}`, { ...body, summary: '尾款' })).toMatchObject({
      code: 0,
    })
    // Another amount needs another payment.
    const wrong = await world.clerk.put(`/labor_tax/${fee.code}`, world.fee(payee, { amount: '4000' }))
    expect(wrongFields(wrong)).toEqual(['payment_code'])
    const free = await world.clerk.put(
      `/labor_tax/${fee.code}`,
      world.fee(payee, { amount: '4000', payment_code: null }),
    )
    expect(free.data).toMatchObject({ payment: null, net_yuan: '3360.00' })
    expect(await world.clerk.delete(`/cost_executions/${code}`)).toMatchObject({ code: 0 })
    const late = await world.pay(payee, '3360.00', { pay_at: '2026-11-01' })
    const refused = await world.clerk.put(
      `/labor_tax/${fee.code}`,
      world.fee(payee, { amount: '4000', payment_code: late.code }),
    )
    expect(wrongFields(refused)).toEqual(['payment_code'])
    expect(refused.msg).toContain('付款日期 2026-11-01 与劳务的付款日期 2026-10-21 不同')
    const other = await world.pay(payee, '3360.00', { pay_at: '2026-10-21' })
    const linked = await world.clerk.put(
      `/labor_tax/${fee.code}`,
      world.fee(payee, { amount: '4000', payment_code: other.code }),
    )
    expect(linked.data.payment).toMatchObject({ payment_code: other.code })
    // Absent, it stays.
    const kept = await world.clerk.put(`/labor_tax/${fee.code}`, world.fee(payee, { amount: '4000' }))
    expect(kept.data.payment).toMatchObject({ payment_code: other.code })
    const second = world.fee(await world.person(), { amount: '4000', payment_code: other.code })
    expect((await world.clerk.post('/labor_tax', second)).msg).toContain('收款人不是该劳务的收款人')
    expect(await world.clerk.delete(`/cost_executions/${other.code}`)).toMatchObject({ code: 0 })
    const after = (await world.clerk.get('/labor_tax', { codes: [fee.code] })).data.items[0]
    expect(after).toMatchObject({ payment: null, can: { delete: true } })
  })

  test('has another amount than the fee where it was changed without the feature, which is no fault of the data', async () => {
    const world = await feeWorld(app)
    const fee = await world.add(await world.person(), { payment: world.payment() })
    const code = fee.payment?.payment_code ?? ''
    const body = bodyOf(await paymentOf(world, code))
    const more = { ...body, cost_execution_details: [{ ...body.cost_execution_details[0], pay_amount: '1' }] }
    const save = () => world.clerk.put(`/cost_executions/${code}`, more)
    const turn = (on: boolean) =>
      world.admin.put('/company/features', { items: [{ feature: 'labor_tax', on }] })
    expect((await save()).msg).toContain('其金额不能修改')
    await turn(false)
    expect(await save()).toMatchObject({ code: 0 })
    await turn(true)
    const [kept] = (await world.clerk.get('/labor_tax', { codes: [fee.code] })).data.items
    expect(kept).toMatchObject({ net_yuan: '2560.00', payment: { payment_code: code } })
    expect((await checkAll(app.services, world.project)).findings).toEqual([])
  })

  test('keeps its day and payee, by which the fee is taxed', async () => {
    const world = await feeWorld(app)
    const [payee, other] = [await world.person(), await world.person()]
    const fee = await world.add(payee, { payment: world.payment() })
    const code = fee.payment?.payment_code ?? ''
    const body = bodyOf(await paymentOf(world, code))
    const save = (changes: object) => world.clerk.put(`/cost_executions/${code}`, { ...body, ...changes })
    for (const pay_at of ['2026-10-22', '2026-11-01'])
      expect(await save({ pay_at })).toMatchObject({
        code: 422,
        msg: expect.stringContaining('劳务报酬已按 2026-10-21 计税，付款日期不能修改'),
      })
    for (const payee_code of [other, null])
      expect(await save({ payee_code })).toMatchObject({
        code: 422,
        msg: expect.stringContaining('收款人不能修改'),
      })
    expect(await save({ payee_code: payee, summary: '尾款' })).toMatchObject({ code: 0 })
    // Nor does the fee leave the day of its payment.
    const moved = await world.clerk.put(`/labor_tax/${fee.code}`, world.fee(payee, { pay_at: '2026-10-22' }))
    expect(wrongFields(moved)).toEqual(['payment_code'])
    // A payment without a payee gets that of the fee, and no other one.
    const bare = await world.pay(null, '2480.00', { pay_at: '2026-10-22' })
    await world.add(payee, { pay_at: '2026-10-22', payment_code: bare.code })
    const named = bodyOf(await paymentOf(world, bare.code))
    const name = (payee_code: string) =>
      world.clerk.put(`/cost_executions/${bare.code}`, { ...named, payee_code })
    expect((await name(other)).msg).toContain('收款人不能修改')
    expect(await name(payee)).toMatchObject({ code: 0 })
  })

  test('of a net fee gets no contract of an actor later', async () => {
    const world = await feeWorld(app)
    const fee = await world.add(await world.person(), { basis: 'net', payment: world.payment() })
    const code = fee.payment?.payment_code ?? ''
    const contract_code = await world.contract('HT-主演', '0')
    const body = bodyOf(await paymentOf(world, code))
    const lines = body.cost_execution_details.map((line) => ({ ...line, contract_code }))
    const msg = '演员合同不得为税后收入合同'
    expect(
      await world.clerk.put(`/cost_executions/${code}`, { ...body, cost_execution_details: lines }),
    ).toMatchObject({ code: 422, msg })
    const together = { records: [{ code }], changes: { contract_code } }
    expect((await world.clerk.put('/cost_executions/batch', together)).msg).toContain(msg)
  })

  test('of a net fee keeps its contract from becoming an actor’s', async () => {
    const world = await feeWorld(app)
    const code = await world.contract('HT-转演员', '1')
    const become = (category: string) =>
      world.clerk.put(`/contracts/${code}`, {
        ...{ out_code: 'HT-转演员', customer: '甲', amount: '900000.00' },
        category,
      })
    const payee = await world.person()
    await world.add(payee, { payment: world.payment({ contract_code: code }) })
    expect(await become('0')).toMatchObject({ code: 0 })
    expect(await become('1')).toMatchObject({ code: 0 })
    await world.add(payee, { basis: 'net', payment: world.payment({ contract_code: code }) })
    const refused = await become('0')
    expect(refused).toMatchObject({ code: 422, msg: '该合同有税后口径的劳务报酬，不能改为演员合同' })
    expect(wrongFields(refused)).toEqual(['category'])
    expect(await become('2')).toMatchObject({ code: 0 })
  })

  test('needs the right to write payments, and what a payment needs', async () => {
    const world = await feeWorld(app)
    const payee = await world.person()
    const writer = (await app.person(world.companyId, { labor_tax: ['read', 'write'] }, [world.project])).on(
      world.project,
    )
    const body = world.fee(payee, { payment: world.payment() })
    expect(await writer.post('/labor_tax', body)).toMatchObject({ code: 403 })
    const wrong = world.payment({ subject_three_code: 'x', pay_category_id: '1', contract_code: 'x' })
    expect(wrongFields(await world.clerk.post('/labor_tax', { ...body, payment: wrong }))).toEqual([
      'payment.contract_code',
    ])
    const other = world.payment({ subject_three_code: 'x', pay_category_id: '1' })
    expect(wrongFields(await world.clerk.post('/labor_tax', { ...body, payment: other }))).toEqual([
      'payment.pay_category_id',
      'payment.subject_three_code',
    ])
    expect((await world.clerk.get('/labor_tax')).data.listTotal).toBe(0)
  })
})

describe('with approval', () => {
  test('a payment that people decide on is asked for first, and linked then', async () => {
    const world = await feeWorld(app)
    const boss = (await app.person(world.companyId, DECIDER, [world.project])).on(world.project)
    const bands = [
      { from: '0', steps: [] },
      { from: '5000', steps: [[boss.code]] },
    ]
    const rules = { on: true, self_approve: true, bands }
    expect(await world.admin.put('/payment_requests/rules', rules)).toMatchObject({ code: 0 })
    const payee = await world.person()
    const fee = world.fee(payee, { amount: '50000', payment: world.payment() })
    expect((await world.clerk.post('/labor_tax', fee)).msg).toBe('该金额需要审批，请提交付款申请')
    expect((await world.add(payee, { payment: world.payment() })).payment).not.toBeNull()
    const asked = await world.admin.post('/payment_requests', {
      ...world.body({ payee_code: payee, pay_at: '2026-10-21' }, [world.line({ pay_amount: '35160.00' })]),
      submit: true,
    })
    const approved = await boss.post(`/payment_requests/${asked.data.code}/approve`, {})
    expect([asked, approved]).toMatchObject([{ code: 0 }, { code: 0 }])
    const linked = await world.add(payee, {
      amount: '44000',
      payment_code: approved.data.payment.code,
    })
    expect(linked).toMatchObject({
      net_yuan: '35160.00',
      payment: { payment_code: approved.data.payment.code },
    })
  })
})
