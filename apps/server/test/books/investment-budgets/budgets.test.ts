import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, wrongFields } from '../payments/helpers.ts'
import { type BudgetWorld, budgetWorld, PATH } from './helpers.ts'

let app: TestApp
let world: BudgetWorld
let other: BudgetWorld

beforeAll(async () => {
  app = await workerApp()
  world = await budgetWorld(app)
  other = await budgetWorld(app)
})
afterAll(() => app.close())

/** All budgets of the project as stored. */
const stored = (of = world) =>
  app.services.db
    .selectFrom('investment_budgets')
    .selectAll()
    .where('project_id', '=', of.projectId)
    .orderBy('id')
    .execute()

describe('create', () => {
  test('saves all fields and answers them as GET does; 投资溢价 is 0 where it is left out', async () => {
    const made = await world.clerk.post(PATH, {
      investor: ' 华星影业\u3000',
      amount: 1234567.89,
      variate: '-8.5',
    })
    expect(made).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
    expect(made.data).toMatchObject({
      version: 1,
      investor: '华星影业',
      amount_yuan: '1234567.89',
      variate: '-8.50',
      percentage: '1.000000',
      creator_name: expect.stringMatching(/^员工/),
      can: { write: true, delete: true },
    })
    expect((await world.clerk.get(`${PATH}/${made.data.code}`)).data).toEqual(made.data)
    const entry = (await auditsOf(app, world.projectId)).at(-1)
    expect(entry).toMatchObject({
      action: 'create',
      resource: 'investment_budget',
      code: made.data.code,
      label: '华星影业 1234567.89元',
      after: { amount_yuan: '1234567.89', variate: '-8.50' },
    })
    for (const variate of [undefined, null, '', 0])
      expect(await world.add({ variate })).toMatchObject({ variate: '0.00' })
  })

  test('names all wrong fields at once, a second budget of an investor too, and changes nothing', async () => {
    await world.add({ investor: '已有投资方' })
    await other.add({ investor: '别的项目的' })
    const { code } = await world.add()
    const before = await stored()
    const wrong: [Record<string, unknown>, string[]][] = [
      [{ investor: ' ', amount: '' }, ['amount', 'investor']],
      [{ amount: 0 }, ['amount']],
      [{ amount: '-0.01' }, ['amount']],
      [{ amount: '1.001' }, ['amount']],
      [{ amount: '10000000000000' }, ['amount']],
      [{ variate: '1.001' }, ['variate']],
      [{ variate: '一成' }, ['variate']],
      [{ variate: '10000000000000' }, ['variate']],
      [{ investor: 'x'.repeat(201) }, ['investor']],
      [{ investor: '已有投资方' }, ['investor']],
      [{ investor: '\u3000 已有投资方 ' }, ['investor']],
      // The schema refuses the amount; the investor is reported as well.
      [{ investor: '已有投资方', amount: '0.00', variate: 'x' }, ['amount', 'investor', 'variate']],
    ]
    for (const [changes, fields] of wrong) {
      const answer = await world.clerk.post(PATH, world.body(changes))
      expect(answer.status).toBe(422)
      expect(wrongFields(answer)).toEqual(fields)
      expect(wrongFields(await world.clerk.put(`${PATH}/${code}`, world.body(changes)))).toEqual(fields)
    }
    expect(await stored()).toEqual(before)
    expect(await world.clerk.post(PATH, world.body({ investor: '已有投资方' }))).toMatchObject({
      msg: '该投资方已有投资预算',
    })
    // Another project has its own investors.
    expect((await world.clerk.post(PATH, world.body({ investor: '别的项目的' }))).code).toBe(0)
  })

  test('refuses a name that differs only in width, case or what is invisible, and names the other', async () => {
    const own = await budgetWorld(app)
    const { code } = await own.add({ investor: 'ABC影业（北京）' })
    const message = '与已有投资方“ABC影业（北京）”只有全角半角或大小写的差别，请核对'
    for (const investor of ['abc影业（北京）', 'ＡＢＣ影业(北京)', 'Abc影业\u200b(北京）'])
      expect((await own.clerk.post(PATH, own.body({ investor }))).data.errors, investor).toEqual([
        { field: 'investor', message },
      ])
    expect((await own.clerk.post(PATH, own.body({ investor: ' ABC\u200b影业（北京）' }))).msg).toBe(
      '该投资方已有投资预算',
    )
    expect(await stored(own)).toHaveLength(1)
    // A budget may change how its own name is written.
    const path = `${PATH}/${code}`
    expect((await own.clerk.put(path, own.body({ investor: 'abc影业(北京)' }))).code).toBe(0)
    // Two that were stored before can be edited, but not be renamed to each other.
    const [row] = await stored(own)
    const { id: _, ...first } = row as NonNullable<typeof row>
    await app.services.db
      .insertInto('investment_budgets')
      .values({ ...first, code: 'twin', investor: 'ABC影业(北京)' })
      .execute()
    expect((await own.clerk.put(path, own.body({ investor: 'abc影业(北京)' }))).code).toBe(0)
    expect((await own.clerk.put(path, own.body({ investor: 'aBC影业(北京)' }))).msg).toContain(
      'ABC影业(北京)',
    )
  })

  test('of several who add the same investor at once in other letters one succeeds', async () => {
    const own = await budgetWorld(app)
    const ways = ['abc', 'ABC', 'ａｂｃ', 'aBc']
    const tally = await atOnce(4, (index) => own.clerk.post(PATH, own.body({ investor: ways[index] })))
    expect(tally['0 操作成功']).toBe(1)
    expect(await stored(own)).toHaveLength(1)
    // The second waits for whoever adds or renames one.
    const late = await overlap(
      app,
      (tx) => sql`select from projects where id = ${own.projectId} for no key update`.execute(tx),
      () => own.clerk.post(PATH, own.body({ investor: 'Abc' })),
    )
    expect(wrongFields(late)).toEqual(['investor'])
  })

  test('of two people who add an investor at once one succeeds, the other is told', async () => {
    const body = { investor: '同时新增', amount: '1.00' }
    expect(
      await atOnce(4, (index) =>
        world.clerk.post(PATH, { ...body, investor: ` 同时新增${' '.repeat(index)}` }),
      ),
    ).toEqual({ '0 操作成功': 1, '422 该投资方已有投资预算': 3 })
    expect((await stored()).filter(({ investor }) => investor === '同时新增')).toHaveLength(1)
    // The second waits for the commit of the first.
    const [row] = await stored()
    const late = await overlap(
      app,
      (tx) =>
        tx
          .insertInto('investment_budgets')
          .values({
            project_id: world.projectId,
            code: 'first',
            investor: '先到先得',
            amount: 1n,
            creator_id: row?.creator_id ?? 0n,
            created_at: new Date(),
            updated_at: new Date(),
          })
          .execute(),
      () => world.clerk.post(PATH, { ...body, investor: '先到先得' }),
    )
    expect(wrongFields(late)).toEqual(['investor'])
  })

  test('a repeated request with its key saves once', async () => {
    const headers = { 'idempotency-key': 'budget-1' }
    const body = world.body({ investor: '只存一次' })
    const answers = await Promise.all([1, 2, 3].map(() => world.clerk.post(PATH, body, headers)))
    expect(new Set(answers.map(({ data }) => data.code)).size).toBe(1)
  })
})

