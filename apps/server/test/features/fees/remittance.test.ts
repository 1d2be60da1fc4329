import { today } from '@pianzhang/contract/calendar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshRests } from '../../../src/features/payables/stored-instalments.ts'
import { wrongFields } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type FeeWorld, feeWorld, MONTH, paymentOf } from './helpers.ts'

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

const october = async (world: FeeWorld) =>
  (await world.looker.get('/labor_tax/months')).data.items.find(
    ({ month }: { month: string }) => month === MONTH,
  )

describe('a remittance', () => {
  test('has a line for each subject and contract, books cost up to gross, and locks the month', async () => {
    const world = await feeWorld(app)
    const other = world.subject('24000102')
    const contract_code = await world.contract('HT-摄影', '1')
    const [a, b] = [await world.person(), await world.person()]
    await world.add(a, { amount: '4000', payment: world.payment() })
    await world.add(b, { amount: '4000', payment: world.payment() })
    await world.add(b, { amount: '4000', payment: world.payment({ contract_code }) })
    await world.add(a, {
      kind: 'script',
      amount: '4000',
      payment: world.payment({ subject_three_code: other }),
    })
    const unpaid = await world.add(await world.person(), { amount: '4000' })
    expect(await october(world)).toMatchObject({
      ...{ count: 5, gross_yuan: '20000.00', withheld_yuan: '3200.00', remitted_yuan: '0.00' },
      ...{ due_yuan: '3200.00', due_at: '2026-11-15', payments: [] },
    })
    const draft = (await world.clerk.post('/labor_tax/remittance', { month: MONTH })).data
    expect(draft).toMatchObject({
      ...{ pay_amount_yuan: '3200.00', payer: '税务局', due_at: '2026-11-15', ended: true },
    })
    expect(
      draft.cost_execution_details.map((line: Record<string, unknown>) => [
        line.subject_three_code,
        line.contract_out_code,
        line.pay_amount,
        line.count,
      ]),
    ).toEqual([
      [world.subject('24000101'), '', '1280.00', 2],
      [world.subject('24000101'), 'HT-摄影', '640.00', 1],
      [other, '', '640.00', 1],
      [null, '', '640.00', 1],
    ])
    const body = {
      ...{ month: MONTH, amount: '3200', pay_at: '2026-11-12', payer: '税务局' },
      ...{ pay_channel: '3', pay_category_id: draft.cost_execution_details[0].pay_category_id },
    }
    expect(
      wrongFields(await world.clerk.post('/labor_tax/remittance/pay', { month: MONTH, amount: '1' })),
    ).toEqual(['pay_at', 'pay_category_id', 'pay_channel', 'payer'])
    expect(await world.clerk.post('/labor_tax/remittance/pay', { ...body, amount: '1' })).toMatchObject({
      code: 409,
      msg: '2026-10 的待缴税款已变为 3,200.00 元，请刷新后重试',
    })
    expect(wrongFields(await world.clerk.post('/labor_tax/remittance/pay', body))).toEqual([
      'subject_three_code',
    ])
    const before = { ...body, subject_three_code: other, pay_at: '2026-09-30' }
    const early = await world.clerk.post('/labor_tax/remittance/pay', before)
    expect(early.msg).toBe('缴税付款的日期 2026-09-30 早于税款所属的 2026-10')
    expect(wrongFields(early)).toEqual(['pay_at'])
    const done = await world.clerk.post('/labor_tax/remittance/pay', { ...body, subject_three_code: other })
    expect(done.data).toMatchObject({ pay_amount_yuan: '3200.00', records: 5 })
    const { payment_code } = done.data
    expect(await october(world)).toMatchObject({ due_yuan: '0.00', payments: [payment_code] })
    expect((await paymentOf(world, payment_code)).cost_execution_details).toHaveLength(4)
    // Nothing of the month is added, changed or deleted; the way is named.
    const refusals = [
      await world.clerk.post('/labor_tax', world.fee(a)),
      await world.clerk.put(`/labor_tax/${unpaid.code}`, world.fee(a)),
      await world.clerk.delete(`/labor_tax/${unpaid.code}`),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 422, msg: expect.stringContaining('更正申报') })
    expect(refusals[0]?.msg).toContain(`2026-10 的税款已缴纳（付款 ${payment_code}）`)
    expect(await world.clerk.post('/labor_tax/remittance/pay', body)).toMatchObject({ code: 422 })
    // The way.
    expect(await world.clerk.delete(`/cost_executions/${payment_code}`)).toMatchObject({ code: 0 })
    expect(await october(world)).toMatchObject({ due_yuan: '3200.00', payments: [] })
    expect(await world.clerk.delete(`/labor_tax/${unpaid.code}`)).toMatchObject({ code: 0 })
  })

  test('may be a saved payment with these lines, such as one that was approved', async () => {
    const world = await feeWorld(app)
    await world.add(await world.person(), { amount: '4000', payment: world.payment() })
    const save = async (amount: string) =>
      (
        await world.clerk.post(
          '/cost_executions',
          world.body({ payer: '税务局' }, [world.line({ pay_amount: amount })]),
        )
      ).data.code
    const remit = (payment_code: string) =>
      world.clerk.post('/labor_tax/remittance/pay', { month: MONTH, amount: '640', payment_code })
    const wrong = await remit(await save('639.99'))
    expect(wrongFields(wrong)).toEqual(['payment_code'])
    expect(wrong.msg).toContain('没有对应的明细')
    expect(wrongFields(await remit('FK202610010001'))).toEqual(['payment_code'])
    const early = await world.clerk.post(
      '/cost_executions',
      world.body({ payer: '税务局', pay_at: '2026-09-30' }, [world.line({ pay_amount: '640.00' })]),
    )
    expect((await remit(early.data.code)).msg).toBe('缴税付款的日期 2026-09-30 早于税款所属的 2026-10')
    const right = await save('640.00')
    expect((await remit(right)).data).toMatchObject({ payment_code: right, records: 1 })
    // Nor is it dated before the month later.
    const { cost_execution_details: lines } = await paymentOf(world, right)
    const dated = (pay_at: string) =>
      world.clerk.put(`/cost_executions/${right}`, {
        ...world.body({ payer: '税务局', pay_at }, [
          world.line({ code: lines[0].code, pay_amount: '640.00' }),
        ]),
      })
    expect(await dated('2026-09-30')).toMatchObject({
      code: 422,
      msg: '缴税付款的日期 2026-09-30 早于税款所属的 2026-10',
    })
    expect(await dated('2026-11-21')).toMatchObject({ code: 0 })
    // What remits tax pays no fee.
    const other = world.fee(await world.person(), {
      amount: '640',
      pay_at: '2026-11-21',
      payment_code: right,
    })
    await world.choose('invoice')
    expect((await world.clerk.post('/labor_tax', other)).msg).toBe(
      `付款 ${right} 的该笔明细已关联其他劳务记录或缴税`,
    )
    const stranger = await feeWorld(app)
    await stranger.add(await stranger.person(), { amount: '4000', payment: stranger.payment() })
    const foreign = await stranger.clerk.post('/labor_tax/remittance/pay', {
      ...{ month: MONTH, amount: '640', pay_at: '2026-11-12', payer: '税务局', pay_channel: '3' },
      pay_category_id: world.category,
    })
    expect(wrongFields(foreign)).toEqual(['pay_category_id'])
  })

  test('is in the forecast until it is booked, in the week of the 15th', async () => {
    const world = await feeWorld(app)
    await world.choose('invoice')
    await world.add(await world.person(), { pay_at: today(app.services.clock()), amount: '4000' })
    const { items } = (await world.admin.get('/payables/forecast')).data
    const month = today(app.services.clock()).slice(0, 7)
    const due = (await world.looker.get('/labor_tax/months')).data.items[0]
    expect(due).toMatchObject({ month, due_yuan: '640.00' })
    const week = items.find(
      (one: { start_at: string; end_at: string }) => one.start_at <= due.due_at && due.due_at <= one.end_at,
    )
    expect(week.out_yuan).toBe('640.00')
  })

  test('leaves once in the forecast, though the plan of its contract holds it too', async () => {
    const world = await feeWorld(app)
    await world.choose('invoice')
    const pay_at = today(app.services.clock())
    const paidOn = async (amount: string, plan: readonly object[]) => {
      const body = { out_code: `HT-${amount}`, customer: '某某', category: '1', amount }
      const { code } = (await world.clerk.post('/contracts', body)).data
      const items = plan.map((item) => ({ title: '定金', kind: 'date', due_at: pay_at, ...item }))
      expect(await world.admin.put(`/contracts/${code}/instalments`, { items })).toMatchObject({ code: 0 })
      await world.add(await world.person(), {
        pay_at,
        amount: '50000',
        payment: world.payment({ contract_code: code }),
      })
    }
    const forecast = async () => {
      const { data } = await world.admin.get('/payables/forecast')
      const outs = data.items.flatMap(({ out_yuan }: { out_yuan: string }, week: number) =>
        out_yuan === '0.00' ? [] : [[week === 0 ? 'this week' : 'later', out_yuan]],
      )
      return [data.balance_yuan, outs, data.waiting_out_yuan]
    }
    // Of each 50,000.00 a tax of 10,000.00 is withheld. The plan holds just that.
    await paidOn('50000', [{ amount: '50000' }])
    expect(await forecast()).toEqual(['-40000.00', [['later', '10000.00']], '0.00'])
    // The same from what is kept.
    await refreshRests(app.services.db, world.projectId)
    expect(await forecast()).toEqual(['-40000.00', [['later', '10000.00']], '0.00'])
    const list = await world.admin.get('/payables')
    expect(list.data.total_yuan).toBe('10000.00')
    // The plan holds 2,000.00 of the tax.
    await paidOn('50001', [{ amount: '42000' }])
    expect(await forecast()).toEqual(['-80000.00', [['later', '20000.00']], '0.00'])
    // No plan.
    await paidOn('50002', [])
    expect(await forecast()).toEqual(['-120000.00', [['later', '30000.00']], '0.00'])
    // 8,000.00 are left that are due, and a milestone, of which the tax fills 2,000.00.
    await paidOn('60000', [
      { title: '尾款', kind: 'milestone', due_at: null, amount: '12000' },
      { amount: '48000' },
    ])
    expect(await forecast()).toEqual(['-160000.00', [['later', '40000.00']], '10000.00'])
    // More is left than the tax.
    await paidOn('65000', [{ amount: '65000' }])
    const before = [
      '-200000.00',
      [
        ['this week', '15000.00'],
        ['later', '50000.00'],
      ],
      '10000.00',
    ]
    expect(await forecast()).toEqual(before)
    // The month has not ended: who remits it says that this is known.
    const month = pay_at.slice(0, 7)
    expect((await world.clerk.post('/labor_tax/remittance', { month })).data.ended).toBe(false)
    const body = {
      ...{ month, amount: '50000', pay_at, payer: '税务局' },
      ...{ pay_channel: '3', pay_category_id: world.category },
    }
    const refused = await world.clerk.post('/labor_tax/remittance/pay', body)
    expect(wrongFields(refused)).toEqual(['early'])
    expect(refused.msg).toContain('尚未结束，缴税后当月不能再登记劳务')
    const remitted = await world.clerk.post('/labor_tax/remittance/pay', { ...body, early: true })
    expect(remitted).toMatchObject({ code: 0 })
    expect(await forecast()).toEqual(['-250000.00', [['this week', '15000.00']], '10000.00'])
  })

  test('of nothing is refused', async () => {
    const world = await feeWorld(app)
    await world.add(await world.person(), { amount: '800' })
    expect(await world.looker.post('/labor_tax/remittance', { month: MONTH })).toMatchObject({
      code: 422,
      msg: '2026-10 没有待缴的税款',
    })
    expect(wrongFields(await world.looker.post('/labor_tax/remittance', { month: '2026-13' }))).toEqual([
      'month',
    ])
  })
})
