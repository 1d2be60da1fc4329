import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, wrongFields } from '../payments/helpers.ts'
import { expectSumsTrue } from '../payments/sums.ts'
import { type BudgetWorld, budgetWorld } from './helpers.ts'

const PATH = '/cost_budgets'
const EPISODES = `${PATH}/dashboard/epis`
const RANGE = '合计（单价 × 数量）超出范围'
let app: TestApp
let world: BudgetWorld
let other: BudgetWorld

beforeAll(async () => {
  app = await workerApp()
  world = await budgetWorld(app)
  other = await budgetWorld(app)
})
afterEach(async () => {
  await expectSumsTrue(app.services.db, world.projectId)
})
afterAll(() => app.close())

/** All budget lines of the project as stored. */
const stored = (of = world) =>
  app.services.db
    .selectFrom('cost_budgets')
    .selectAll()
    .where('project_id', '=', of.projectId)
    .orderBy('id')
    .execute()
const lastAudit = async () => (await auditsOf(app, world.projectId)).at(-1)

describe('create', () => {
  test('saves all fields and answers them as GET does', async () => {
    const made = await world.clerk.post(PATH, world.body({ remark: ' 两台 ' }))
    expect(made).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
    expect(made.data).toMatchObject({
      version: 1,
      subject_three_code: world.subject('24000101'),
      subject_three_out_code: '24000101',
      subject_one_name: '设备器材租赁',
      subject_two_name: '摄影器材租赁',
      subject_three_name: '摄影机租赁费',
      unit_price_yuan: '1800.00',
      quantity: '60',
      unit: '日',
      amount_yuan: '108000.00',
      remark: '两台',
      can: { write: true, delete: true },
    })
    expect((await world.reader.get(`${PATH}/${made.data.code}`)).data).toEqual({
      ...made.data,
      can: { write: false, delete: false },
    })
    expect(await lastAudit()).toMatchObject({
      action: 'create',
      resource: 'cost_budget',
      code: made.data.code,
      label: '24000101 摄影机租赁费 108000.00元',
      after: { amount_yuan: '108000.00', quantity: '60' },
    })
  })

  test('the amount is price × quantity, rounded half away from zero to the fen', async () => {
    const products: [price: unknown, quantity: unknown, amount: string][] = [
      ['0.01', '0.5', '0.01'],
      ['-0.01', '0.5', '-0.01'],
      ['0.01', '0.4999', '0.00'],
      ['33.33', '1.0625', '35.41'],
      ['1234.56', '-2.5', '-3086.40'],
      [-10, -3, '30.00'],
      // A double has no exact 0.07 × 100 or 1.005 × 1000.
      [0.07, 100, '7.00'],
      [1.05, '1000.0001', '1050.00'],
      ['9999999999999.99', '1', '9999999999999.99'],
      ['-9999999999999.99', 1, '-9999999999999.99'],
      ['99999.99', '99999999.9999', '9999998999990.00'],
      // Absent, null and empty are 0.
      [undefined, undefined, '0.00'],
      [null, '5', '0.00'],
      ['5', '', '0.00'],
    ]
    for (const [unit_price, quantity, amount_yuan] of products)
      expect(
        (await world.clerk.post(PATH, world.body({ unit_price, quantity }))).data,
        `${unit_price} × ${quantity}`,
      ).toMatchObject({ amount_yuan })
  })

  test('names all wrong fields at once and changes nothing', async () => {
    const before = await stored()
    const wrong: [Record<string, unknown>, Record<string, string>][] = [
      [{ subject_three_code: '' }, { subject_three_code: '请选择科目' }],
      [{ subject_three_code: undefined }, { subject_three_code: '请选择科目' }],
      [{ subject_three_code: world.subject('240001') }, { subject_three_code: '请选择三级科目' }],
      [{ subject_three_code: world.subject('2400') }, { subject_three_code: '请选择三级科目' }],
      [{ subject_three_code: other.subject('24000101') }, { subject_three_code: '科目不存在' }],
      [{ unit_price: '9999999999999.99', quantity: '1.0001' }, { quantity: RANGE }],
      [{ unit_price: '-9999999999999.99', quantity: '9999999999.9999' }, { quantity: RANGE }],
      [{ unit_price: '10000000000000' }, { unit_price: '单价超出范围' }],
      [{ quantity: '10000000000' }, { quantity: '数量超出范围' }],
      [{ unit_price: '1e1' }, { unit_price: '单价格式不正确' }],
      [{ quantity: '1e1' }, { quantity: '数量格式不正确' }],
      [{ unit_price: '1.005' }, { unit_price: '最多两位小数' }],
      [{ quantity: '0.00001' }, { quantity: '最多四位小数' }],
      [{ quantity: [1] }, { quantity: '数量格式不正确' }],
      [{ unit: '长'.repeat(201) }, { unit: '不能超过200个字符' }],
      // The schema refuses the unit; what the schema does not see is reported as well.
      [
        { unit: 1, subject_three_code: 'nowhere', unit_price: '9999999999999.99', quantity: '2' },
        { unit: '格式不正确', subject_three_code: '科目不存在', quantity: RANGE },
      ],
    ]
    const messages = (answer: Awaited<ReturnType<BudgetWorld['clerk']['post']>>) =>
      Object.fromEntries(
        (answer.data.errors as { field: string; message: string }[]).map((one) => [one.field, one.message]),
      )
    for (const [changes, expected] of wrong) {
      const answer = await world.clerk.post(PATH, world.body(changes))
      expect([answer.status, messages(answer)]).toEqual([422, expected])
    }
    const { code } = await world.add()
    for (const [changes, expected] of wrong)
      expect(messages(await world.clerk.put(`${PATH}/${code}`, world.body(changes)))).toEqual(expected)
    await world.clerk.delete(`${PATH}/${code}`)
    expect(await stored()).toEqual(before)
  })

  test('a repeated request with its key saves once', async () => {
    const headers = { 'idempotency-key': 'budget-1' }
    const body = world.body({ remark: '只存一次' })
    const answers = await Promise.all([1, 2, 3].map(() => world.clerk.post(PATH, body, headers)))
    expect(new Set(answers.map(({ data }) => data.code)).size).toBe(1)
    expect((await stored()).filter(({ remark }) => remark === '只存一次')).toHaveLength(1)
  })
})

