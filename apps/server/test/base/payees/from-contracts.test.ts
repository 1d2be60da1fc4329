import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { payeeWorld } from './helpers.ts'

let test: TestApp
beforeAll(async () => {
  test = await workerApp()
})
afterAll(() => test.close())

describe('from contracts', () => {
  it('makes a payee of each party and account, uses existing ones, and links the contracts', async () => {
    const own = await payeeWorld(test)
    const contract = (out_code: string, changes: Record<string, unknown>) =>
      own.clerk.post('/contracts', { out_code, category: '2', amount: '1.00', ...changes })
    const existing = await own.addPayee({ name: '已有公司', account: '11112222' })
    await contract('A1', { customer: '已有公司', income_bankcard_account: '11112222' })
    await contract('A2', {
      customer: '新公司',
      income_bankcard_account: '33334444',
      income_bank_name: '某银行',
    })
    await contract('A3', { customer: '新公司' })
    await contract('A4', { customer: '张三', id_number: '11010519491231002X', category: '0' })
    await contract('A5', { customer: '两号公司', income_bankcard_account: '55556666' })
    await contract('A6', { customer: '两号公司', income_bankcard_account: '77778888' })
    await contract('A7', { customer: '两号公司' })
    await contract('A8', { customer: '投资人', category: '3' })
    await contract('A9', { customer: '写错的公司', income_bankcard_account: '账号见附件' })
    const preview = (await own.clerk.post('/payees/from_contracts/preview')).data
    expect(preview).toMatchObject({ created: 5, linked: 7, without_account: 2 })
    expect((await own.clerk.get('/payees')).data.listTotal).toBe(1)
    expect((await own.clerk.post('/payees/from_contracts')).data).toEqual(preview)
    const { items } = (await own.clerk.get('/contracts', { per_page: 100 })).data
    const named = new Map(
      items.map((one: { out_code: string; payee: { name: string; code: string } | null }) => [
        one.out_code,
        one.payee,
      ]),
    )
    expect(named.get('A1')).toMatchObject({ code: existing.code })
    expect(named.get('A2')).toEqual(named.get('A3'))
    expect(
      [...named]
        .filter(([, payee]) => payee === null)
        .map(([code]) => code)
        .sort(),
    ).toEqual(['A7', 'A8'])
    const person = (await own.clerk.get('/payees', { keywords: '张三' })).data.items[0]
    expect(person).toMatchObject({ kind: '0', id_type: '1', account: '' })
    expect((await own.clerk.post('/payees/from_contracts')).data).toMatchObject({ created: 0, linked: 0 })
  })
})
