import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findReferences } from '../../../src/books/receipts/rules.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, wrongFields } from '../payments/helpers.ts'
import { type ReceiptWorld, receiptWorld } from './helpers.ts'

const PATH = '/investment_executions'
let app: TestApp
let world: ReceiptWorld
let other: ReceiptWorld

beforeAll(async () => {
  app = await workerApp()
  world = await receiptWorld(app)
  other = await receiptWorld(app)
})
afterAll(() => app.close())

/** All receipts of the project as stored. */
const stored = (of = world) =>
  app.services.db
    .selectFrom('receipts')
    .selectAll()
    .where('project_id', '=', of.projectId)
    .orderBy('id')
    .execute()

describe('create', () => {
  test('saves all fields and answers them as GET does', async () => {
    const contract = await world.contract('TZ-1')
    const made = await world.clerk.post(
      PATH,
      world.body({ contract_code: contract, desc: ' 首期投资款 ', amount: 1234567.89 }),
    )
    expect(made).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
    expect(made.data).toMatchObject({
      version: 1,
      investment_at: '2026-11-21',
      investor: '某某影业有限公司',
      investment_category_id: world.category('自有资金'),
      investment_category_name: '自有资金',
      amount_yuan: '1234567.89',
      contract_code: contract,
      contract: { code: contract, out_code: 'TZ-1' },
      desc: '首期投资款',
      creator_name: expect.stringMatching(/^员工/),
      can: { write: true, delete: true },
    })
    expect((await world.clerk.get(`${PATH}/${made.data.code}`)).data).toEqual(made.data)
    const entry = (await auditsOf(app, world.projectId)).at(-1)
    expect(entry).toMatchObject({
      action: 'create',
      resource: 'investment_execution',
      code: made.data.code,
      label: '2026-11-21 某某影业有限公司 1234567.89元',
      after: { amount_yuan: '1234567.89', contract: { out_code: 'TZ-1' } },
    })
    // The contract's paid amount contains the receipt.
    expect((await world.clerk.get(`/contracts/${contract}`)).data).toMatchObject({
      pay_amount_yuan: '1234567.89',
      unpay_amount_yuan: '3765432.11',
    })
  })

  test('the contract may be of category 3 or 4, or absent', async () => {
    for (const contract_code of [await world.contract('TZ-2', '4'), '', null, undefined])
      expect((await world.clerk.post(PATH, world.body({ contract_code }))).code).toBe(0)
  })

  test('names all wrong fields at once, including missing references, and changes nothing', async () => {
    const before = await stored()
    const paid = await world.contract('FK-1', '2')
    const foreign = await other.contract('TZ-9')
    const gone = '999999999'
    const wrong: [Record<string, unknown>, string[]][] = [
      [
        { investment_at: '', investor: ' ', amount: 0, investment_category_id: '' },
        ['amount', 'investment_at', 'investment_category_id', 'investor'],
      ],
      [{ amount: '-1.00' }, ['amount']],
      [{ amount: '1.001' }, ['amount']],
      [{ investment_category_id: gone, contract_code: paid }, ['contract_code', 'investment_category_id']],
      [{ investment_category_id: other.category('自有资金') }, ['investment_category_id']],
      [{ contract_code: foreign }, ['contract_code']],
      // The schema refuses the amount; missing references are reported as well.
      [
        { amount: '', investment_category_id: gone, contract_code: paid },
        ['amount', 'contract_code', 'investment_category_id'],
      ],
      [
        { investor: 'x'.repeat(201), contract_code: foreign, desc: 'a\0' },
        ['contract_code', 'desc', 'investor'],
      ],
    ]
    for (const [changes, fields] of wrong) {
      const answer = await world.clerk.post(PATH, world.body(changes))
      expect(answer.status).toBe(422)
      expect(wrongFields(answer)).toEqual(fields)
    }
    const { code } = await world.add()
    for (const [changes, fields] of wrong)
      expect(wrongFields(await world.clerk.put(`${PATH}/${code}`, world.body(changes)))).toEqual(fields)
    await world.clerk.delete(`${PATH}/${code}`)
    expect(await stored()).toEqual(before)
  })

  test('a repeated request with its key saves once; with another body it is refused', async () => {
    const headers = { 'idempotency-key': 'receipt-1' }
    const body = world.body({ investor: '只存一次' })
    const answers = await Promise.all([1, 2, 3].map(() => world.clerk.post(PATH, body, headers)))
    expect(new Set(answers.map(({ data }) => data.code)).size).toBe(1)
    expect((await world.clerk.post(PATH, { ...body, amount: '2.00' }, headers)).status).toBe(422)
    expect((await stored()).filter(({ investor }) => investor === '只存一次')).toHaveLength(1)
  })
})

