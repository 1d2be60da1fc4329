import { describe, expect, test } from 'vitest'
import { auditsOf, wrongFields } from '../../books/payments/helpers.ts'
import { testCompany } from '../../harness/company.ts'
import { newProject } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { contractWorld } from './helpers.ts'

const { app, companyId, admin } = await testCompany()

const fresh = async () => admin.on(await newProject(admin))
const BODY = {
  out_code: 'HT-2026-001',
  customer: '北京影视器材有限公司',
  id_number: '91110105MA01ABCD2X',
  sign_at: '2026-11-01',
  category: 2,
  amount: '100000.00',
  income_bank_name: '招商银行北京分行',
  income_bankcard_username: '北京影视器材有限公司',
  income_bankcard_account: '6225880212345678',
  remark: '摄影器材',
}
test('adds a contract; ID and account numbers are masked in the answer and the log', async () => {
  const person = await fresh()
  const added = await person.post('/contracts', BODY)
  expect(added).toMatchObject({
    code: 0,
    msg: '操作成功',
    data: {
      out_code: 'HT-2026-001',
      id_number: '911***********CD2X',
      income_bankcard_account: '************5678',
      category: { category_code: '2', category_i18n: '制作合同' },
      amount_yuan: '100000.00',
      pay_amount_yuan: '0.00',
      unpay_amount_yuan: '100000.00',
      version: 1,
    },
  })
  const { code } = added.data
  expect((await person.get(`/contracts/${code}`)).data).toEqual(added.data)
  expect((await person.get('/contracts')).data).toMatchObject({
    items: [added.data],
    listTotal: 1,
    can: { write: true },
  })
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select('after')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(log.after)).not.toMatch(/91110105|62258802/)
  const stored = await app.services.db
    .selectFrom('contracts')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    id_number: BODY.id_number,
    income_bankcard_account: BODY.income_bankcard_account,
    amount: 10_000_000n,
  })
})

test('only number, customer, type and amount are required; the amount may be negative', async () => {
  const person = await fresh()
  const { out_code, customer } = BODY
  const answer = await person.post('/contracts', { out_code, customer, category: '0', amount: -500 })
  expect(answer.data).toMatchObject({
    amount_yuan: '-500.00',
    sign_at: null,
    id_number: '',
    income_bankcard_account: '',
  })
})

test.each([
  ['out_code', { out_code: '' }, '请输入合同编号'],
  ['customer', { customer: null }, '请输入合同主体'],
  ['category', { category: undefined }, '请选择合同类型'],
  ['category', { category: '5' }, '合同类型不正确'],
  ['amount', { amount: undefined }, '请输入合同总额'],
  ['amount', { amount: '1,234.00' }, '合同总额格式不正确'],
  ['amount', { amount: '1.234' }, '最多两位小数'],
  ['amount', { amount: '10000000000000' }, '合同总额超出范围'],
  ['sign_at', { sign_at: '2026-11-31' }, '日期不存在'],
  ['id_number', { id_number: '911***********CD2X' }, '请填写完整号码，不能包含 *'],
  ['income_bankcard_account', { income_bankcard_account: '************5678' }, '请填写完整号码，不能包含 *'],
  ['remark', { remark: '长'.repeat(2001) }, '不能超过2000个字符'],
])('refuses a wrong %s and changes nothing: %o', async (field, wrong, message) => {
  const person = await fresh()
  const answer = await person.post('/contracts', { ...BODY, ...wrong })
  expect(answer).toMatchObject({ status: 422, data: { errors: [{ field, message }] } })
  expect((await person.get('/contracts')).data.listTotal).toBe(0)
})

