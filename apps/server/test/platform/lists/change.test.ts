import { FAILURES } from '@pianzhang/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditsOf, paymentWorld } from '../../books/payments/helpers.ts'
import { expectSumsTrue } from '../../books/payments/sums.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { changeProject, overlap } from '../../harness/overlap.ts'
import { expectTotalsTrue } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ChangeWorld, changedLedgers, changeWorld } from './changed-ledgers.ts'

// `PUT …/batch` of every ledger that has it: what all of them do alike.

let app: TestApp
let world: ChangeWorld
let admin: Caller

beforeAll(async () => {
  app = await workerApp()
  world = await changeWorld(app)
  admin = world.admin
})
afterAll(() => app.close())

interface Record {
  code: string
  version: number
}

const LEDGERS = changedLedgers(() => world)

describe.each(LEDGERS)('$path', (ledger) => {
  const { path, resource, table } = ledger
  const add = async (count: number, who = admin): Promise<Record[]> => {
    const made: Record[] = []
    for (let n = 0; n < count; n++) {
      const answer = await who.post(path, ledger.body())
      expect(answer.code, answer.msg).toBe(0)
      made.push({ code: answer.data.code, version: answer.data.version })
    }
    return made
  }
  const send = (records: Partial<Record>[], changes: object = ledger.changes(), who = admin, headers = {}) =>
    who.put(`${path}/batch`, { records, changes }, headers)
  const stored = () =>
    app.services.db
      .selectFrom(table as 'petty_cash')
      .selectAll()
      .where('project_id', '=', world.projectId)
      .orderBy('id')
      .execute()
  const one = async (code: string) => (await admin.get(`${path}/${code}`)).data
  const logOf = async (code: string) =>
    (await auditsOf(app, world.projectId)).filter((entry) => entry.code === code && entry.action === 'update')

  test('all are changed, with one log entry each', async () => {
    const records = await add(3)
    const befores = await Promise.all(records.map(({ code }) => one(code)))
    const answer = await send(records)
    expect(answer).toMatchObject({ code: 0, data: { changed: 3, unchanged: 0 } })
    expect(answer.data.lines).toBe(path === '/cost_executions' ? 6 : undefined)
    for (const [at, { code, version }] of records.entries()) {
      const row = await one(code)
      expect(row.version).toBe(version + 1)
      expect(ledger.shown(row)).toEqual(Object.values(ledger.changes()))
      const entries = await logOf(code)
      expect(entries).toHaveLength(1)
      expect(entries[0]).toMatchObject({ resource, user_name: expect.any(String), before: { code, version } })
      expect(entries[0]?.after).toMatchObject({ code, version: version + 1 })
      // As an edit of one: what the change does not name is as before.
      const { can: _, updated_at: __, ...was } = befores[at]
      const unnamed = Object.entries(was).filter(
        ([field]) => !/subject|post|pay_c|vouch|categ|contract|version|details/.test(field),
      )
      expect(row).toMatchObject(Object.fromEntries(unnamed))
    }
  })

  test('what has the values already is not written', async () => {
    const [a, b] = await add(2)
    expect(await send([a!])).toMatchObject({ code: 0 })
    const before = await stored()
    const first = { ...a!, version: a!.version + 1 }
    expect((await send([first])).data).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await stored()).toEqual(before)
    expect((await send([first, b!, b!])).data).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await one(a!.code)).version).toBe(first.version)
    expect(await logOf(a!.code)).toHaveLength(1)
  })

  test.each(ledger.wrong)('refuses a wrong %s', async (field, value, message) => {
    const records = await add(1)
    const before = await stored()
    expect(await send(records, { [field]: value })).toMatchObject({
      ...{ status: 422, msg: message },
      data: { errors: [{ field: `changes.${field}`, message }] },
    })
    expect(await stored()).toEqual(before)
  })

  test('names the wrong values together with a wrong list', async () => {
    const fields = async (body: object) =>
      ((await admin.put(`${path}/batch`, body)).data.errors as { field: string }[]).map(({ field }) => field)
    const [[field, value]] = ledger.wrong as [[string, string, string]]
    expect(await fields({ records: [], changes: { [field]: value } })).toEqual([
      'records',
      `changes.${field}`,
    ])
    expect(await fields({ changes: {} })).toEqual(['records', 'changes'])
    expect(await fields({ records: [{ code: 'a' }], changes: { remark: '不能一起修改' } })).toEqual([
      'changes',
    ])
    expect(await fields({ records: Array(1001).fill({ code: 'a' }), changes: ledger.changes() })).toEqual([
      'records',
    ])
    expect(await fields({ records: [{ code: '', version: 'x' }], changes: ledger.changes() })).toEqual([
      ...['records[0].code', 'records[0].version'],
    ])
  })

  test('needs the right to edit', async () => {
    const records = await add(1)
    const person = async (...actions: string[]) =>
      (await app.person(world.companyId, { [resource]: actions }, [world.project])).on(world.project)
    expect((await send(records, undefined, app.nobody.on(world.project))).status).toBe(401)
    expect((await send(records, undefined, await person('read', 'delete'))).status).toBe(403)
    expect((await send(records, undefined, await person('read', 'write'))).code).toBe(0)
  })

  test('refuses by name what is gone, unknown or changed meanwhile, and writes nothing', async () => {
    const [kept, gone, changed] = await add(3)
    const foreign = 'code-of-nobody'
    expect((await admin.delete(`${path}/${gone!.code}`)).code).toBe(0)
    expect((await send([changed!])).code).toBe(0)
    const before = await stored()
    const answer = await send(
      [kept!, gone!, changed!, { code: foreign, version: 1 }],
      Object.fromEntries(Object.entries(ledger.changes()).slice(0, 1)),
    )
    expect(answer).toMatchObject({
      status: 422,
      data: {
        errors: [
          { field: 'records[1]', message: FAILURES.notFound.msg },
          { field: 'records[2]', message: FAILURES.stale.msg },
          { field: 'records[3]', message: FAILURES.notFound.msg },
        ],
      },
    })
    expect(answer.msg).toContain('3 条记录不能修改，全部未修改。')
    if (ledger.numbered) expect(answer.msg).toContain(`${gone!.code}：${FAILURES.notFound.msg}`)
    const stale = await send([kept!, changed!])
    expect(stale).toMatchObject({
      status: 409,
      data: { errors: [{ field: 'records[1]', message: FAILURES.stale.msg }] },
    })
    expect(await stored()).toEqual(before)
    // Without a version nothing is compared, as in an edit of one.
    expect((await send([{ code: kept!.code }, { code: changed!.code }])).data).toMatchObject({ changed: 1 })
  })

  test('waits for a colleague who edits or deletes one of them, and is refused', async () => {
    const [a, b] = await add(2)
    const where = sql`where project_id = ${world.projectId} and code = ${b!.code}`
    const edited = await overlap(
      app,
      (tx) => sql`update ${sql.table(table)} set version = version + 1 ${where}`.execute(tx),
      () => send([b!, a!]),
    )
    expect(edited).toMatchObject({ status: 409, data: { errors: [{ field: 'records[0]' }] } })
    const deleted = await overlap(
      app,
      async (tx) => {
        if (table === 'payments')
          await sql`delete from payment_lines d using payments c where d.project_id = ${world.projectId}
            and c.project_id = ${world.projectId} and c.id = d.payment_id and c.code = ${b!.code}`.execute(tx)
        await sql`delete from ${sql.table(table)} ${where}`.execute(tx)
      },
      () => send([a!, b!]),
    )
    expect(deleted).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'records[1]', message: FAILURES.notFound.msg }] },
    })
    expect((await one(a!.code)).version).toBe(a!.version)
  })

  test('of two who change the same ones in opposite order one is refused, and none deadlocks', async () => {
    for (let round = 0; round < 3; round++) {
      const records = await add(4)
      const answers = await Promise.all([send(records), send(records.toReversed())])
      expect(answers.map(({ code }) => code).sort()).toEqual([0, 409])
      for (const { code, version } of records) expect((await one(code)).version).toBe(version + 1)
    }
  })

  test('repeated under its key it is done once', async () => {
    const records = await add(2)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await send(records, undefined, admin, key)
    expect(await send(records, undefined, admin, key)).toMatchObject({ code: 0, data: first.data })
    expect(await logOf(records[0]!.code)).toHaveLength(1)
  })

  test('the sums are right afterwards', async () => {
    await expectSumsTrue(app.services.db, world.projectId)
    await expectTotalsTrue(admin, app.databaseUrl, world.project)
  })
})

test.each(LEDGERS)('$path waits for an archiving, and is refused', async ({ path, body, changes }) => {
  const own = await paymentWorld(app)
  const mine =
    path === '/cost_executions'
      ? own.body()
      : path === '/imprests' || path === '/cost_budgets'
        ? { ...body(), subject_three_code: own.subject('24000101') }
        : {
            ...body(),
            investment_category_id: (await own.admin.get('/investment_categories')).data.items[0].id,
          }
  const { data } = await own.admin.post(path, mine)
  const answer = await overlap(app, changeProject(own.project, { archive_at: new Date() }), () =>
    own.admin.put(`${path}/batch`, {
      records: [{ code: data.code, version: data.version }],
      changes: changes(),
    }),
  )
  expect(answer.code).toBe(300011)
  expect((await own.admin.get(`${path}/${data.code}`)).data.version).toBe(data.version)
})