describe('update and delete', () => {
  test('an update replaces it; a stale one is refused and changes nothing', async () => {
    const { code } = await world.add()
    const path = `${PATH}/${code}`
    const body = world.body({ subject_three_code: world.subject('24000102'), quantity: '-1.5', version: 1 })
    const saved = await world.clerk.put(path, body)
    expect(saved.data).toMatchObject({
      code,
      version: 2,
      subject_three_out_code: '24000102',
      quantity: '-1.5',
      amount_yuan: '-2700.00',
    })
    expect(await world.clerk.put(path, { ...body, unit: '台' })).toMatchObject({ status: 409 })
    expect((await world.clerk.get(path)).data).toEqual(saved.data)
    // Wrong fields are reported before staleness.
    expect((await world.clerk.put(path, { ...body, quantity: 'x' })).status).toBe(422)
    expect((await world.clerk.put(path, { ...body, version: undefined })).data.version).toBe(3)
    expect(await lastAudit()).toMatchObject({
      action: 'update',
      before: { version: 2 },
      after: { version: 3 },
    })
  })

  test('of two concurrent updates the second is stale', async () => {
    const { code } = await world.add()
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('cost_budgets')
          .set({ version: 2 })
          .where('project_id', '=', world.projectId)
          .where('code', '=', code)
          .execute(),
      () => world.clerk.put(`${PATH}/${code}`, world.body({ version: 1 })),
    )
    expect(answer.status).toBe(409)
  })

  test('deletes one or several, all or none, each with a log entry', async () => {
    const [one, two, three] = [await world.add(), await world.add(), await world.add()]
    expect(await world.clerk.delete(`${PATH}/${one.code}`)).toMatchObject({ code: 0, msg: '删除成功' })
    expect((await world.clerk.delete(`${PATH}/${one.code}`)).status).toBe(404)
    const before = await stored()
    const foreign = await other.add()
    expect((await world.clerk.delete(`${PATH}/batch`, { codes: [two.code, foreign.code] })).status).toBe(404)
    expect(await world.clerk.delete(`${PATH}/batch`, { codes: [] })).toMatchObject({
      status: 422,
      msg: '请选择删除项',
    })
    expect(await stored()).toEqual(before)
    expect((await world.clerk.delete(`${PATH}/batch`, { codes: [three.code, two.code] })).code).toBe(0)
    expect(await stored()).toHaveLength(before.length - 2)
    const entries = (await auditsOf(app, world.projectId)).slice(-2)
    expect(entries.map(({ action, code }) => [action, code])).toEqual([
      ['delete', two.code],
      ['delete', three.code],
    ])
  })

  test('a subject with budget lines is not deleted, and the message says so', async () => {
    const subject = world.subject('99000101')
    const lines = [
      await world.add({ subject_three_code: subject }),
      await world.add({ subject_three_code: subject }),
    ]
    const remove = () => world.clerk.delete(`/subjects/${subject}`)
    expect(await remove()).toMatchObject({
      status: 422,
      msg: '科目 99000101 不可预见费 有费用预算 2 条，不能删除',
    })
    await world.clerk.delete(`${PATH}/batch`, { codes: lines.map(({ code }) => code) })
    expect((await remove()).code).toBe(0)
  })

  test('of a budget line and the deletion of its subject only one succeeds', async () => {
    const parent_code = world.subject('240001')
    for (let round = 0; round < 5; round += 1) {
      const subject = { name: `竞争${round}`, category: 2, parent_code }
      const { code } = (await world.clerk.post('/subjects', subject)).data
      const [removed, made] = await Promise.all([
        world.clerk.delete(`/subjects/${code}`),
        world.clerk.post(PATH, world.body({ subject_three_code: code })),
      ])
      expect([removed.code, made.code].sort()).toEqual([0, 422])
    }
  })
})