test('a contract number is unique in a project, also with 20 concurrent adds', async () => {
  const person = await fresh()
  const tally = await atOnce(20, () => person.post('/contracts', BODY))
  expect(tally).toEqual({ '0 操作成功': 1, '422 合同编号已存在': 19 })
  const first = await app.services.db
    .selectFrom('contracts')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { id: _, ...copy } = { ...first, out_code: 'HT-2026-002', code: 'another' }
  const second = await overlap(
    app,
    (tx) => tx.insertInto('contracts').values(copy).execute(),
    () => person.post('/contracts', { ...BODY, out_code: 'HT-2026-002' }),
  )
  expect(second).toMatchObject({ status: 422, msg: '合同编号已存在' })
  expect((await (await fresh()).post('/contracts', BODY)).code).toBe(0)
  // Written in other letters it is the same number, whoever comes first.
  const ways = ['HT-abc', 'ht-ABC', 'ＨＴ－ａｂｃ', 'Ht－Abc']
  const alike = await atOnce(4, (index) => person.post('/contracts', { ...BODY, out_code: ways[index] }))
  expect(alike['0 操作成功']).toBe(1)
  const { out_code } = (await person.get('/contracts')).data.items[0]
  const errors = [{ field: 'out_code', message: `与已有合同“${out_code}”只有全角半角或大小写的差别，请核对` }]
  const path = `/contracts/${first.code}`
  for (const answer of [
    await person.post('/contracts', { ...BODY, out_code: 'hT-aBC' }),
    await person.put(path, { ...BODY, out_code: 'hT-aBC' }),
    await person.put(path, { ...BODY, out_code: 'hT-aBC', amount: '' }),
  ])
    expect(answer.data.errors).toEqual(expect.arrayContaining(errors))
  // A contract may be written otherwise itself.
  expect((await person.put(path, { ...BODY, out_code: BODY.out_code.toLowerCase() })).code).toBe(0)
})

describe('update', () => {
  test('replaces what it names; what is absent, as numbers and scans, stays', async () => {
    const world = await contractWorld(app)
    const scan = await world.attachment()
    const { code } = await world.add({ scan_attachment_codes: [scan] })
    const path = `/contracts/${code}`
    const { out_code, customer } = BODY
    const body = {
      ...{ out_code, customer, category: 1, amount: '-0.01' },
      ...{ sign_at: null, income_bank_name: '', remark: null },
    }
    const saved = await world.clerk.put(path, { ...body, version: 1 })
    expect(saved).toMatchObject({ code: 0, msg: '操作成功' })
    expect(saved.data).toMatchObject({
      code,
      version: 2,
      out_code,
      category: { category_code: '1' },
      amount_yuan: '-0.01',
      sign_at: null,
      id_number: '911***********CD2X',
      income_bankcard_account: '************5678',
      income_bank_name: '',
      remark: '',
      scans: [{ code: scan }],
    })
    expect((await world.clerk.get(path)).data).toEqual(saved.data)
    // A stale one is refused, after wrong fields; without a version there is no check.
    expect((await world.clerk.put(path, { ...body, version: 1 })).status).toBe(409)
    expect(
      (await world.clerk.put(path, { ...body, id_number: '911***********CD2X', version: 1 })).status,
    ).toBe(422)
    expect((await world.clerk.get(path)).data).toEqual(saved.data)
    const cleared = await world.clerk.put(path, { ...body, id_number: '', income_bankcard_account: null })
    expect(cleared.data).toMatchObject({ version: 3, id_number: '', income_bankcard_account: '' })
    const other = await world.add()
    expect(await world.clerk.put(path, { ...body, out_code: other.out_code })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'out_code', message: '合同编号已存在' }] },
    })
    // Errors of the schema and of the rules are reported together.
    expect(
      wrongFields(await world.clerk.put(path, { ...body, out_code: other.out_code, amount: '', remark: 1 })),
    ).toEqual(['amount', 'out_code', 'remark'])
    expect((await world.reader.put(path, body)).status).toBe(403)
    expect((await world.clerk.put('/contracts/nothing', body)).status).toBe(404)
  })

  test('of two who exchange the numbers of two contracts neither makes a number twice', async () => {
    const world = await contractWorld(app)
    const [one, two] = [await world.add(), await world.add()]
    const renumber = (code: string, out_code: string) =>
      world.clerk.put(`/contracts/${code}`, world.body({ out_code }))
    expect(await atOnce(2, (index) => renumber(index === 0 ? one.code : two.code, 'HT-同'))).toEqual({
      '0 操作成功': 1,
      '422 合同编号已存在': 1,
    })
  })

  test('the type must fit what is booked on the contract', async () => {
    const world = await contractWorld(app)
    const [paid, income] = [await world.add({ category: 2 }), await world.add({ category: 3 })]
    const payment = await book(world.admin, { contract_code: paid.code })
    const [type] = (await world.admin.get('/selects/investment_categories')).data.items
    await world.admin.post('/investment_executions', {
      ...{ investment_at: '2026-05-01', investor: '某某影业', amount: 1 },
      ...{ investment_category_id: type.value, contract_code: income.code },
    })
    const to = (code: string, category: number) =>
      world.clerk.put(`/contracts/${code}`, world.body({ out_code: `新-${code}`, category }))
    expect(await to(paid.code, 3)).toMatchObject({
      status: 422,
      data: {
        errors: [{ field: 'category', message: `合同已被付款 ${payment.data.code} 使用，不能改为投资合同` }],
      },
    })
    expect(await to(income.code, 0)).toMatchObject({
      status: 422,
      msg: '合同已被收款 2026-05-01 某某影业 使用，不能改为演员合同',
    })
    expect([(await to(paid.code, 0)).code, (await to(income.code, 4)).code]).toEqual([0, 0])
  })

  test('a change of type waits for a payment being booked, and is refused', async () => {
    const world = await contractWorld(app)
    const { code } = await world.add({ category: 2 })
    const payment = await book(world.admin)
    const answer = await overlap(
      app,
      async (tx) => {
        const contract = await tx
          .selectFrom('contracts')
          .select('id')
          .where('project_id', '=', world.projectId)
          .where('code', '=', code)
          .forShare()
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('payment_lines')
          .set({ contract_id: contract.id })
          .where('project_id', '=', world.projectId)
          .execute()
      },
      () => world.clerk.put(`/contracts/${code}`, world.body({ category: 3 })),
    )
    expect(answer.msg).toBe(`合同已被付款 ${payment.data.code} 使用，不能改为投资合同`)
  })
})

