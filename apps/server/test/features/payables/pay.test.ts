import { describe, expect, test } from 'vitest'
import type { Answer, TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { done, type Item, type PlanWorld, planWorld } from './helpers.ts'

describe('paying what is to be paid', () => {
  let app: TestApp
  let world: PlanWorld
  worldForEach(planWorld, (opened, own) => {
    app = opened
    world = own
  })

  test('one or several are paid: drafts for the editor, or payments of one transaction, one for each party', async () => {
    const { one, first, second } = await world.fill()
    const [deposit, progress] = first
    await world.pay(world.line('30', { contract_code: one }))
    const { data } = await world.clerk.get('/payables/draft', { codes: [deposit, second[0], progress] })
    expect(data.items).toMatchObject([
      {
        payer: '甲公司',
        summary: '合同 HT-1 定金、进度款',
        pay_amount_yuan: '270.00',
        cost_execution_details: [
          { instalment_code: deposit, pay_amount: '70.00', subject_three_code: world.subject },
          { instalment_code: progress, pay_amount: '200.00', pay_category_id: world.category },
        ],
      },
      { payer: '乙公司', pay_amount_yuan: '50.00' },
    ])
    const pay = (items: object[]) =>
      world.clerk.post('/payables/pay', { items, pay_at: world.day(0), pay_channel: 2 })
    expect(await pay([{ code: deposit, version: 1, rest: '100' }])).toMatchObject({
      status: 409,
      msg: '合同 HT-1「定金」的待付金额已变为 70.00 元，请刷新后重试',
    })
    expect(await pay([{ code: deposit, version: 2 }])).toMatchObject({ status: 409 })
    const before = (await world.clerk.get('/cost_executions')).data.listTotal
    const paid = await pay([
      { code: deposit, version: 1, rest: '70.00' },
      { code: second[0], version: 1 },
      { code: progress, version: 1 },
    ])
    expect(paid.data.items).toMatchObject([
      { payer: '甲公司', pay_amount_yuan: '270.00' },
      { payer: '乙公司', pay_amount_yuan: '50.00' },
    ])
    expect((await world.clerk.get('/cost_executions')).data.listTotal).toBe(before + 2)
    expect((await world.paid(one)).map(([, , status]) => status)).toEqual(['已付清', '已付清', '待达成'])
    expect(
      await pay([
        { code: second[1], version: 1 },
        { code: deposit, version: 1 },
      ]),
    ).toMatchObject({
      status: 409,
      msg: '合同 HT-1「定金」已付清，请刷新后重试',
    })
    expect((await world.clerk.get('/payables/draft', { codes: [deposit] })).status).toBe(409)
    // A payment of the editor, which was opened before, is told as well.
    expect(
      await world.clerk.post('/cost_executions', {
        pay_at: world.day(0),
        payer: '甲公司',
        cost_execution_details: [world.line('70', { contract_code: one, instalment_code: deposit })],
      }),
    ).toMatchObject({ status: 409, msg: '期次「定金」已付清，请刷新后重试' })
  })

  test('an instalment that was paid in part meanwhile takes no more than is left', async () => {
    const contract = await world.contract('100')
    const [deposit = ''] = await world.plan(contract, [{ title: '定金', amount: '100' }])
    const named = (amount: string) =>
      world.line(amount, { contract_code: contract, instalment_code: deposit })
    await world.pay(named('99.99'))
    const post = async (...lines: object[]) =>
      await world.clerk.post('/cost_executions', {
        pay_at: world.day(0),
        payer: '某某公司',
        cost_execution_details: lines,
      })
    const left = { status: 409, msg: '期次「定金」待付金额已变为 0.01 元，请刷新后重试' }
    expect(await post(named('100'))).toMatchObject(left)
    // Of one payment all lines count.
    expect(await post(named('0.01'), named('0.01'))).toMatchObject(left)
    expect(await post(named('0.01'))).toMatchObject({ code: 0 })
    expect((await world.paid(contract))[0]).toEqual(['100.00', '0.00', '已付清'])
  })

  test('contracts of the same payee are one payment, which names the payee', async () => {
    const payee = done(await world.admin.post('/payees', { kind: 1, name: '丙公司' })).data.code
    const codes: string[] = []
    for (const customer of ['丙公司（一）', '丙公司（二）']) {
      const contract = await world.contract('100', { customer, payee_code: payee })
      codes.push(
        ...(await world.plan(contract, [
          { title: '全款', amount: '100', subject_code: world.subject, pay_category_id: world.category },
        ])),
      )
    }
    const { data } = await world.clerk.get('/payables/draft', { codes })
    expect(data.items).toMatchObject([
      { payer: '丙公司', payee: { code: payee, name: '丙公司' }, pay_amount_yuan: '200.00' },
    ])
    const items = codes.map((code) => ({ code, version: 1 }))
    const paid = await world.clerk.post('/payables/pay', { items, pay_at: world.day(0), pay_channel: 2 })
    expect(paid.data.items).toMatchObject([{ payer: '丙公司', pay_amount_yuan: '200.00' }])
    const [{ code }] = paid.data.items
    expect((await world.admin.get(`/cost_executions/${code}`)).data).toMatchObject({
      payee: { code: payee },
      pay_amount_yuan: '200.00',
    })
  })

  test.each([
    ['the merge', true, ['200.00']],
    ['the payment', false, ['100.00', '100.00']],
  ])(
    'of a payment of instalments and a merge of their payees, %s first, both are done: payments name the payee that theirs became',
    async (_, isMergeFirst, amounts) => {
      const payee = async (name: string) =>
        done(await world.admin.post('/payees', { kind: 1, name })).data.code as string
      const [kept, gone] = [await payee('丁公司'), await payee('丁公司（旧）')]
      const codes: string[] = []
      for (const payee_code of [gone, kept])
        codes.push(
          ...(await world.plan(await world.contract('100', { payee_code }), [
            { title: '全款', amount: '100', subject_code: world.subject, pay_category_id: world.category },
          ])),
        )
      const items = codes.map((code) => ({ code, version: 1 }))
      const pay = () => world.clerk.post('/payables/pay', { items, pay_at: world.day(0), pay_channel: 2 })
      const merge = () => world.admin.post('/payees/merge', { into: kept, codes: [gone] })
      // Both lock payees and then contracts: the first one has the payees and waits for a contract, the second one waits for the payees.
      const answers = await queued<Answer, Answer>(
        app.databaseUrl,
        `select from contracts where project_id = ${world.projectId} for update`,
        ...(isMergeFirst ? ([merge, pay] as const) : ([pay, merge] as const)),
      )
      const [paid] = isMergeFirst ? answers.toReversed() : answers
      expect(answers.map(({ code }) => code)).toEqual([0, 0])
      expect(paid?.data.items.map((one: Item) => one.pay_amount_yuan)).toEqual(amounts)
      for (const { code } of paid?.data.items ?? [])
        expect((await world.admin.get(`/cost_executions/${code}`)).data.payee).toMatchObject({ code: kept })
      expect((await world.list()).items).toEqual([])
    },
  )

  test('what cannot be paid is named; who may not write payments is refused', async () => {
    const [bare] = await world.plan(await world.contract('10'), [{ amount: '10' }])
    const [income] = await world.plan(await world.contract('10', { category: 3 }), [{ amount: '10' }])
    const pay = (items: unknown, more: object = {}) =>
      world.clerk.post('/payables/pay', { items, pay_at: world.day(0), pay_channel: 2, ...more })
    expect((await pay([{ code: bare }])).data.errors).toEqual([
      {
        field: 'items[0].code',
        message: '合同 HT-1「定金」没有科目和付款类型，请先在付款计划中填写，或逐笔付款',
      },
    ])
    expect(await pay([{ code: income }])).toMatchObject({ status: 422 })
    expect((await pay([])).data.errors).toEqual([{ field: 'items', message: '请选择要付款的期次' }])
    expect(
      (await pay([{ code: bare }, { code: bare }], { pay_at: '', pay_channel: 77 })).data.errors,
    ).toMatchObject([{ field: 'items[1].code' }, { field: 'pay_at' }, { field: 'pay_channel' }])
    expect((await pay([{ code: bare }, { code: 'nowhere' }])).data.errors).toMatchObject([
      { field: 'items[0].code' },
      { field: 'items[1].code', message: '期次不存在或已被删除' },
    ])
    const planner = (await app.person(world.companyId, { payable: ['read', 'write'] }, [world.project])).on(
      world.project,
    )
    const body = { items: [{ code: bare }], pay_at: world.day(0), pay_channel: 2 }
    expect((await planner.post('/payables/pay', body)).status).toBe(403)
    expect((await planner.get('/payables')).data.can).toEqual({ write: true, pay: false })
  })

  test('of clerks who pay the same instalment at once one does, whichever way', async () => {
    for (let round = 0; round < 3; round += 1) {
      const contract = await world.contract('100')
      const [code] = await world.plan(contract, [
        { amount: '100', subject_code: world.subject, pay_category_id: world.category },
      ])
      const answers = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((index) =>
          index % 2 === 0
            ? world.clerk.post('/payables/pay', {
                items: [{ code, version: 1, rest: '100' }],
                pay_at: world.day(0),
                pay_channel: 2,
              })
            : world.clerk.post('/cost_executions', {
                pay_at: world.day(0),
                payer: '某某公司',
                cost_execution_details: [
                  world.line('100', { contract_code: contract, instalment_code: code }),
                ],
              }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
      expect(await world.paid(contract)).toEqual([['100.00', '0.00', '已付清']])
    }
  })
})
