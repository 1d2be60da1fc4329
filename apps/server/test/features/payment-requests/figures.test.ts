import { addDays, today } from '@pianzhang/contract/calendar'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, type Asked, approvalWorld, seen } from './helpers.ts'

const ONE = '24000101'
const TWO = '24000102'

// Budgets of 10,000 and 3,000. Everything is decided by the chief.
describe('the figures of subjects on a request', () => {
  let app: TestApp
  let world: ApprovalWorld
  beforeAll(async () => {
    app = await workerApp()
  })
  beforeEach(async () => {
    world = await approvalWorld(app)
    const bands = [{ from: '0', steps: [[world.chief.code]] }]
    done(await world.setRules(world.rules({ version: 1, bands })))
    for (const [number, unit_price] of [
      [ONE, '10000'],
      [TWO, '3000'],
    ] as const)
      done(
        await world.admin.post('/cost_budgets', {
          ...{ subject_three_code: world.subject(number), unit_price, quantity: '1' },
        }),
      )
  })
  afterAll(() => app.close())

  const day = (days: number) => addDays(today(app.services.clock()), days)
  const line = (number: string, pay_amount: string, contract_code: string | null = null) =>
    world.line({ subject_three_code: world.subject(number), pay_amount, contract_code })
  const ask = async (lines: Record<string, unknown>[], changes: Record<string, unknown> = {}) =>
    done(
      await world.asker.post('/payment_requests', {
        ...world.body({ pay_at: day(0), ...changes }, lines),
        submit: true,
      }),
    ).data as Asked
  const approve = async (asked: Asked) => done(await world.approve(world.chief, asked))
  const contract = async (out_code: string, amount: string, shares: Record<string, string> = {}) => {
    const body = { out_code, customer: '某某公司', category: 2, amount }
    const { code } = done(await world.admin.post('/contracts', body)).data
    const items = Object.entries(shares).map(([number, share]) => ({
      subject_code: world.subject(number),
      amount: share,
    }))
    if (items.length > 0) done(await world.admin.put(`/contracts/${code}/allocations`, { items }))
    return code as string
  }
  /** `spent → after` and `committed → after` of each subject, and by how much the budget is exceeded. */
  const look = async (asked: Asked) => {
    const { subjects, warnings } = await seen(world.chief, asked)
    return {
      figures: Object.fromEntries(
        subjects.map((one: Record<string, string>) => [
          one.out_code,
          [
            [one.spent_yuan, one.spent_after_yuan],
            [one.committed_yuan, one.committed_after_yuan],
          ],
        ]),
      ),
      over: warnings.flatMap(({ kind, text }: Record<string, string>) =>
        kind === 'over_budget' ? text : [],
      ),
    }
  }
  /** Number and name of subjects. */
  const nameOf = async () => {
    const rows = await app.services.db
      .selectFrom('subjects')
      .select(['out_code', 'name'])
      .where('project_id', '=', world.projectId)
      .execute()
    const names = new Map(rows.map(({ out_code, name }) => [out_code, name]))
    return (number: string) => `${number} ${names.get(number)}`
  }
  /** Cost to date and commitments of a subject in the cost report of today. */
  const reported = async (number: string) => {
    const { items } = done(await world.admin.get('/cost_report', { whole: '1' })).data
    const found = items.find((one: { out_code: string }) => one.out_code === number)
    return [found.spent_yuan, found.committed_yuan]
  }
  const after = async (asked: Asked, number: string) =>
    (await look(asked)).figures[number]?.map(([, then]: string[]) => then)

  test('what is paid on an allocated contract is no longer committed, and the report has the same once it is booked', async () => {
    const code = await contract('TZ-1', '8000', { [ONE]: '6000', [TWO]: '2000' })
    const asked = await ask([line(ONE, '5000', code), line(TWO, '500', code), line(TWO, '100')])
    expect(await look(asked)).toEqual({
      figures: {
        [ONE]: [
          ['0.00', '5000.00'],
          ['6000.00', '1000.00'],
        ],
        [TWO]: [
          ['0.00', '600.00'],
          ['2000.00', '1500.00'],
        ],
      },
      over: [],
    })
    const expected = [await after(asked, ONE), await after(asked, TWO)]
    await approve(asked)
    expect([await reported(ONE), await reported(TWO)]).toEqual(expected)
    expect((await seen(world.chief, asked)).subjects).toEqual([])
  })

  test('a payment on a supplement counts for the contract and its allocations', async () => {
    const main = await contract('TZ-2', '5000', { [ONE]: '5000' })
    const supplement = await contract('TZ-2补', '1000', { [ONE]: '1000' })
    done(await world.admin.post(`/contracts/${main}/binding`, { supplement_contract_code: supplement }))
    const asked = await ask([line(ONE, '5200', supplement)])
    expect((await look(asked)).figures).toEqual({
      [ONE]: [
        ['0.00', '5200.00'],
        ['6000.00', '800.00'],
      ],
    })
    expect((await seen(world.chief, asked)).contracts).toMatchObject([
      { code: main, amount_yuan: '6000.00', paid_yuan: '0.00', now_yuan: '5200.00' },
    ])
    const expected = await after(asked, ONE)
    await approve(asked)
    expect(await reported(ONE)).toEqual(expected)
  })

  test('the warning names the subjects that are over, of what is paid and still committed, and what was over before', async () => {
    const names = await nameOf()
    const code = await contract('TZ-3', '4000', { [ONE]: '4000' })
    const over = async (...lines: Record<string, unknown>[]) => (await look(await ask(lines))).over
    expect(await over(line(ONE, '6000'))).toEqual([])
    expect(await over(line(ONE, '6000.01'))).toEqual([`付款后超预算：${names(ONE)} 0.01 元`])
    // Of this only what exceeds the contract is added.
    expect(await over(line(ONE, '10000', code))).toEqual([])
    expect(await over(line(ONE, '11000.50', code))).toEqual([`付款后超预算：${names(ONE)} 1,000.50 元`])
    expect(await over(line(ONE, '6700'), line(TWO, '4200'))).toEqual([
      `付款后超预算：${names(TWO)} 1,200.00 元、${names(ONE)} 700.00 元`,
    ])
    expect(await over(line(TWO, '4200'), line(TWO, '-1200'), line(ONE, '5000'))).toEqual([])
    // A contract takes a subject over; what is paid on it adds nothing.
    const large = await contract('TZ-5', '7000', { [TWO]: '7000' })
    expect(await over(line(TWO, '7000', large))).toEqual([`付款前已超出：${names(TWO)} 4,000.00 元`])
    expect(await over(line(TWO, '7000', large), line(ONE, '6001'))).toEqual([
      `付款后超预算：${names(ONE)} 1.00 元；付款前已超出：${names(TWO)} 4,000.00 元`,
    ])
    expect(await over(line(TWO, '7100', large))).toEqual([
      `付款后超预算：${names(TWO)} 4,100.00 元（付款前已超出 4,000.00 元）`,
    ])
  })

  test('payments of days to come are left out, as in the report, and not those of the warning, nor the request itself', async () => {
    const names = await nameOf()
    const code = await contract('TZ-4', '2000', { [ONE]: '2000' })
    await approve(await ask([line(ONE, '3000')]))
    await approve(await ask([line(ONE, '4000'), line(ONE, '500', code)], { pay_at: day(1) }))
    const asked = await ask([line(ONE, '1500', code), line(ONE, '4000')], { pay_at: day(30) })
    expect(await look(asked)).toEqual({
      figures: {
        [ONE]: [
          ['3000.00', '8500.00'],
          ['2000.00', '500.00'],
        ],
      },
      over: [`付款后超预算：${names(ONE)} 3,000.00 元`],
    })
    expect(await reported(ONE)).toEqual(['3000.00', '2000.00'])
    // Without the report nothing is committed, and what is left counts all, as in the forms.
    const features = async (on: boolean) =>
      done(await world.admin.put('/company/features', { items: [{ feature: 'cost_report', on }] }))
    await features(false)
    expect((await look(asked)).figures).toEqual({
      [ONE]: [
        ['7500.00', '13000.00'],
        ['0.00', '0.00'],
      ],
    })
    await features(true)
  })
})