describe('reveal', () => {
  test('answers the numbers in full to those who may write, and logs who saw them', async () => {
    const world = await contractWorld(app)
    const { code } = await world.add()
    const path = `/contracts/${code}`
    const numbers = { id_number: BODY.id_number, income_bankcard_account: BODY.income_bankcard_account }
    expect((await world.reader.get(path)).data.can).toEqual({ write: false, delete: false, reveal: false })
    expect((await world.reader.get(path, { reveal: 1 })).status).toBe(403)
    expect((await world.clerk.get(path, { reveal: '0' })).data.id_number).toBe('911***********CD2X')
    expect((await world.clerk.get(path, { reveal: 1 })).data).toMatchObject(numbers)
    expect((await world.clerk.get('/contracts/nothing', { reveal: 1 })).status).toBe(404)
    // Reading is possible in an archived project.
    await world.admin.post(`/projects/${world.project}/archive`)
    expect((await world.clerk.get(path, { reveal: 1 })).data).toMatchObject({
      ...numbers,
      can: { write: false, delete: false, reveal: true },
    })
    const log = (await auditsOf(app, world.projectId)).filter(({ action }) => action === 'reveal')
    expect(log.map((entry) => [entry.resource, entry.code, entry.user_id, entry.label])).toEqual(
      Array(2).fill([
        'contract',
        code,
        world.clerk.userId,
        expect.stringMatching(/^HT-\d+ 北京影视器材有限公司/),
      ]),
    )
    expect(JSON.stringify(log.map(({ before, after }) => [before, after]))).not.toContain('62258802')
  })
})

test('needs a login, the right and the project', async () => {
  const person = await fresh()
  const project = person.project ?? ''
  const { code } = (await person.post('/contracts', BODY)).data
  const body = { ...BODY, out_code: '外人' }
  expect((await app.nobody.on(project).post('/contracts', body)).status).toBe(401)
  const reader = (await app.person(companyId, { contract: ['read'] }, [project])).on(project)
  expect((await reader.post('/contracts', body)).status).toBe(403)
  const unlinked = (await app.person(companyId, { contract: ['write'] })).on(project)
  expect((await unlinked.post('/contracts', body)).code).toBe(300009)
  const stranger = (await app.company()).admin.on(project)
  expect((await stranger.post('/contracts', body)).code).toBe(300009)
  expect((await stranger.get(`/contracts/${code}`)).code).toBe(300009)
  expect((await (await fresh()).get(`/contracts/${code}`)).status).toBe(404)
  const clerk = (await app.person(companyId, { cost_execution: ['read'] }, [project])).on(project)
  expect((await clerk.get('/contracts')).status).toBe(403)
  expect((await person.get('/contracts')).data.listTotal).toBe(1)
})