describe('update', () => {
  test('replaces it; a stale update is refused and changes nothing', async () => {
    const { code } = await world.add({ investor: '改名之前', variate: 5 })
    const path = `${PATH}/${code}`
    const body = { investor: '改名之后', amount: '0.01', variate: null, version: 1 }
    const saved = await world.clerk.put(path, body)
    expect(saved.data).toMatchObject({
      ...{ code, version: 2, investor: '改名之后', amount_yuan: '0.01', variate: '0.00' },
    })
    expect(await world.clerk.put(path, { ...body, investor: '更旧' })).toMatchObject({ status: 409 })
    expect((await world.clerk.get(path)).data).toEqual(saved.data)
    // Its own name is not taken; without a version there is no check; wrong fields are reported before staleness.
    expect((await world.clerk.put(path, { ...body, version: undefined })).data.version).toBe(3)
    expect((await world.clerk.put(path, { ...body, amount: '0' })).status).toBe(422)
    const entry = (await auditsOf(app, world.projectId)).at(-1)
    expect(entry).toMatchObject({ action: 'update', before: { version: 2 }, after: { version: 3 } })
  })

  test('of two concurrent updates the second is stale', async () => {
    const { code } = await world.add()
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('investment_budgets')
          .set({ version: 2 })
          .where('project_id', '=', world.projectId)
          .where('code', '=', code)
          .execute(),
      () => world.clerk.put(`${PATH}/${code}`, world.body({ version: 1 })),
    )
    expect(answer.status).toBe(409)
  })

  test('of two budgets that take the same name at once one succeeds', async () => {
    const budgets = [await world.add(), await world.add(), await world.add()]
    expect(
      await atOnce(3, (index) =>
        world.clerk.put(`${PATH}/${budgets[index]?.code}`, { investor: '抢名', amount: '1' }),
      ),
    ).toEqual({ '0 操作成功': 1, '422 该投资方已有投资预算': 2 })
  })
})

describe('delete', () => {
  test('deletes one or several, all or none, each with a log entry', async () => {
    const [one, two, three] = [
      await world.add({ investor: '删后再建' }),
      await world.add(),
      await world.add(),
    ]
    expect(await world.clerk.delete(`${PATH}/${one.code}`)).toMatchObject({ code: 0, msg: '删除成功' })
    expect((await world.clerk.delete(`${PATH}/${one.code}`)).status).toBe(404)
    await world.add({ investor: '删后再建' })
    const before = await stored()
    const foreign = await other.add()
    expect((await world.clerk.delete(`${PATH}/batch`, { codes: [two.code, foreign.code] })).status).toBe(404)
    expect(await world.clerk.delete(`${PATH}/batch`, { codes: [] })).toMatchObject({
      status: 422,
      msg: '请选择删除项',
    })
    expect(await stored()).toEqual(before)
    expect((await world.clerk.delete(`${PATH}/batch?codes=${three.code}&codes=${two.code}`)).code).toBe(0)
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
    const writes = (who: BudgetWorld['clerk']) => [
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
    const [, ...rest] = await Promise.all(writes(other.clerk))
    expect(rest.map(({ status }) => status)).toEqual([404, 404, 404])
    // Rows tell a reader that they may not write.
    expect((await world.reader.get(`${PATH}/${code}`)).data.can).toEqual({ write: false, delete: false })
    await world.admin.post(`/projects/${world.project}/archive`)
    for (const answer of await Promise.all(writes(world.clerk))) expect(answer.code).toBe(300011)
    expect((await world.clerk.get(PATH)).data).toMatchObject({ can: { write: false, delete: false } })
    await world.admin.post(`/projects/${world.project}/unarchive`)
    expect(await stored()).toEqual(before)
  })
})
