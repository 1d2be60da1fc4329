import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { card, type PayeeWorld, payeeWorld } from './helpers.ts'

let test: TestApp
let world: PayeeWorld

beforeAll(async () => {
  test = await workerApp()
  world = await payeeWorld(test)
})
afterAll(() => test.close())

/** Types an account; the answer's mark. */
const type = async (code: string, account: string) => {
  const { name } = (await world.clerk.get(`/payees/${code}`)).data
  const saved = await world.clerk.put(`/payees/${code}`, { name, kind: '2', account })
  expect(saved.code).toBe(0)
  return saved.data.account_change
}
const merge = async (into: { code: string }, ...merged: { code: string }[]) => {
  const answer = await world.clerk.post('/payees/merge', {
    into: into.code,
    codes: merged.map(({ code }) => code),
  })
  expect(answer.code).toBe(0)
  return answer.data.account_change
}
const MARK = { days: 0 }
const end = (account: string) => `${'*'.repeat(12)}${account.slice(-4)}`
/** The history of accounts, the newest first: before, after, whether it is marked. */
const historyOf = async (code: string) =>
  (await world.clerk.get(`/payees/${code}/usage`)).data.changes
    .filter(({ field }: { field: string }) => field === 'account')
    .map(({ before, after, recent }: Record<string, unknown>) => [before, after, recent])

it('a payee whose account changes is marked for seven days', async () => {
  const { code } = await world.addPayee({ account: card(900) })
  const changed = await world.clerk.put(`/payees/${code}`, {
    ...world.payee({ name: '换号工坊', account: card(901) }),
    bank_name: '另一银行',
  })
  expect(changed.data.account_change).toMatchObject({ days: 0 })
  const usage = (await world.clerk.get(`/payees/${code}/usage`)).data
  expect(usage.changes.map(({ field, recent }: Record<string, unknown>) => [field, recent])).toEqual([
    ['account', true],
    ['bank_name', false],
    ['account', false],
  ])
  expect(
    (await world.clerk.get('/payees', { account_changed: '1' })).data.items.map(
      (one: { code: string }) => one.code,
    ),
  ).toContain(code)
  const at = new Date(Date.now() - 7 * 86_400_000)
  await test.services.db
    .updateTable('payees')
    .set({ account_changed_at: at })
    .where('code', '=', code)
    .execute()
  expect((await world.clerk.get(`/payees/${code}`)).data.account_change).toMatchObject({ days: 7 })
  const older = new Date(Date.now() - 8 * 86_400_000)
  await test.services.db
    .updateTable('payees')
    .set({ account_changed_at: older })
    .where('code', '=', code)
    .execute()
  expect((await world.clerk.get(`/payees/${code}`)).data.account_change).toBeNull()
  expect(
    (await world.clerk.get('/payees', { account_changed: '1' })).data.items.map(
      (one: { code: string }) => one.code,
    ),
  ).not.toContain(code)
})

describe('an account that is cleared and typed', () => {
  it('is marked if it is another one than the last', async () => {
    const [a, b] = [card(5001), card(5002)]
    const { code } = await world.addPayee({ account: a })
    expect(await type(code, '')).toBeNull()
    expect(await type(code, b)).toMatchObject(MARK)
    expect(await historyOf(code)).toEqual([
      ['', end(b), true],
      [end(a), '', false],
      ['', end(a), false],
    ])
  })

  it('is not marked if it is the first, or the same again', async () => {
    const { code } = await world.addPayee({ account: '' })
    expect(await type(code, card(5003))).toBeNull()
    expect(await type(code, '')).toBeNull()
    expect(await type(code, card(5003))).toBeNull()
    await type(code, '')
    expect(await type(code, card(5004))).toMatchObject(MARK)
  })
})

describe('a merge', () => {
  it('marks the kept payee if a merged one has another account, and notes it', async () => {
    const [a, b] = [card(5101), card(5102)]
    const [into, gone] = [await world.addPayee({ account: b }), await world.addPayee({ account: a })]
    const paid = await world.pay(gone.code)
    expect(await merge(into, gone)).toMatchObject(MARK)
    expect((await historyOf(into.code))[0]).toEqual([end(a), end(b), true])
    expect((await world.clerk.get(`/cost_executions/${paid.code}`)).data.payee).toMatchObject({
      code: into.code,
      account_change: MARK,
    })
  })

  it('marks it also if the account of the merged one was cleared before', async () => {
    const into = await world.addPayee({ account: card(5112) })
    const gone = await world.addPayee({ account: card(5111) })
    await type(gone.code, '')
    expect(await merge(into, gone)).toMatchObject(MARK)
  })

  it('does not mark it if no account differs', async () => {
    const account = card(5121)
    const into = await world.addPayee({ account })
    const [same, none] = [await world.addPayee({ account }), await world.addPayee({ account: '' })]
    expect(await merge(into, same, none)).toBeNull()
  })

  it('into a payee without an account marks what is typed there afterwards, unless it is the same', async () => {
    for (const [typed, mark] of [
      [card(5131), null],
      [card(5132), expect.objectContaining(MARK)],
    ] as const) {
      const [into, gone] = [
        await world.addPayee({ account: '' }),
        await world.addPayee({ account: card(5131) }),
      ]
      expect(await merge(into, gone)).toBeNull()
      expect(await type(into.code, typed)).toEqual(mark)
    }
  })

  it('into one that has the new account already keeps the mark of the merged one', async () => {
    const account = card(5142)
    const [into, gone] = [await world.addPayee({ account }), await world.addPayee({ account: card(5141) })]
    expect(await type(gone.code, account)).toMatchObject(MARK)
    expect(await merge(into, gone)).toMatchObject(MARK)
  })
})

it('the history of merged payees is shown by the one that they became, also after a second merge, with their names', async () => {
  const [a, b, c] = [card(5201), card(5202), card(5203)]
  const first = await world.addPayee({ name: '史甲', account: a })
  const second = await world.addPayee({ name: '史乙', account: b })
  const last = await world.addPayee({ name: '史丙', account: c })
  await merge(second, first)
  await merge(last, second)
  const { changes } = (await world.clerk.get(`/payees/${last.code}/usage`)).data
  expect(
    changes.map(({ merged_name, before, after }: Record<string, unknown>) => [merged_name, before, after]),
  ).toEqual([
    [null, end(b), end(c)],
    ['史乙', end(a), end(b)],
    [null, '', end(c)],
    ['史乙', '', end(b)],
    ['史甲', '', end(a)],
  ])
})
