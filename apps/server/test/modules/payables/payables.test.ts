import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasWrongRests, refreshRests } from '../../../src/modules/payables/kept.ts'
import { type Answer, FEATURES_ON, startTestApp, type TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { downloadRows } from '../cost-reports/sheets.ts'
import { done, type PlanWorld, planWorld } from './helpers.ts'

describe.skipIf(!FEATURES_ON)('what is to be paid', () => {
  let app: TestApp
  let world: PlanWorld
  beforeAll(async () => {
    app = await startTestApp()
  })
  beforeEach(async () => {
    world = await planWorld(app)
  })
  afterAll(() => app.close())

  type Item = Record<string, string>
  const list = async (query: object = {}) => done(await world.clerk.get('/payables', { ...query })).data
  const rows = async (query: object = {}) =>
    (await list(query)).items.map(({ payee, title, rest_yuan, status }: Item) => [
      payee,
      title,
      rest_yuan,
      status,
    ])
  const sums = ({ buckets }: { buckets: { bucket: string; count: number; rest_yuan: string }[] }) =>
    Object.fromEntries(
      buckets.filter(({ count }) => count > 0).map((one) => [one.bucket, [one.count, one.rest_yuan]]),
    )

  /** Two parties: overdue, today, this week, this month, later, waiting. */
  const fill = async () => {
    const one = await world.contract('1000', { customer: '甲公司' })
    const two = await world.contract('500', { customer: '乙公司' })
    const of = { subject_code: world.subject, pay_category_id: world.category }
    const first = await world.plan(one, [
      { ...of, title: '定金', due_at: world.day(-3), amount: '100' },
      { ...of, title: '进度款', due_at: world.day(7), amount: '200' },
      { ...of, title: '尾款', kind: 'milestone', due_at: null, amount: '300' },
    ])
    const second = await world.plan(two, [
      { ...of, title: '首期', due_at: world.day(0), amount: '50' },
      { ...of, title: '二期', due_at: world.day(30), amount: '60' },
      { ...of, title: '三期', due_at: world.day(31), amount: '70' },
    ])
    return { one, two, first, second }
  }

  test('has rows by due day, sums of each bucket and of each party of the page; the same after a refresh', async () => {
    await fill()
    await world.plan(await world.contract('900', { category: 3, customer: '投资方' }), [
      { title: '首期', due_at: world.day(1), amount: '400' },
    ])
    const check = async () => {
      const all = await list()
      expect(await rows()).toEqual([
        ['甲公司', '定金', '100.00', '逾期3天'],
        ['乙公司', '首期', '50.00', '今天'],
        ['甲公司', '进度款', '200.00', '7天内'],
        ['乙公司', '二期', '60.00', '未到期'],
        ['乙公司', '三期', '70.00', '未到期'],
        ['甲公司', '尾款', '300.00', '待达成'],
      ])
      expect(sums(all)).toEqual({
        overdue: [1, '100.00'],
        today: [1, '50.00'],
        week: [1, '200.00'],
        month: [1, '60.00'],
        later: [1, '70.00'],
        waiting: [1, '300.00'],
      })
      expect(all).toMatchObject({
        listTotal: 6,
        total_yuan: '780.00',
        unscheduled_yuan: '720.00',
        groups: [
          { payee: '乙公司', count: 3, rest_yuan: '180.00' },
          { payee: '甲公司', count: 3, rest_yuan: '600.00' },
        ],
        can: { write: true, pay: true },
      })
      const week = await list({ bucket: 'week' })
      expect(week).toMatchObject({ listTotal: 1, total_yuan: '200.00', groups: [{ rest_yuan: '200.00' }] })
      expect(sums(week)).toEqual(sums(all))
      expect(
        (await rows({ order: 'payee', per_page: 2, page: 2 })).map(([, title]: string[]) => title),
      ).toEqual(['三期', '定金'])
      const own = await list({ payee: '乙公司', bucket: 'today' })
      expect([own.total_yuan, sums(own)]).toEqual([
        '50.00',
        { today: [1, '50.00'], month: [1, '60.00'], later: [1, '70.00'] },
      ])
      const range = { start_at: world.day(-3), end_at: world.day(7) }
      expect((await list(range)).total_yuan).toBe('350.00')
      expect((await list({ ...range, keywords: '款' })).listTotal).toBe(1)
      expect((await list({ keywords: 'HT-2' })).listTotal).toBe(3)
      expect((await list({ keywords: '%' })).listTotal).toBe(0)
      expect(await rows({ direction: 'in' })).toEqual([['投资方', '首期', '400.00', '7天内']])
      expect((await list({ direction: 'in' })).unscheduled_yuan).toBe('500.00')
      expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
    }
    await check()
    await refreshRests(app.services.db, world.projectId)
    await check()
    expect(
      (await world.clerk.get('/payables', { bucket: 'never', start_at: 'x' })).data.errors,
    ).toMatchObject([{ field: 'start_at' }, { field: 'bucket', message: '分组不存在' }])
  })

  test('follows payments that name an instalment and those that do not, their edits, and deletions', async () => {
    const { one, first } = await fill()
    const [, second] = first
    const named = await world.pay(world.line('150', { contract_code: one, instalment_code: second }))
    expect(await world.paid(one)).toEqual([
      ['0.00', '100.00', '逾期3天'],
      ['150.00', '50.00', '部分支付'],
      ['0.00', '300.00', '待达成'],
    ])
    const shown = (await world.clerk.get(`/cost_executions/${named}`)).data.cost_execution_details[0]
    expect(shown.instalment).toEqual({ code: second, title: '进度款' })
    // Without a name it fills what is due first.
    const plain = await world.pay(world.line('120', { contract_code: one }))
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['100.00', '170.00', '0.00'])
    await refreshRests(app.services.db, world.projectId)
    // A line that is sent without the field keeps its instalment; with another contract it loses it.
    const edit = (more: object) =>
      world.clerk.put(`/cost_executions/${named}`, {
        pay_at: world.day(0),
        payer: '某某公司',
        cost_execution_details: [world.line('200', { code: shown.code, contract_code: one, ...more })],
      })
    expect((await edit({})).data.cost_execution_details[0].instalment.code).toBe(second)
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['100.00', '200.00', '20.00'])
    expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
    expect((await edit({ instalment_code: null })).data.cost_execution_details[0].instalment).toBe(null)
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['100.00', '200.00', '20.00'])
    expect((await edit({ instalment_code: first[2] })).code).toBe(0)
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['100.00', '20.00', '200.00'])
    expect((await rows()).map((row: string[]) => row[2])).toEqual([
      '50.00',
      '180.00',
      '60.00',
      '70.00',
      '100.00',
    ])
    const other = await world.contract('10')
    expect((await edit({ contract_code: other })).data.cost_execution_details[0]).toMatchObject({
      contract: { code: other },
      instalment: null,
    })
    // Negative lines take back from the last.
    await world.pay(world.line('-50', { contract_code: one }))
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['70.00', '0.00', '0.00'])
    await world.clerk.delete(`/cost_executions/${plain}`)
    expect((await world.paid(one)).map(([paid]) => paid)).toEqual(['0.00', '0.00', '0.00'])
    expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
  })

  test('a line names an instalment of its own contract; changed together with another contract it names none', async () => {
    const { one, two, first } = await fill()
    const wrong = async (more: object) => {
      const { data } = await world.clerk.post('/cost_executions', {
        pay_at: world.day(0),
        payer: '甲',
        cost_execution_details: [world.line('1', more)],
      })
      return data.errors
    }
    const field = 'cost_execution_details[0].instalment_code'
    const OTHER = [{ field, message: '期次不属于该明细的合同' }]
    expect(await wrong({ contract_code: two, instalment_code: first[0] })).toEqual(OTHER)
    expect(await wrong({ instalment_code: first[0] })).toEqual(OTHER)
    expect(await wrong({ contract_code: one, instalment_code: 'nowhere' })).toEqual([
      { field, message: '付款计划的期次不存在' },
    ])
    const code = await world.pay(world.line('1', { contract_code: one, instalment_code: first[0] }))
    const change = async (contract: string) => {
      const { version } = (await world.clerk.get(`/cost_executions/${code}`)).data
      done(
        await world.clerk.put('/cost_executions/batch', {
          records: [{ code, version }],
          changes: { contract_code: contract },
        }),
      )
      return (await world.clerk.get(`/cost_executions/${code}`)).data.cost_execution_details[0]
    }
    expect(await change(one)).toMatchObject({ instalment: { code: first[0] } })
    expect(await change(two)).toMatchObject({ contract: { code: two }, instalment: null })
  })

  test('receipts fill the plan of a contract of income; what is settled is not to be paid', async () => {
    const income = await world.contract('900', { category: 4, customer: '平台' })
    await world.plan(income, [
      { title: '首期', amount: '400' },
      { title: '二期', due_at: world.day(40), amount: '500' },
    ])
    const receipt = await world.receive(income, '450')
    expect(await world.paid(income)).toEqual([
      ['400.00', '0.00', '已收清'],
      ['50.00', '450.00', '部分收款'],
    ])
    await refreshRests(app.services.db, world.projectId)
    await world.clerk.delete(`/investment_executions/${receipt}`)
    expect((await list({ direction: 'in' })).total_yuan).toBe('900.00')
    const { one } = await fill()
    expect((await list()).total_yuan).toBe('780.00')
    done(await world.admin.put(`/contracts/${one}/settlement`, { settled: true, reason: '不再支付' }))
    expect(await list()).toMatchObject({ total_yuan: '180.00', unscheduled_yuan: '320.00' })
    expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
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
      expect((await list()).items).toEqual([])
    },
  )

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
    const { items, groups } = await list({ order: 'payee', ...query })
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
      const own = await list({ payee_code: first })
      expect([own.listTotal, own.total_yuan, sums(own)]).toEqual([2, '200.00', { week: [2, '200.00'] }])
      expect(own.items).toMatchObject([
        { payee: '丙公司', customer: '丙公司（一）', payee_link: { code: first, account_change: null } },
        { payee: '丙公司', customer: '丙公司（二）', payee_link: { code: first } },
      ])
      expect(await list({ payee_code: 'nobody' })).toMatchObject({ listTotal: 0, total_yuan: '0.00' })
      // By a part of the payee's name and by its initials, where the contract says something else.
      expect((await list({ keywords: '丁公' })).listTotal).toBe(2)
      expect((await list({ keywords: 'dgs' })).listTotal).toBe(2)
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
      expect((await list({ payee_code: first })).listTotal).toBe(4)
      expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
    }
  })

  test('without the feature rows go by the text of the contracts, and a payee is no filter', async () => {
    const { first } = await fillPayees()
    await refreshRests(app.services.db, world.projectId)
    done(await world.admin.put('/company/features', { items: [{ feature: 'payee', on: false }] }))
    const { items, groups, listTotal } = await list({ order: 'payee', payee_code: first })
    expect(listTotal).toBe(5)
    expect(groups.map(({ payee }: Item) => payee)).toEqual([
      '丁公司',
      '丁工作室',
      '丙公司',
      '丙公司（一）',
      '丙公司（二）',
    ])
    for (const one of [...items, ...groups])
      expect(['payee_link', 'payee_code'].filter((name) => name in one)).toEqual([])
    expect((await list({ keywords: 'dgs' })).listTotal).toBe(0)
    const exported = await downloadRows(app, world.clerk, '/payables/export', { order: 'payee' })
    expect(exported.slice(1, 6).map(([, , payee]) => payee)).toEqual(groups.map(({ payee }: Item) => payee))
  })

  test('the account of a payee that was changed is marked in its rows', async () => {
    const { first } = await fillPayees()
    const changed = done(
      await world.admin.put(`/payees/${first}`, { kind: 1, name: '丙公司', account: '33334444' }),
    ).data
    const { items } = await list()
    expect(items.map(({ payee_link }: { payee_link: object | null }) => payee_link)).toMatchObject([
      { name: '丁公司', account_change: null },
      { name: '丙公司', account_change: changed.account_change },
      { name: '丙公司' },
      { name: '丁公司' },
      null,
    ])
    expect(changed.account_change).toMatchObject({ days: 0 })
  })

  test('one or several are paid: drafts for the editor, or payments of one transaction, one for each party', async () => {
    const { one, first, second } = await fill()
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

  test('the red strip has what is overdue or due in the next three days, for who may read it', async () => {
    const one = await world.contract('1000', { customer: '甲公司' })
    const plan = (days: number) => ({ title: `第${days}天`, due_at: world.day(days), amount: '100' })
    await world.plan(one, [plan(-1), plan(0), plan(3), plan(4)])
    const shown = async (who = world.clerk) =>
      done(await who.get('/contract_messages')).data.items.map(({ message }: Item) => message)
    const [, month, day] = world.day(3).split('-').map(Number)
    const late = '合同HT-1（甲公司）第-1天已逾期1天，未付金额 100.00 元。'
    expect(await shown()).toEqual([
      late,
      '合同HT-1（甲公司）第0天今日到期，未付金额 100.00 元。',
      `合同HT-1（甲公司）第3天${month}月${day}日到期，未付金额 100.00 元。`,
    ])
    // A contract with a reminder and an instalment has a message of each.
    done(
      await world.admin.post('/contract_cautions', {
        contract_code: one,
        category: 0,
        start_at: world.day(0),
        remark: '催款',
      }),
    )
    expect(await shown(world.admin)).toEqual([
      '合同HT-1（甲公司）催款，未付金额 1,000.00 元。',
      ...(await shown()),
    ])
    await world.pay(world.line('230', { contract_code: one }))
    expect(await shown()).toEqual([`合同HT-1（甲公司）第3天${month}月${day}日到期，未付金额 70.00 元。`])
    await refreshRests(app.services.db, world.projectId)
    expect(await shown()).toHaveLength(1)
    expect(await shown(world.reader)).toHaveLength(1)
    const other = await app.person(world.companyId, { contract_caution: ['read'] }, [world.project])
    expect(await shown(other.on(world.project))).toHaveLength(1)
    // Of many, those that are overdue longest are left out.
    const two = await world.contract('1000', { customer: '乙公司' })
    await world.plan(
      two,
      Array.from({ length: 25 }, (_, index) => ({ ...plan(index - 23), amount: '1' })),
    )
    const many = await shown()
    expect(many).toHaveLength(20)
    expect(many[0]).toContain('已逾期17天')
    expect(many.at(-1)).toContain('第3天')
  })

  test('folded buckets are on no page, and keep their sums', async () => {
    await fill()
    for (const refresh of [false, true]) {
      if (refresh) await refreshRests(app.services.db, world.projectId)
      const whole = await list()
      expect(whole.shownTotal).toBe(6)
      for (const [folded, titles] of [
        [['overdue'], ['首期', '进度款', '二期', '三期', '尾款']],
        [
          ['month', 'later', 'waiting'],
          ['定金', '首期', '进度款'],
        ],
        [
          ['today', 'later'],
          ['定金', '进度款', '二期', '尾款'],
        ],
        [['overdue', 'today', 'week', 'month', 'later', 'waiting'], []],
      ] as const) {
        const data = await list({ folded: [...folded] })
        expect(data.items.map(({ title }: Item) => title)).toEqual(titles)
        expect([data.shownTotal, data.listTotal, data.total_yuan]).toEqual([titles.length, 6, '780.00'])
        expect(data.buckets).toEqual(whole.buckets)
      }
      expect((await list({ folded: ['overdue'], order: 'payee' })).items).toHaveLength(6)
      expect((await list({ folded: ['week'], per_page: 2, page: 2 })).items).toMatchObject([
        { title: '二期' },
        { title: '三期' },
      ])
    }
    expect((await world.clerk.get('/payables', { folded: ['never'] })).data.errors).toMatchObject([
      { message: '分组不存在' },
    ])
  })

  test('exports have the rows of the list, and the weeks of the forecast', async () => {
    await fill()
    const [titles, ...lines] = await downloadRows(app, world.clerk, '/payables/export', { order: 'payee' })
    expect(titles).toEqual([
      '到期日',
      '状态',
      '收款人',
      '合同编号',
      '期次',
      '金额（元）',
      '已付（元）',
      '待付（元）',
    ])
    expect(lines.slice(0, 6).map(([, status, payee]) => [status, payee])).toEqual([
      ['今天', '乙公司'],
      ['未到期', '乙公司'],
      ['未到期', '乙公司'],
      ['逾期3天', '甲公司'],
      ['7天内', '甲公司'],
      ['待达成', '甲公司'],
    ])
    expect(lines.at(-1)?.at(-1)).toBe('780')
    const weeks = await downloadRows(app, world.clerk, '/payables/forecast/export', { weeks: 3 })
    expect(weeks.slice(0, 5).map(([week = '']) => week.slice(0, 4))).toEqual([
      '周',
      '当前余额',
      ...[0, 0, 0].map(() => world.day(0).slice(0, 4)),
    ])
    expect((await world.reader.post('/payables/export', {})).code).toBe(0)
  })
})
