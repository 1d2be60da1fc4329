import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { ALL, done, errorsOf, type Item, type PlanWorld, planWorld } from './helpers.ts'

describe('a payment plan whose contract or payments change', () => {
  let app: TestApp
  let world: PlanWorld
  beforeAll(async () => {
    app = await workerApp()
    world = await planWorld(app)
  })
  afterAll(() => app.close())

  test('is priced by percent once: after the contract has another amount, no save of a title moves an amount', async () => {
    const contract = await world.contract('100000')
    const [deposit = '', rest = ''] = await world.plan(contract, [
      { title: '定金', percent: '30' },
      { title: '尾款', percent: '70' },
    ])
    await world.pay(world.line('30000', { contract_code: contract, instalment_code: deposit }))
    const { data } = await world.clerk.get(`/contracts/${contract}`)
    const put = async (changes: object, who = world.clerk) =>
      done(
        await who.put(`/contracts/${contract}`, {
          ...data,
          category: data.category.category_code,
          version: undefined,
          amount: '100000',
          ...changes,
        }),
      ).data.plan_notice
    expect(await put({ remark: '补充' })).toBeUndefined()
    expect(await put({ amount: '110000' })).toBe(
      '付款计划各期金额不随合同总额变动：定金 30% 仍为 30,000.00 元、尾款 70% 仍为 70,000.00 元，请核对付款计划',
    )
    const stranger = (await app.person(world.companyId, { contract: ALL }, [world.project])).on(world.project)
    expect(await put({ amount: '120000' }, stranger)).toBeUndefined()
    done(
      await world.clerk.put(`/contracts/${contract}`, {
        ...data,
        category: '2',
        version: undefined,
        amount: '110000',
      }),
    )
    const shown = (await world.clerk.get(`/contracts/${contract}/instalments`)).data
    const amounts = ({ items }: { items: Item[] }) =>
      items.map(({ percent, amount_yuan }) => [percent, amount_yuan])
    expect(amounts(shown)).toEqual([
      [null, '30000.00'],
      [null, '70000.00'],
    ])
    const saved = await world.savePlan(contract, [
      { code: deposit, title: '定金', amount: '30000' },
      { code: rest, title: '尾款（验收后）', amount: '70000' },
    ])
    expect(amounts(saved.data)).toEqual(amounts(shown))
    // A percent that is typed anew is of today's amount.
    const priced = await world.savePlan(contract, [
      { code: rest, title: '尾款', percent: '70' },
      { code: deposit, title: '定金', amount: '30000' },
    ])
    expect(amounts(priced.data)).toEqual([
      ['70', '77000.00'],
      [null, '30000.00'],
    ])
  })

  test('the amount of the contract is not lowered below it; deleting the contract takes it along', async () => {
    const contract = await world.contract('100')
    await world.plan(contract, [
      { amount: '80', subject_code: world.subject, pay_category_id: world.category },
    ])
    const edit = (amount: string) =>
      world.clerk.put(`/contracts/${contract}`, { out_code: 'HT-改', customer: '甲', category: 2, amount })
    expect(await edit('79.99')).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'amount', message: '付款计划合计 80.00 元，合同总额不能少于此数' }] },
    })
    expect(await edit('80')).toMatchObject({ code: 0 })
    expect(await world.clerk.delete(`/subjects/${world.subject}`)).toMatchObject({ status: 422 })
    expect(await world.clerk.delete(`/pay_categories/${world.category}`)).toMatchObject({ status: 422 })
    expect(await world.clerk.delete(`/contracts/${contract}`)).toMatchObject({ code: 0 })
    expect(await world.clerk.get(`/contracts/${contract}/instalments`)).toMatchObject({ status: 404 })
  })

  test('of a contract that becomes one of incoming money loses its subjects and payment types', async () => {
    const contract = await world.contract('100')
    const booked = { subject_code: world.subject, pay_category_id: world.category }
    const codes = await world.plan(contract, [
      { amount: '40', ...booked },
      { title: '尾款', amount: '60' },
    ])
    const edit = async (category: number) =>
      done(
        await world.clerk.put(`/contracts/${contract}`, {
          ...{ out_code: 'HT-转收入', customer: '甲', amount: '100', category },
        }),
      )
    const plan = async () => done(await world.clerk.get(`/contracts/${contract}/instalments`)).data
    // Another category of outgoing money leaves the plan as it is.
    await edit(1)
    expect((await plan()).items[0]).toMatchObject({ version: 1, subject: { code: world.subject } })
    const { data: changed } = await edit(3)
    const { items, contract: shown } = await plan()
    expect(shown).toMatchObject({ version: changed.version, direction: 'in' })
    expect(items).toMatchObject([
      { code: codes[0], version: 2, subject: null, pay_category: null },
      { code: codes[1], version: 1, subject: null, pay_category: null },
    ])
    const entries = (await auditsOf(app, world.projectId)).slice(-2)
    expect(entries).toMatchObject([
      { resource: 'contract', action: 'update', code: contract },
      {
        ...{ resource: 'payable', action: 'update', code: contract },
        before: { instalments: [{ subject: expect.stringContaining('24000101') }, { subject: null }] },
        after: { instalments: [{ subject: null, pay_category_name: null }, { subject: null }] },
      },
    ])
    // As the page sends it again.
    const again = [
      { code: codes[0], title: '首款', amount: '40', subject_code: null, pay_category_id: null },
      { code: codes[1], title: '尾款', amount: '60' },
    ]
    expect(await world.savePlan(contract, again, shown.version)).toMatchObject({ code: 0 })
  })

  test('an instalment that payments name is not deleted', async () => {
    const contract = await world.contract('100')
    const [one, two] = await world.plan(contract, [{ amount: '40' }, { title: '尾款', amount: '60' }])
    const payment = await world.pay(world.line('60', { contract_code: contract, instalment_code: two }))
    expect(await errorsOf(world, contract, [{ code: one, amount: '40' }])).toEqual([
      422,
      `期次「尾款」已被付款 ${payment} 使用，不能删除`,
    ])
    await world.clerk.delete(`/cost_executions/${payment}`)
    expect(await world.savePlan(contract, [{ code: one, amount: '40' }])).toMatchObject({ code: 0 })
  })
})
