import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { heard, openStream } from '../../platform/changes/stream.ts'
import { done, errorsOf, type PlanWorld, planWorld } from './helpers.ts'

describe('the payment plan of a contract', () => {
  let app: TestApp
  let world: PlanWorld
  beforeAll(async () => {
    app = await workerApp()
    world = await planWorld(app)
  })
  afterAll(() => app.close())

  test('open pages of the contract hear of a plan that is saved and of a milestone that is reached', async () => {
    const contract = await world.contract('100')
    await app.services.notices.sent()
    const reader = await app.person(world.companyId, { contract: ['read'] }, [world.project])
    const stream = await openStream(await app.listen(), reader.on(world.project))
    const change = { resource: 'contract', action: 'update' }
    const [code] = await world.plan(contract, [
      { title: '尾款', kind: 'milestone', due_at: null, amount: '100' },
    ])
    await heard(stream).toEqual([change])
    const path = `/contracts/${contract}/instalments/${code}/reached`
    done(await world.clerk.post(path, { reached: true, due_at: world.day(1) }))
    await heard(stream).toEqual([change, change])
    stream.stop()
  })

  test('has amounts by percent, to the fen, with a log; an edit keeps the codes', async () => {
    const contract = await world.contract('100000.01')
    const { data } = await world.savePlan(contract, [
      { title: '定金', percent: '30', subject_code: world.subject, pay_category_id: world.category },
      { title: '进度款', percent: 30, due_at: world.day(60) },
      { title: '尾款', percent: '40%', kind: 'milestone', due_at: null },
    ])
    expect(data).toMatchObject({
      contract: { version: 2, amount_yuan: '100000.01', direction: 'out' },
      planned_yuan: '100000.01',
      unscheduled_yuan: '0.00',
      can: { write: true },
    })
    expect(
      data.items.map(({ amount_yuan, percent, status, seq }: Record<string, unknown>) => [
        seq,
        percent,
        amount_yuan,
        status,
      ]),
    ).toEqual([
      [1, '30', '30000.00', '7天内'],
      [2, '30', '30000.00', '未到期'],
      [3, '40', '40000.01', '待达成'],
    ])
    expect(data.items[0]).toMatchObject({
      subject: { code: world.subject, out_code: '24000101' },
      pay_category: { id: world.category },
    })
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      resource: 'payable',
      action: 'create',
      code: contract,
      after: { planned_yuan: '100000.01' },
    })
    const [one, , three] = data.items
    const edited = await world.savePlan(contract, [
      { code: three.code, title: '尾款', amount: '40000.01', kind: 'milestone', due_at: null },
      { code: one.code, title: '首付款', percent: '30' },
    ])
    expect(edited.data.items.map(({ code, title }: Record<string, string>) => [code, title])).toEqual([
      [three.code, '尾款'],
      [one.code, '首付款'],
    ])
    expect(edited.data).toMatchObject({ planned_yuan: '70000.01', unscheduled_yuan: '30000.00' })
  })

  test('names what is wrong by its field', async () => {
    const contract = await world.contract('100')
    expect(await errorsOf(world, contract, [{ title: ' ', amount: '0', due_at: '2026-02-30' }])).toEqual([
      422,
      [
        { field: 'items[0].title', message: '请输入期次名称' },
        { field: 'items[0].due_at', message: '日期不存在' },
        { field: 'items[0].amount', message: '金额须大于0' },
      ],
    ])
    expect(await errorsOf(world, contract, [{ due_at: null }])).toEqual([
      422,
      [
        { field: 'items[0].due_at', message: '请选择到期日' },
        { field: 'items[0].amount', message: '请输入金额或比例' },
      ],
    ])
    expect(await errorsOf(world, contract, [{ percent: '100.01' }])).toEqual([
      422,
      [{ field: 'items[0].percent', message: '比例须大于0，不超过100，最多两位小数' }],
    ])
    expect(await errorsOf(world, contract, [{ percent: '60' }, { percent: '40.01' }])).toEqual([
      422,
      [{ field: 'items', message: '比例合计 100.01% 超过 100%' }],
    ])
    expect(await errorsOf(world, contract, [{ amount: '60' }, { percent: '40.01' }])).toEqual([
      422,
      [{ field: 'items', message: '付款计划合计 100.01 元超过合同总额 100.00 元' }],
    ])
    expect(
      await errorsOf(world, contract, [
        { amount: '1', subject_code: 'nowhere', pay_category_id: '999999999' },
        { amount: '1', code: 'nowhere' },
        { amount: '1', kind: 'milestone' },
      ]),
    ).toEqual([
      422,
      [
        { field: 'items[0].subject_code', message: '科目不存在' },
        { field: 'items[0].pay_category_id', message: '付款类型不存在' },
        { field: 'items[1].code', message: '期次不存在或已被删除' },
        { field: 'items[2].due_at', message: '节点达成后再填写到期日' },
      ],
    ])
    expect(await errorsOf(world, await world.contract('-100'), [{ amount: '1' }])).toEqual([
      422,
      [{ field: 'items', message: '合同总额大于0才能制定付款计划' }],
    ])
    const income = await world.contract('100', { category: 3 })
    expect(await errorsOf(world, income, [{ amount: '1', subject_code: world.subject }])).toEqual([
      422,
      [{ field: 'items[0].subject_code', message: '收入合同不填科目' }],
    ])
    const other = await world.plan(await world.contract('100'), [{ amount: '1' }])
    expect(await errorsOf(world, contract, [{ amount: '1', code: other[0] }])).toEqual([
      422,
      [{ field: 'items[0].code', message: '期次不存在或已被删除' }],
    ])
  })

  test('a milestone is reached with a due day, and taken back', async () => {
    const contract = await world.contract('100')
    const [code, date] = await world.plan(contract, [
      { kind: 'milestone', due_at: null, amount: '40' },
      { amount: '60' },
    ])
    const reach = (instalment: string | undefined, body: object) =>
      world.clerk.post(`/contracts/${contract}/instalments/${instalment}/reached`, body)
    expect(await reach(code, { reached: true })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'due_at', message: '请选择到期日' }] },
    })
    expect(await reach(date, { reached: true, due_at: world.day(1) })).toMatchObject({
      status: 422,
      msg: '只有按节点付款的期次才登记达成',
    })
    const { data } = await reach(code, { reached: true, due_at: world.day(-2), version: 1 })
    expect(data.items[0]).toMatchObject({ due_at: world.day(-2), status: '逾期2天', version: 2 })
    expect(data.items[0].reached_at).toMatch(/^2\d{3}-/)
    expect(await reach(code, { reached: false, version: 1 })).toMatchObject({ status: 409 })
    // The plan is saved with the due day of what is reached.
    const plan = (due_at: string | null) =>
      world.savePlan(contract, [
        { code, kind: 'milestone', due_at, amount: '40' },
        { code: date, amount: '60' },
      ])
    expect(await plan(null)).toMatchObject({ status: 422 })
    expect(await plan(world.day(5))).toMatchObject({ code: 0 })
    const back = await reach(code, { reached: false })
    expect(back.data.items[0]).toMatchObject({ due_at: null, reached_at: null, status: '待达成' })
    expect(await reach('nowhere', { reached: false })).toMatchObject({ status: 404 })
  })

  test('of two people who save at once the second is told', async () => {
    const contract = await world.contract('100')
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('contracts')
          .set({ version: 7 })
          .where('project_id', '=', world.projectId)
          .where('code', '=', contract)
          .execute(),
      () => world.savePlan(contract, [{ amount: '1' }], 1),
    )
    expect(answer.status).toBe(409)
  })

  test('without the right, in another project, read-only or with the feature off it is refused', async () => {
    const contract = await world.contract('100')
    const [code] = await world.plan(contract, [{ amount: '50' }])
    const body = { items: [{ code, title: '定金', kind: 'date', due_at: world.day(1), amount: '50' }] }
    const writes = (who: PlanWorld['clerk']) => [
      who.put(`/contracts/${contract}/instalments`, body),
      who.post(`/contracts/${contract}/instalments/${code}/reached`, { reached: false }),
    ]
    const reads = (who: PlanWorld['clerk']) => [
      who.get(`/contracts/${contract}/instalments`),
      who.get('/payables'),
      who.get('/payables/draft', { codes: code }),
      who.get('/payables/forecast'),
    ]
    const other = await planWorld(app)
    for (const answer of await Promise.all(writes(world.reader))) expect(answer.status).toBe(403)
    for (const answer of await Promise.all(reads(world.reader))) expect(answer.code).toBe(0)
    for (const answer of await Promise.all(writes(other.clerk))) expect(answer.status).toBe(404)
    expect((await other.clerk.get('/payables/draft', { codes: code })).status).toBe(404)
    const items = [{ code }]
    expect(
      (await other.clerk.post('/payables/pay', { items, pay_at: world.day(0), pay_channel: 2 })).status,
    ).toBe(422)
    const payment = await world.pay(world.line('10', { contract_code: contract, instalment_code: code }))
    await world.admin.put('/company/features', { items: [{ feature: 'payable', on: false }] })
    for (const answer of await Promise.all([...writes(world.clerk), ...reads(world.clerk)]))
      expect(answer).toMatchObject({ status: 403, msg: '该功能未启用' })
    const { data: shown } = await world.clerk.get(`/cost_executions/${payment}`)
    expect(shown.cost_execution_details[0].instalment).toEqual({ code, title: '定金' })
    // What a line names stays while the payment is edited, and a name that is sent is not looked at.
    const [line] = shown.cost_execution_details
    const edit = (more: object) =>
      world.clerk.put(`/cost_executions/${payment}`, {
        pay_at: world.day(0),
        payer: '某某公司',
        cost_execution_details: [world.line('10', { code: line.code, contract_code: contract, ...more })],
      })
    expect(await edit({ instalment_code: 'nowhere' })).toMatchObject({ code: 0 })
    // The amount of the contract is not held by its plan meanwhile.
    const lowered = { out_code: 'HT-低', customer: '某某公司', category: 2, amount: '20' }
    expect(await world.clerk.put(`/contracts/${contract}`, lowered)).toMatchObject({ code: 0 })
    await world.admin.put('/company/features', { items: [{ feature: 'payable', on: true }] })
    expect(
      (await world.clerk.get(`/cost_executions/${payment}`)).data.cost_execution_details[0],
    ).toMatchObject({ instalment: { code, title: '定金' } })
    expect((await world.clerk.get(`/contracts/${contract}/instalments`)).data.unscheduled_yuan).toBe('-30.00')
    await world.admin.post(`/projects/${world.project}/archive`)
    for (const answer of await Promise.all(writes(world.clerk))) expect(answer.code).toBe(300011)
    for (const answer of await Promise.all(reads(world.clerk))) expect(answer.code).toBe(0)
    await world.admin.post(`/projects/${world.project}/unarchive`)
  })
})