describe('episodes', () => {
  test('are null until they are set; each change is logged and counted', async () => {
    const mine = await budgetWorld(app)
    expect((await mine.reader.get(EPISODES)).data).toEqual({ epis: null, version: 0, can: { write: false } })
    expect((await mine.clerk.put(EPISODES, { epis: 24, version: 0 })).data).toEqual({
      epis: 24,
      version: 1,
      can: { write: true },
    })
    // Somebody who has the page from before.
    expect((await mine.clerk.put(EPISODES, { epis: 30, version: 0 })).status).toBe(409)
    expect((await mine.reader.get(EPISODES)).data).toMatchObject({ epis: 24 })
    for (const [epis, expected] of [
      ['9999', 9999],
      ['1', 1],
      [null, null],
      [12, 12],
      ['', null],
    ])
      expect((await mine.clerk.put(EPISODES, { epis })).data.epis).toBe(expected)
    expect((await auditsOf(app, mine.projectId)).at(-1)).toMatchObject({
      action: 'update',
      resource: 'cost_budget',
      label: '集数',
      before: { epis: 12 },
      after: { epis: null },
    })
  })

  test('are a whole number from 1 to 9,999', async () => {
    const wrong: [unknown, string][] = [
      ...[0, '0', '000', -1, 1.5, '1.5', '1e1', 'x', '１２', ' 3', true, [], {}].map(
        (epis): [unknown, string] => [epis, '集数须为不小于1的整数'],
      ),
      [10_000, '集数不能超过9999'],
      ['10000', '集数不能超过9999'],
      [undefined, '请输入集数'],
    ]
    for (const [epis, message] of wrong) {
      const answer = await world.clerk.put(EPISODES, { epis })
      expect([answer.status, answer.data.errors], String(epis)).toEqual([422, [{ field: 'epis', message }]])
    }
    expect((await world.clerk.get(EPISODES)).data).toMatchObject({ epis: null, version: 0 })
  })

  test('of two people who set them first at once, one is told that the other was faster', async () => {
    const mine = await budgetWorld(app)
    const answers = await Promise.all([20, 40].map((epis) => mine.clerk.put(EPISODES, { epis, version: 0 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)
    expect((await mine.clerk.get(EPISODES)).data).toEqual(winner?.data)
  })
})

describe('access', () => {
  test('writes without login, without the right or in another project are refused and change nothing', async () => {
    const { code } = await world.add()
    const before = await stored()
    const writes = (who: BudgetWorld['clerk']) => [
      who.post(PATH, world.body()),
      who.put(`${PATH}/${code}`, world.body()),
      who.delete(`${PATH}/${code}`),
      who.delete(`${PATH}/batch`, { codes: [code] }),
      who.put(EPISODES, { epis: 7 }),
    ]
    for (const answer of await Promise.all(writes(app.nobody.on(world.project))))
      expect(answer.status).toBe(401)
    for (const answer of await Promise.all(writes(world.reader))) expect(answer.status).toBe(403)
    for (const answer of await Promise.all(writes(other.admin.on(world.project))))
      expect(answer.code).toBe(300009)
    const [made, ...rest] = await Promise.all(writes(other.clerk).slice(0, 4))
    expect(wrongFields(made as never)).toEqual(['subject_three_code'])
    expect(rest.map(({ status }) => status)).toEqual([404, 404, 404])
    await world.admin.post(`/projects/${world.project}/archive`)
    for (const answer of await Promise.all(writes(world.clerk))) expect(answer.code).toBe(300011)
    expect((await world.clerk.get(PATH)).data).toMatchObject({ can: { write: false, delete: false } })
    expect((await world.clerk.get(EPISODES)).data).toMatchObject({ epis: null, can: { write: false } })
    await world.admin.post(`/projects/${world.project}/unarchive`)
    expect(await stored()).toEqual(before)
  })
})
