import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES_ON, type TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { heard, openStream } from '../../platform/changes/stream.ts'
import { auditsOf } from '../cost-executions/helpers.ts'
import { done, type Item, type PlanWorld, planWorld } from './helpers.ts'

describe.skipIf(!FEATURES_ON)('the payment plan of a contract', () => {
  let app: TestApp
  let world: PlanWorld
  beforeAll(async () => {
    app = await workerApp()
    world = await planWorld(app)
  })
  afterAll(() => app.close())

  const errorsOf = async (contract: string, items: readonly object[]) => {
    const { status, data, msg } = await world.savePlan(contract, items)
    return [status, data.errors ?? msg]
  }

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

  test('is priced by percent once: after the contract has another amount, no save of a title moves an amount', async () => {
    const contract = await world.contract('100000')
    const [deposit = '', rest = ''] = await world.plan(contract, [
      { title: '定金', percent: '30' },
      { title: '尾款', percent: '70' },
    ])
    await world.pay(world.line('30000', { contract_code: contract, instalment_code: deposit }))
    const { data } = await world.clerk.get(`/contracts/${contract}`)
    done(
      await world.clerk.put(`/contracts/${contract}`, {
        ...data,
        category: data.category.category_code,
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

  test('names what is wrong by its field', async () => {
    const contract = await world.contract('100')
    expect(await errorsOf(contract, [{ title: ' ', amount: '0', due_at: '2026-02-30' }])).toEqual([
      422,
      [
        { field: 'items[0].title', message: '请输入期次名称' },
        { field: 'items[0].due_at', message: '日期不存在' },
        { field: 'items[0].amount', message: '金额须大于0' },
      ],
    ])
    expect(await errorsOf(contract, [{ due_at: null }])).toEqual([
      422,
      [
        { field: 'items[0].due_at', message: '请选择到期日' },
        { field: 'items[0].amount', message: '请输入金额或比例' },
      ],
    ])
    expect(await errorsOf(contract, [{ percent: '100.01' }])).toEqual([
      422,
      [{ field: 'items[0].percent', message: '比例须大于0，不超过100，最多两位小数' }],
    ])
    expect(await errorsOf(contract, [{ percent: '60' }, { percent: '40.01' }])).toEqual([
      422,
      [{ field: 'items', message: '比例合计 100.01% 超过 100%' }],
    ])
    expect(await errorsOf(contract, [{ amount: '60' }, { percent: '40.01' }])).toEqual([
      422,
      [{ field: 'items', message: '付款计划合计 100.01 元超过合同总额 100.00 元' }],
    ])
    expect(
      await errorsOf(contract, [
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
    expect(await errorsOf(await world.contract('-100'), [{ amount: '1' }])).toEqual([
      422,
      [{ field: 'items', message: '合同总额大于0才能制定付款计划' }],
    ])
    const income = await world.contract('100', { category: 3 })
    expect(await errorsOf(income, [{ amount: '1', subject_code: world.subject }])).toEqual([
      422,
      [{ field: 'items[0].subject_code', message: '收入合同不填科目' }],
    ])
    const other = await world.plan(await world.contract('100'), [{ amount: '1' }])
    expect(await errorsOf(contract, [{ amount: '1', code: other[0] }])).toEqual([
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
    expect(await errorsOf(contract, [{ code: one, amount: '40' }])).toEqual([
      422,
      `期次「尾款」已被付款 ${payment} 使用，不能删除`,
    ])
    await world.clerk.delete(`/cost_executions/${payment}`)
    expect(await world.savePlan(contract, [{ code: one, amount: '40' }])).toMatchObject({ code: 0 })
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
    expect('instalment' in shown.cost_execution_details[0]).toBe(false)
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
