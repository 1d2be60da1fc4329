import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ReportWorld, reportWorld } from './helpers.ts'

const [ONE, TWO] = ['24000101', '24000102'] as const

describe('shares of contracts by subject', () => {
  let app: TestApp
  let world: ReportWorld
  beforeAll(async () => {
    app = await workerApp()
    world = await reportWorld(app)
  })
  afterAll(() => app.close())

  test('replace each other, with what was paid on each; the contract has them and its log', async () => {
    const contract = await world.contract('1000')
    expect(await world.allocate(contract, { [TWO]: '100', [ONE]: '900' })).toMatchObject({ code: 0 })
    await world.pay(ONE, '30', { contract })
    const { data } = await world.clerk.get(`/contracts/${contract}`)
    expect(data.version).toBe(2)
    expect(data.allocations).toEqual([
      {
        subject_code: world.subject(ONE),
        out_code: ONE,
        name: '摄影机租赁费',
        amount_yuan: '900.00',
        paid_yuan: '30.00',
      },
      expect.objectContaining({ out_code: TWO, amount_yuan: '100.00', paid_yuan: '0.00' }),
    ])
    expect(await world.allocate(contract, { [ONE]: '1' })).toMatchObject({ code: 0 })
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      action: 'update',
      resource: 'contract',
      before: { allocations: [{ out_code: ONE, amount_yuan: '900.00' }, { out_code: TWO }] },
      after: { allocations: [{ out_code: ONE, amount_yuan: '1.00' }] },
    })
    expect((await world.allocate(contract, {})).data.allocations).toEqual([])
  })

  test('come to the contract at most, have its sign, and name what is wrong', async () => {
    const contract = await world.contract('100')
    const lowered = await world.contract('-100')
    const income = await world.contract('100', 3)
    const errors = async (code: string, items: unknown) => {
      const { status, data, msg } = await world.clerk.put(`/contracts/${code}/allocations`, { items })
      return [status, data.errors ?? msg]
    }
    const share = (number: string, amount: string) => ({ subject_code: world.subject(number), amount })
    expect(await errors(contract, [share(ONE, '60'), share(TWO, '40.01')])).toEqual([
      422,
      [{ field: 'items', message: '分摊合计 100.01 元超过合同总额 100.00 元' }],
    ])
    expect(await errors(contract, [share(ONE, '-1')])).toEqual([
      422,
      [{ field: 'items[0].amount', message: '分摊金额须与合同总额同为正数或负数' }],
    ])
    expect(await errors(contract, [share(ONE, '1'), share(ONE, '1')])).toEqual([
      422,
      [{ field: 'items[1].subject_code', message: '科目重复' }],
    ])
    expect(await errors(contract, [share('2400', '1')])).toEqual([
      422,
      [{ field: 'items[0].subject_code', message: '请选择三级科目' }],
    ])
    expect(await errors(contract, [{ subject_code: 'nowhere', amount: '0' }])).toEqual([
      422,
      [{ field: 'items[0].amount', message: '金额不能为0' }],
    ])
    expect(await errors(income, [share(ONE, '1')])).toEqual([422, '只有演员、职员或制作合同可以分摊到科目'])
    expect(await world.allocate(lowered, { [ONE]: '-100' })).toMatchObject({ code: 0 })
    expect((await world.clerk.get(`/contracts/${contract}`)).data.allocations).toEqual([])
  })

  test('the amount is not lowered below them, nor the contract made one of income; deleting it takes them along', async () => {
    const before = (await world.row('+'))?.committed
    const contract = await world.contract('100')
    await world.allocate(contract, { [ONE]: '80' })
    const body = { out_code: 'HT-改', customer: '某某公司', category: 2 }
    const edit = (changes: object) => world.clerk.put(`/contracts/${contract}`, { ...body, ...changes })
    expect(await edit({ amount: '79.99' })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'amount', message: '合同已分摊 80.00 元，合同总额不能少于此数' }] },
    })
    expect(await edit({ amount: '80', category: 4 })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'category', message: '合同已分摊到科目，不能改为收入合同' }] },
    })
    expect(await edit({ amount: '80' })).toMatchObject({ code: 0 })
    expect(await world.clerk.delete(`/subjects/${world.subject(ONE)}`)).toMatchObject({ status: 422 })
    expect(await world.clerk.delete(`/contracts/${contract}`)).toMatchObject({ code: 0 })
    expect((await world.row('+'))?.committed).toBe(before)
  })

  test('of two people who allocate at once the second is told', async () => {
    const contract = await world.contract('100')
    const items = [{ subject_code: world.subject(ONE), amount: '10' }]
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('contracts')
          .set({ version: 7 })
          .where('project_id', '=', world.projectId)
          .where('code', '=', contract)
          .execute(),
      () => world.clerk.put(`/contracts/${contract}/allocations`, { items, version: 1 }),
    )
    expect(answer.status).toBe(409)
  })

  test('a contract is settled with a reason and opened again; a supplement is settled with its contract', async () => {
    const main = await world.contract('100')
    const supplement = await world.contract('20')
    await world.bind(main, supplement)
    const settle = (code: string, body: object) => world.clerk.put(`/contracts/${code}/settlement`, body)
    expect(await settle(main, { settled: true, reason: ' ' })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'reason', message: '请输入结清原因' }] },
    })
    expect(await settle(supplement, { settled: true, reason: '甲' })).toMatchObject({ status: 422 })
    const done = await settle(main, { settled: true, reason: '尾款不再支付' })
    expect(done.data).toMatchObject({ settled_reason: '尾款不再支付' })
    expect(done.data.settled_at).toMatch(/^2\d{3}-/)
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      after: { settled: true, settled_reason: '尾款不再支付' },
    })
    const open = await settle(main, { settled: false, reason: '' })
    expect(open.data).toMatchObject({ settled_at: null, settled_reason: '' })
  })

  test('belong to the cost report: its right is needed, not that to write contracts, which must be read', async () => {
    const contract = await world.contract('100')
    const statuses = async (grants: Record<string, string[]>) => {
      const who = (await app.person(world.companyId, grants, [world.project])).on(world.project)
      const items = [{ subject_code: world.subject(ONE), amount: '10' }]
      const answers = [
        await who.put(`/contracts/${contract}/allocations`, { items }),
        await who.put(`/contracts/${contract}/settlement`, { settled: true, reason: '尾款不再支付' }),
        await who.put(`/contracts/${contract}/settlement`, { settled: false, reason: '' }),
      ]
      return answers.map(({ status }) => status)
    }
    const all = ['read', 'write', 'delete']
    const none = [403, 403, 403]
    expect(await statuses({ contract: all, cost_report: ['read'] })).toEqual(none)
    expect(await statuses({ contract: all })).toEqual(none)
    expect(await statuses({ cost_report: all })).toEqual(none)
    expect((await world.clerk.get(`/contracts/${contract}`)).data.version).toBe(1)
    expect(await statuses({ contract: ['read'], cost_report: ['write'] })).toEqual([200, 200, 200])
  })

  test('without the right, in another project or with the feature off they are refused', async () => {
    const contract = await world.contract('100')
    const other = await reportWorld(app)
    const paths = (who: ReportWorld['clerk']) => [
      who.put(`/contracts/${contract}/allocations`, { items: [] }),
      who.put(`/contracts/${contract}/settlement`, { settled: false, reason: '' }),
    ]
    for (const answer of await Promise.all(paths(world.reader))) expect(answer.status).toBe(403)
    for (const answer of await Promise.all(paths(other.clerk))) expect(answer.status).toBe(404)
    await world.allocate(contract, { [ONE]: '10' })
    expect(
      await world.admin.put('/company/features', { items: [{ feature: 'cost_report', on: false }] }),
    ).toMatchObject({ code: 0 })
    for (const answer of await Promise.all(paths(world.clerk)))
      expect(answer).toMatchObject({ status: 403, msg: '该功能未启用' })
    expect((await world.clerk.get('/cost_report')).msg).toBe('该功能未启用')
    const { data } = await world.clerk.get(`/contracts/${contract}`)
    expect(data.allocations).toHaveLength(1)
    // What was allocated stays, and nothing else depends on it meanwhile.
    const body = { out_code: 'HT-关', customer: '某某公司', category: 2, amount: '1' }
    expect(await world.clerk.put(`/contracts/${contract}`, body)).toMatchObject({ code: 0 })
    await world.admin.put('/company/features', { items: [{ feature: 'cost_report', on: true }] })
    expect((await world.clerk.get(`/contracts/${contract}`)).data.allocations).toHaveLength(1)
  })
})
