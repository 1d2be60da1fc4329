import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payeeWorld } from '../../base/payees/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await workerApp()
})
afterAll(() => test.close())

describe('duplicates', () => {
  it('are payments of the same payee and total within seven days, without the edited one', async () => {
    const own = await payeeWorld(test)
    const [a, b] = [await own.addPayee(), await own.addPayee()]
    const first = await own.pay(a.code, '88.00', { pay_at: '2026-11-01' })
    const ask = async (query: Record<string, string>) =>
      (await own.clerk.get('/cost_executions/duplicates', query)).data.items.map(
        (one: { code: string }) => one.code,
      )
    const query = { payee_code: a.code, amount: '88.00', pay_at: '2026-11-08' }
    expect(await ask(query)).toEqual([first.code])
    expect(await ask({ ...query, pay_at: '2026-10-25' })).toEqual([first.code])
    expect(await ask({ ...query, pay_at: '2026-11-09' })).toEqual([])
    expect(await ask({ ...query, amount: '88.01' })).toEqual([])
    expect(await ask({ ...query, payee_code: b.code })).toEqual([])
    expect(await ask({ ...query, code: first.code })).toEqual([])
    expect(await ask({ payee_code: a.code })).toEqual([])
    await own.clerk.post('/payees/merge', { into: b.code, codes: [a.code] })
    expect(await ask(query)).toEqual([first.code])
    expect((await own.clerk.get('/cost_executions/duplicates', { pay_at: 'x' })).status).toBe(422)
  })

  it('are marked in the list of payments, also where the other one is on another page or not listed', async () => {
    const own = await payeeWorld(test)
    const [a, b] = [await own.addPayee(), await own.addPayee()]
    const pay = async (payee: string | null, amount: string, pay_at: string) =>
      (await own.pay(payee, amount, { pay_at })).code
    const first = await pay(a.code, '88.00', '2026-11-01')
    const second = await pay(a.code, '88.00', '2026-11-08')
    await pay(a.code, '88.00', '2026-11-16')
    await pay(a.code, '88.01', '2026-11-08')
    await pay(b.code, '88.00', '2026-11-08')
    for (const _ of [1, 2]) await pay(null, '88.00', '2026-11-08')
    type Row = { code: string; repeated?: boolean }
    const rows = async (query: object = {}): Promise<Row[]> =>
      (await own.clerk.get('/cost_executions', { ...query })).data.items
    const marked = async (query?: object) =>
      (await rows(query)).filter(({ repeated }) => repeated).map(({ code }) => code)
    expect(await marked()).toEqual([second, first])
    expect((await rows()).map(({ repeated }) => typeof repeated)).toEqual(Array(7).fill('boolean'))
    expect(await marked({ end_pay_at: '2026-11-01' })).toEqual([first])
    expect(await marked({ pay_at_order: 'asc', per_page: 1, page: 1 })).toEqual([first])
    await own.clerk.delete(`/cost_executions/${first}`)
    expect(await marked()).toEqual([])
    const features = (on: boolean) =>
      own.admin.put('/company/features', { items: [{ feature: 'payee', on }] })
    await features(false)
    expect(await marked()).toEqual([])
    await features(true)
  })
})
