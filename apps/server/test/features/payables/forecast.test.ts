import { addDays, weekRange } from '@pianzhang/contract/calendar'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshRests } from '../../../src/features/payables/stored-instalments.ts'
import type { TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { done, type PlanWorld, planWorld } from './helpers.ts'

describe('the forecast', () => {
  let app: TestApp
  let world: PlanWorld
  beforeAll(async () => {
    app = await workerApp()
  })
  beforeEach(async () => {
    world = await planWorld(app)
  })
  afterAll(() => app.close())

  const forecast = async (query: object = {}) =>
    done(await world.clerk.get('/payables/forecast', { ...query })).data

  test('counts down by weeks from Monday to the first gap, as the example of the specification', async () => {
    const [monday] = weekRange(world.day(0))
    await world.receive(await world.contract('2000000', { category: 3 }), '1200000')
    const out = await world.contract('5000000')
    const income = await world.contract('2000000', { category: 4 })
    await world.plan(out, [
      { due_at: addDays(monday, -20), amount: '500000' },
      { due_at: addDays(monday, 6), amount: '300000' },
      { due_at: addDays(monday, 7), amount: '900000' },
      { due_at: addDays(monday, 20), amount: '650000' },
      { due_at: addDays(monday, 21), amount: '1000' },
      { kind: 'milestone', due_at: null, amount: '77' },
    ])
    await world.plan(income, [
      { due_at: addDays(monday, 13), amount: '1000000' },
      { kind: 'milestone', due_at: null, amount: '88' },
    ])
    const data = await forecast({ weeks: 3 })
    const week = (start: number, into: string, pay: string, balance: string) => ({
      start_at: addDays(monday, start),
      end_at: addDays(monday, start + 6),
      in_yuan: into,
      out_yuan: pay,
      balance_yuan: balance,
    })
    const gap = week(14, '0.00', '650000.00', '-150000.00')
    expect(data).toMatchObject({
      balance_yuan: '1200000.00',
      items: [
        week(0, '0.00', '800000.00', '400000.00'),
        week(7, '1000000.00', '900000.00', '500000.00'),
        gap,
      ],
      gap,
      lowest_yuan: '-150000.00',
      overdue_in_yuan: '0.00',
      later_in_yuan: '0.00',
      later_out_yuan: '1000.00',
      waiting_in_yuan: '88.00',
      waiting_out_yuan: '77.00',
    })
    expect(BigInt(data.overdue_out_yuan.replace('.', ''))).toBeGreaterThanOrEqual(50_000_000n)
    expect((await forecast({ weeks: 1 })).gap).toBe(null)
    expect((await forecast()).items).toHaveLength(12)
    for (const weeks of [0, 105, 1.5, 'x'])
      expect((await world.clerk.get('/payables/forecast', { weeks })).data.errors).toEqual([
        { field: 'weeks', message: '周数须为1至104的整数' },
      ])
  })

  test('asks for what is missing at the end of a week, not for what comes in until then', async () => {
    const [monday] = weekRange(world.day(0))
    const paid = await world.contract('900000')
    await world.pay(world.line('900000', { contract_code: paid }))
    const income = await world.contract('2000000', { category: 4 })
    await world.plan(income, [{ due_at: addDays(monday, 6), amount: '800000' }])
    const first = { in_yuan: '800000.00', balance_yuan: '-100000.00' }
    expect(await forecast({ weeks: 2 })).toMatchObject({
      balance_yuan: '-900000.00',
      gap: { start_at: monday, ...first },
      lowest_yuan: '-100000.00',
    })
    await world.plan(await world.contract('50000'), [{ due_at: addDays(monday, 7), amount: '50000' }])
    expect(await forecast({ weeks: 2 })).toMatchObject({ gap: first, lowest_yuan: '-150000.00' })
    await world.receive(income, '900000')
    await world.plan(income, [{ due_at: addDays(monday, 6), amount: '1800000' }])
    // The 900,000.00 fill the plan first, so as much comes in this week.
    expect(await forecast({ weeks: 2 })).toMatchObject({
      balance_yuan: '0.00',
      gap: null,
      lowest_yuan: '850000.00',
    })
  })

  test('counts overdue receivables as money of the first week only where they are asked for', async () => {
    const [monday] = weekRange(world.day(0))
    await world.plan(await world.contract('5000', { category: 4 }), [
      { due_at: addDays(monday, -1), amount: '3000' },
      { due_at: addDays(monday, 6), amount: '2000' },
    ])
    const apart = { overdue_in_yuan: '3000.00', balance_yuan: '0.00' }
    const first = (in_yuan: string) => ({ ...apart, items: [{ in_yuan, balance_yuan: in_yuan }] })
    expect(await forecast({ weeks: 1 })).toMatchObject(first('2000.00'))
    expect(await forecast({ weeks: 1, overdue_in: '1' })).toMatchObject(first('5000.00'))
    expect((await world.clerk.get('/payables/forecast', { overdue_in: 'x' })).data.errors).toEqual([
      { field: 'overdue_in', message: '须为 0 或 1' },
    ])
  })

  test('starts from what the overview says; a write-off moves no cash, and reverting it neither', async () => {
    const income = await world.contract('1000', { category: 3 })
    await world.receive(income, '900')
    const contract = await world.contract('1000')
    const [code] = await world.plan(contract, [{ amount: '300' }])
    await world.pay(world.line('120.50', { contract_code: contract, instalment_code: code }))
    done(await world.clerk.put('/imprests/amount', { amount: '200' }))
    const picture = 'voucher-of-forecast'
    await app.services.db
      .insertInto('attachments')
      .values({
        project_id: world.projectId,
        code: picture,
        creator_id: world.admin.userId,
        created_at: new Date(),
        file_name: '凭证.png',
        file_size: 10n,
        kind: 'png',
        storage_key: picture,
        has_thumb: true,
        token_id: picture,
      })
      .execute()
    const cash = done(
      await world.clerk.post('/imprests', {
        pay_at: world.day(0),
        payer: '某某',
        subject_three_code: world.subject,
        pay_channel: '1',
        pay_amount: '55.55',
        contract_code: contract,
        voucher_category: '1',
        face_tax_rate: '6%',
        voucher_attachment_codes: [picture],
      }),
    ).data.code
    const agrees = async () => {
      const { data: overview } = await world.clerk.get('/projects/dashboard/amount')
      const data = await forecast()
      const fen = (text: string) => BigInt(text.replace('.', ''))
      expect(data.received_yuan).toBe(overview.investment_execution_total_amount)
      expect(data.imprest_yuan).toBe(overview.imprest_total_amount)
      expect(fen(data.balance_yuan)).toBe(
        fen(data.received_yuan) - fen(data.paid_yuan) - fen(data.imprest_yuan),
      )
      // Of the instalment of 300 the petty cash on its contract is paid, written off or not.
      expect(data.items.at(-1).balance_yuan).toBe('455.55')
      return [data.balance_yuan, data.paid_yuan, overview.cost_execution_total_amount]
    }
    expect(await agrees()).toEqual(['579.50', '120.50', '120.50'])
    const off = done(await world.clerk.post('/imprests/write_offs', {})).data
    expect(off.succeeded_quantity).toBe(1)
    expect(await agrees()).toEqual(['579.50', '120.50', '176.05'])
    // On its contract the posted payment counts, and fills the plan.
    expect(await world.paid(contract)).toEqual([['176.05', '123.95', '部分支付']])
    const { data: posted } = await world.clerk.get(`/imprests/${cash}`)
    expect(
      (await world.clerk.get(`/cost_executions/${posted.cost_execution_code}`)).data.cost_execution_details[0]
        .instalment,
    ).toBe(null)
    done(await world.clerk.delete(`/cost_executions/${posted.cost_execution_code}`))
    expect(await agrees()).toEqual(['579.50', '120.50', '120.50'])
    expect(await world.paid(contract)).toEqual([['120.50', '179.50', '部分支付']])
  })

  test('has a payment that is saved while it is read either in the balance and in the week, or in neither', async () => {
    const contract = await world.contract('100')
    const [code] = await world.plan(contract, [{ amount: '100' }])
    await refreshRests(app.services.db, world.projectId)
    // Nothing has changed since the refresh. The statement with the sums waits for its table.
    const holder = await hold(app.databaseUrl, 'lock table instalment_days in access exclusive mode')
    const reading = forecast({ weeks: 2 })
    await untilWaiting(app.databaseUrl)
    await world.pay(world.line('40', { contract_code: contract, instalment_code: code }))
    await holder.release()
    expect((await reading).items.at(-1).balance_yuan).toBe('-100.00')
    expect((await forecast({ weeks: 2 })).items.at(-1).balance_yuan).toBe('-100.00')
  })
})
