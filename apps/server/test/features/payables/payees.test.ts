import { describe, expect, test } from 'vitest'
import { hasWrongRests, refreshRests } from '../../../src/features/payables/stored-instalments.ts'
import type { TestApp } from '../../harness/harness.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { downloadRows } from '../cost-reports/sheets.ts'
import { done, type Item, type PlanWorld, planWorld, sumsOf } from './helpers.ts'

describe('what is to be paid, by payees', () => {
  let app: TestApp
  let world: PlanWorld
  worldForEach(planWorld, (opened, own) => {
    app = opened
    world = own
  })

  /** A payee with contracts of two texts, and a party of the payee's name whose contract names none. */
  const fillPayees = async () => {
    const add = async (name: string, more: object = {}) =>
      done(await world.admin.post('/payees', { kind: 1, name, ...more })).data.code as string
    const [first, second] = [await add('丙公司', { account: '11112222' }), await add('丁公司')]
    const plan = async (customer: string, payee_code: string | undefined, title: string, days: number) =>
      await world.plan(await world.contract('100', { customer, ...(payee_code && { payee_code }) }), [
        { title, due_at: world.day(days), amount: '100' },
      ])
    await plan('丙公司（二）', first, '二', 2)
    await plan('丁公司', second, '三', 3)
    await plan('丙公司', undefined, '四', 4)
    await plan('丙公司（一）', first, '一', 1)
    await plan('丁工作室', second, '五', -5)
    return { first, second }
  }
  const byPayee = async (query: object = {}) => {
    const { items, groups } = await world.list({ order: 'payee', ...query })
    return [
      items.map(({ title }: Item) => title).join(''),
      groups.map(
        (group: Item) => `${group.payee} ${group.payee_code === null} ${group.count} ${group.rest_yuan}`,
      ),
    ]
  }

  test('rows of contracts of one payee are one group, whatever the contracts say; merged payees become one', async () => {
    const { first, second } = await fillPayees()
    const party = '丙公司 true 1 100.00'
    const [one, two] = ['丙公司 false 2 200.00', '丁公司 false 2 200.00']
    const check = async () => {
      expect(await byPayee()).toEqual(['四一二五三', [party, one, two]])
      expect(await byPayee({ per_page: 2, page: 2 })).toEqual(['二五', [one, two]])
      // A group has the sum of all its rows that the filters match.
      expect(await byPayee({ bucket: 'week', per_page: 2 })).toEqual(['四一', [party, one]])
      expect(await byPayee({ payee_code: second })).toEqual(['五三', [two]])
      const own = await world.list({ payee_code: first })
      expect([own.listTotal, own.total_yuan, sumsOf(own)]).toEqual([2, '200.00', { week: [2, '200.00'] }])
      expect(own.items).toMatchObject([
        { payee: '丙公司', customer: '丙公司（一）', payee_link: { code: first, account_change: null } },
        { payee: '丙公司', customer: '丙公司（二）', payee_link: { code: first } },
      ])
      expect(await world.list({ payee_code: 'nobody' })).toMatchObject({ listTotal: 0, total_yuan: '0.00' })
      // By a part of the payee's name and by its initials, where the contract says something else.
      expect((await world.list({ keywords: '丁公' })).listTotal).toBe(2)
      expect((await world.list({ keywords: 'dgs' })).listTotal).toBe(2)
      const exported = await downloadRows(app, world.clerk, '/payables/export', { payee_code: first })
      expect(exported.slice(1, 3).map(([, , payee, , title]) => [payee, title])).toEqual([
        ['丙公司', '一'],
        ['丙公司', '二'],
      ])
      expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
    }
    await check()
    await refreshRests(app.services.db, world.projectId)
    await check()
    done(await world.admin.post('/payees/merge', { into: second, codes: [first] }))
    for (const refresh of [false, true]) {
      if (refresh) await refreshRests(app.services.db, world.projectId)
      expect(await byPayee()).toEqual(['四五一二三', [party, '丁公司 false 4 400.00']])
      // A link with the payee that was merged shows the one that it became.
      expect((await world.list({ payee_code: first })).listTotal).toBe(4)
      expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
    }
  })

  test('without the feature rows go by the text of the contracts, and a payee is no filter', async () => {
    const { first } = await fillPayees()
    await refreshRests(app.services.db, world.projectId)
    done(await world.admin.put('/company/features', { items: [{ feature: 'payee', on: false }] }))
    const { items, groups, listTotal } = await world.list({ order: 'payee', payee_code: first })
    expect(listTotal).toBe(5)
    expect(groups.map(({ payee }: Item) => payee)).toEqual([
      '丁公司',
      '丁工作室',
      '丙公司',
      '丙公司（一）',
      '丙公司（二）',
    ])
    expect(items.map(({ payee_link }: Item) => payee_link)).toEqual(items.map(() => null))
    expect(groups.map(({ payee_code }: Item) => payee_code)).toEqual(groups.map(() => null))
    expect((await world.list({ keywords: 'dgs' })).listTotal).toBe(0)
    const exported = await downloadRows(app, world.clerk, '/payables/export', { order: 'payee' })
    expect(exported.slice(1, 6).map(([, , payee]) => payee)).toEqual(groups.map(({ payee }: Item) => payee))
  })

  test('the account of a payee that was changed is marked in its rows', async () => {
    const { first } = await fillPayees()
    const changed = done(
      await world.admin.put(`/payees/${first}`, { kind: 1, name: '丙公司', account: '33334444' }),
    ).data
    const { items } = await world.list()
    expect(items.map(({ payee_link }: { payee_link: object | null }) => payee_link)).toMatchObject([
      { name: '丁公司', account_change: null },
      { name: '丙公司', account_change: changed.account_change },
      { name: '丙公司' },
      { name: '丁公司' },
      null,
    ])
    expect(changed.account_change).toMatchObject({ days: 0 })
  })
})
