import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { payeeWorld } from './helpers.ts'

let test: TestApp
beforeAll(async () => {
  test = await workerApp()
})
afterAll(() => test.close())

describe('usage', () => {
  it('adds up payments by year over the projects that one may enter, and hides what one may not read', async () => {
    const own = await payeeWorld(test)
    const { code } = await own.addPayee()
    await own.pay(code, '100.00', { pay_at: '2026-01-05' })
    await own.pay(code, '-20.50', { pay_at: '2026-12-31' })
    await own.pay(code, '7.00', { pay_at: '2025-12-31' })
    const usage = (await own.clerk.get(`/payees/${code}/usage`, { year: '2026' })).data
    expect(usage).toMatchObject({
      year: 2026,
      payments: { count: 2, total_yuan: '79.50' },
      contracts: { count: 0, items: [] },
      years: [
        { year: 2026, count: 2, total_yuan: '79.50' },
        { year: 2025, count: 1, total_yuan: '7.00' },
      ],
    })
    const outsider = await test.person(own.companyId, { payee: ['read'], cost_execution: ['read'] }, [])
    expect((await outsider.get(`/payees/${code}/usage`, { year: '2026' })).data).toMatchObject({
      payments: { count: 0, total_yuan: '0.00', items: [] },
      contracts: null,
    })
    const blind = await test.person(own.companyId, { payee: ['read'] }, [own.project])
    expect((await blind.get(`/payees/${code}/usage`)).data).toMatchObject({
      payments: null,
      contracts: null,
      years: [],
    })
    expect((await own.clerk.get(`/payees/${code}/usage`, { year: 'x' })).status).toBe(422)
  })
})