describe('update', () => {
  test('replaces it; a stale update is refused and changes nothing', async () => {
    const { code } = await world.add({ contract_code: await world.contract('TZ-3') })
    const path = `${PATH}/${code}`
    const body = world.body({
      ...{ investor: '改名影业', amount: '0.01', desc: '尾款', contract_code: null, version: 1 },
    })
    const saved = await world.clerk.put(path, { ...body, investment_category_id: world.category('银行贷款') })
    expect(saved.data).toMatchObject({
      code,
      version: 2,
      investor: '改名影业',
      amount_yuan: '0.01',
      investment_category_name: '银行贷款',
      contract: null,
      contract_code: null,
    })
    expect(await world.clerk.put(path, { ...body, investor: '更旧' })).toMatchObject({ status: 409 })
    expect((await world.clerk.get(path)).data).toEqual(saved.data)
    // Without a version there is no check; wrong fields are reported before staleness.
    expect((await world.clerk.put(path, { ...body, version: undefined })).data.version).toBe(3)
    expect((await world.clerk.put(path, { ...body, investment_category_id: '0' })).status).toBe(422)
    const entry = (await auditsOf(app, world.projectId)).at(-1)
    expect(entry).toMatchObject({ action: 'update', before: { version: 2 }, after: { version: 3 } })
  })

  test('of two concurrent updates the second is stale', async () => {
    const { code } = await world.add()
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('receipts')
          .set({ version: 2 })
          .where('project_id', '=', world.projectId)
          .where('code', '=', code)
          .execute(),
      () => world.clerk.put(`${PATH}/${code}`, world.body({ version: 1 })),
    )
    expect(answer.status).toBe(409)
  })
})

describe('delete', () => {
  test('deletes one or several, all or none, each with a log entry', async () => {
    const [one, two, three] = [await world.add(), await world.add(), await world.add()]
    expect(await world.clerk.delete(`${PATH}/${one.code}`)).toMatchObject({ code: 0, msg: '删除成功' })
    expect((await world.clerk.delete(`${PATH}/${one.code}`)).status).toBe(404)
    const before = await stored()
    const foreign = await other.add()
    const refused = await world.clerk.delete(`${PATH}/batch`, { codes: [two.code, foreign.code] })
    expect(refused).toMatchObject({ status: 404, data: { errors: [{ field: 'codes[1]' }] } })
    expect(await world.clerk.delete(`${PATH}/batch`, { codes: [] })).toMatchObject({
      status: 422,
      msg: '请选择删除项',
    })
    expect(await stored()).toEqual(before)
    expect(
      (await world.clerk.delete(`${PATH}/batch`, { codes: [three.code, two.code, two.code] })).code,
    ).toBe(0)
    expect(await stored()).toHaveLength(before.length - 2)
    const entries = (await auditsOf(app, world.projectId)).slice(-2)
    expect(entries.map(({ action, code }) => [action, code])).toEqual([
      ['delete', two.code],
      ['delete', three.code],
    ])
    expect(entries[0]?.before).toMatchObject({ amount_yuan: '1000000.00' })
  })
})

describe('access', () => {
  test('writes without login, without the right or in another project are refused and change nothing', async () => {
    const { code } = await world.add()
    const before = await stored()
    const writes = (who: ReceiptWorld['clerk']) => [
      who.post(PATH, world.body()),
      who.put(`${PATH}/${code}`, world.body()),
      who.delete(`${PATH}/${code}`),
      who.delete(`${PATH}/batch`, { codes: [code] }),
    ]
    for (const answer of await Promise.all(writes(app.nobody.on(world.project))))
      expect(answer.status).toBe(401)
    for (const answer of await Promise.all(writes(world.reader))) expect(answer.status).toBe(403)
    for (const answer of await Promise.all(writes(other.admin.on(world.project))))
      expect(answer.code).toBe(300009)
    const [made, ...rest] = await Promise.all(writes(other.clerk))
    expect(wrongFields(made as never)).toEqual(['investment_category_id'])
    expect(rest.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await stored()).toEqual(before)
    // Rows tell a reader that they may not write.
    expect((await world.reader.get(`${PATH}/${code}`)).data.can).toEqual({ write: false, delete: false })
    await world.admin.post(`/projects/${world.project}/archive`)
    for (const answer of await Promise.all(writes(world.clerk))) expect(answer.code).toBe(300011)
    expect((await world.clerk.get(PATH)).data).toMatchObject({ can: { write: false, delete: false } })
    await world.admin.post(`/projects/${world.project}/unarchive`)
    expect(await stored()).toEqual(before)
  })
})

describe('concurrent requests', () => {
  test("a receipt waits for its contract's change to one of expense, and is refused", async () => {
    const contract_code = await world.contract('TZ-4')
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('contracts')
          .set({ category: 2 })
          .where('project_id', '=', world.projectId)
          .where('code', '=', contract_code)
          .execute(),
      () => world.clerk.post(PATH, world.body({ contract_code })),
    )
    expect(wrongFields(answer)).toEqual(['contract_code'])
  })

  test('a change of the contract waits for the commit of a receipt', async () => {
    const contract_code = await world.contract('TZ-5')
    const category = await app.services.db
      .selectFrom('investment_types')
      .select('id')
      .where('project_id', '=', world.projectId)
      .executeTakeFirstOrThrow()
    await overlap(
      app,
      (tx) =>
        findReferences(tx, world.projectId, [{ contract_code, investment_category_id: String(category.id) }]),
      () =>
        app.services.db
          .updateTable('contracts')
          .set({ category: 2 })
          .where('project_id', '=', world.projectId)
          .where('code', '=', contract_code)
          .execute(),
    )
  })

  test('of a receipt with a type and the deletion of the type only one succeeds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await world.clerk.post('/investment_categories', { name: `竞争${round}` })).data
      const [removed, made] = await Promise.all([
        world.clerk.delete(`/investment_categories/${id}`),
        world.clerk.post(PATH, world.body({ investment_category_id: id })),
      ])
      expect([removed.code, made.code].sort()).toEqual([0, 422])
    }
  })
})
