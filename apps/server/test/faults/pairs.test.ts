import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockAttempts } from '../../src/base/sessions/attempts.ts'
import { loadProjects } from '../../src/operator/check/check.ts'
import { rebuildSums } from '../../src/operator/check/rebuild.ts'
import type { CheckedProject } from '../../src/operator/check/report.ts'
import { purgeProjects, restoreProject } from '../../src/operator/purge/purge.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { countOf, type PaymentWorld, paymentWorld } from '../books/payments/helpers.ts'
import { bookOf, importFile, RIGHT, upload } from '../books/payments/sheet/sheets.ts'
import { expectSumsTrue } from '../books/payments/sums.ts'
import { pettyCashWorld } from '../books/petty-cash/helpers.ts'
import { addComplete, expectPostedOnce, WRITE_OFFS } from '../books/petty-cash/write-off/helpers.ts'
import { type Answer, startTestApp, type TestApp } from '../harness/harness.ts'
import { hold, untilWaiting } from '../harness/hold.ts'
import { logIn } from '../harness/login.ts'
import { overlap } from '../harness/overlap.ts'
import { ask } from '../harness/recount.ts'

// Two features of different modules change the same records at once (docs/pairs.md); each test makes them meet at a row lock.
let app: TestApp
let world: PaymentWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await paymentWorld(app)
})
afterAll(() => app.close())

const rows = async (table: string, where = `project_id = ${world.projectId}`) =>
  (await ask<{ n: number }>(app.databaseUrl, `select count(*)::int4 as n from ${table} where ${where}`))[0]?.n

describe('a save waits for the deletion of what it names, is refused, and writes nothing', () => {
  /** The table that is written, the field that names the other record, the table which that record is deleted from, and the save. */
  type Save = [table: string, field: string, target: string, save: () => Promise<() => Promise<Answer>>]
  const remove = (target: string, code: string) => (tx: Tx) =>
    sql`delete from ${sql.table(target)} where project_id = ${world.projectId}
      and ${target.endsWith('types') ? sql`id::text` : sql.ref('code')} = ${code}`.execute(tx)
  let code = ''
  const detail = (changes: object) => ({
    ...{
      pay_at: '2026-11-21',
      payer: '王某',
      subject_three_code: world.subject('24000102'),
      pay_channel: '1',
    },
    ...{ pay_amount: '1.00' },
    ...changes,
  })
  const receipt = async (changes: object) => ({
    ...{ investment_at: '2026-11-21', investor: '某投资方', amount: '1.00' },
    investment_category_id: (await world.admin.post('/investment_categories', { name: crypto.randomUUID() }))
      .data.id,
    ...changes,
  })
  const picture = async () => {
    code = await world.attachment()
    return code
  }
  const contract = async (kind?: string) => {
    code = await world.contract(crypto.randomUUID(), kind)
    return code
  }
  const post = (path: string, body: unknown) => () => world.admin.post(path, body)
  const SAVES: Save[] = [
    ...(['payments', 'petty_cash', 'contracts'] as const).map((table): Save => {
      const field = table === 'contracts' ? 'scan_attachment_codes' : 'voucher_attachment_codes'
      return [
        table,
        field,
        'attachments',
        async () => {
          const files = { [field]: [await picture()] }
          if (table === 'payments') return post('/cost_executions', world.body({}, [world.line(files)]))
          if (table === 'petty_cash') return post('/imprests', detail(files))
          return post('/contracts', {
            out_code: 'HT-9',
            customer: '某某',
            category: '2',
            amount: '1',
            ...files,
          })
        },
      ]
    }),
    [
      'petty_cash',
      'subject_three_code',
      'subjects',
      async () => {
        code = world.subject('24000103')
        return post('/imprests', detail({ subject_three_code: code }))
      },
    ],
    [
      'petty_cash',
      'contract_code',
      'contracts',
      async () => post('/imprests', detail({ contract_code: await contract() })),
    ],
    [
      'cost_budgets',
      'subject_three_code',
      'subjects',
      async () => {
        code = world.subject('24000104')
        return post('/cost_budgets', { subject_three_code: code, unit_price: '1', quantity: '1' })
      },
    ],
    [
      'receipts',
      'contract_code',
      'contracts',
      async () => post('/investment_executions', await receipt({ contract_code: await contract('3') })),
    ],
    [
      'receipts',
      'investment_category_id',
      'investment_types',
      async () => {
        const body = await receipt({})
        code = body.investment_category_id
        return post('/investment_executions', body)
      },
    ],
    [
      'contract_reminders',
      'contract_code',
      'contracts',
      async () =>
        post('/contract_cautions', { contract_code: await contract(), category: 0, start_at: '2026-11-21' }),
    ],
  ]
  test.each(SAVES)('%s: %s', async (table, field, target, prepare) => {
    const save = await prepare()
    const before = await rows(table)
    const answer = await overlap(app, remove(target, code), save)
    expect(answer).toMatchObject({
      status: 422,
      data: { errors: [{ field: expect.stringContaining(field) }] },
    })
    expect(await rows(table)).toBe(before)
  })
})

describe('an import', () => {
  test.each(['archived', 'deleted'])(
    'under way lets the project be %s only when it is over',
    async (what) => {
      const own = await paymentWorld(app)
      const file = await upload(app, own.clerk, await bookOf([RIGHT]))
      const holder = await hold(app.databaseUrl, 'lock table payment_lines in share mode')
      const importing = importFile(own.clerk, file)
      await untilWaiting(app.databaseUrl)
      const path = `/projects/${own.project}`
      const ending = what === 'deleted' ? own.admin.delete(path) : own.admin.post(`${path}/archive`)
      await untilWaiting(app.databaseUrl, 2)
      await holder.release()
      expect((await importing).data).toMatchObject({ status: 'succeeded' })
      expect(await ending).toMatchObject({ code: 0 })
      expect(await countOf(app, 'payments', own.projectId)).toBe(1)
    },
  )
})

test('an export under way is sent to its end when its reader loses the right, and the link opens no second time', async () => {
  const own = await paymentWorld(app)
  await own.clerk.post('/cost_executions', own.body())
  const { data } = await own.clerk.post('/cost_executions/export', {})
  const holder = await hold(app.databaseUrl, 'lock table payment_lines in access exclusive mode')
  const sending = app.http.inject({ url: data.file_url })
  await untilWaiting(app.databaseUrl)
  await sql`update users set role_id = null where id = ${own.clerk.userId}`.execute(app.services.db)
  await holder.release()
  expect((await sending).statusCode).toBe(200)
  expect((await app.http.inject({ url: data.file_url })).statusCode).toBe(403)
})

test('sums are rebuilt during a write-off, and count what it posts', async () => {
  const own = await pettyCashWorld(app)
  await addComplete(own)
  await own.clerk.post(WRITE_OFFS)
  await addComplete(own)
  const project = (await loadProjects(app.services.db, own.project)).at(0) as CheckedProject
  await ask(app.databaseUrl, 'update sum_changes set amount = amount * 3 where project_id = $1', [
    String(own.projectId),
  ])
  const holder = await hold(app.databaseUrl, 'lock table petty_cash_payments in share mode')
  const writing = own.clerk.post(WRITE_OFFS)
  await untilWaiting(app.databaseUrl)
  expect(await rebuildSums(app.services, project)).toBeGreaterThan(0)
  await holder.release()
  expect((await writing).data).toMatchObject({ succeeded_quantity: 1 })
  expect(await expectPostedOnce(app, own.projectId)).toEqual({ details: 2, writtenOff: 2 })
  await expectSumsTrue(app.services.db, own.projectId)
})

test("a colleague's reset of the password waits for an uncommitted login, and ends its session", async () => {
  const { id, admin } = await app.company()
  const person = await app.person(id, { project: ['read'] })
  const [login, reset] = await overlap(
    app,
    (tx) => lockAttempts(tx, 'login', '127.0.0.1'),
    async () => {
      const login = logIn(app, person.phone)
      await untilWaiting(app.databaseUrl)
      return await Promise.all([login, admin.put(`/users/${person.code}/password`, {})])
    },
    2,
  )
  expect([login.code, reset.code]).toEqual([0, 0])
  const headers = { authorization: `Bearer ${login.data.token}` }
  expect(await app.nobody.get('/sessions/profile', {}, headers)).toMatchObject({ code: 50012 })
})

describe('a deleted project whose 30 days are over', () => {
  /** Makes both wait for the project's row lock, `first` before `second`, then releases it. */
  async function both<A, B>(first: () => Promise<A>, second: () => Promise<B>, id: bigint) {
    const holder = await hold(app.databaseUrl, `select 1 from projects where id = ${id} for update`)
    // `allSettled` at once: a rejection of `first` before `second` has ended would be unhandled.
    const a = Promise.allSettled([first()])
    await untilWaiting(app.databaseUrl)
    const b = Promise.allSettled([second()])
    await untilWaiting(app.databaseUrl, 2)
    await holder.release()
    return [(await a)[0], (await b)[0]] as const
  }
  async function deleted(): Promise<PaymentWorld> {
    const own = await paymentWorld(app)
    await own.clerk.post('/cost_executions', own.body())
    await own.admin.delete(`/projects/${own.project}`)
    await sql`update projects set purge_after = now() - interval '1 second' where id = ${own.projectId}`.execute(
      app.services.db,
    )
    return own
  }
  const purge = () => purgeProjects(app.services, new AbortController().signal)

  test('is not purged when it is being brought back', async () => {
    const own = await deleted()
    const [restored, purged] = await both(
      () => restoreProject(app.services, own.project),
      purge,
      own.projectId,
    )
    expect(restored).toMatchObject({ status: 'fulfilled' })
    expect(purged).toMatchObject({ value: 0 })
    expect(await rows('payments', `project_id = ${own.projectId}`)).toBe(1)
  })

  test('is purged after its sums have been rebuilt, which are left alone from then on', async () => {
    const own = await deleted()
    const project = (await loadProjects(app.services.db, own.project)).at(0) as CheckedProject
    await ask(app.databaseUrl, 'update sum_changes set amount = amount * 3 where project_id = $1', [
      String(own.projectId),
    ])
    const holder = await hold(app.databaseUrl, 'lock table sum_changes in share mode')
    const rebuilding = rebuildSums(app.services, project)
    await untilWaiting(app.databaseUrl)
    const purging = purge()
    await untilWaiting(app.databaseUrl, 2)
    await holder.release()
    expect(await rebuilding).toBeGreaterThan(0)
    expect(await purging).toBe(1)
    expect(await rebuildSums(app.services, project)).toBe(0)
    expect(await rows('sum_changes', `project_id = ${own.projectId}`)).toBe(0)
  })

  test('is not brought back when it is being purged', async () => {
    const own = await deleted()
    const [purged, restored] = await both(
      purge,
      () => restoreProject(app.services, own.project),
      own.projectId,
    )
    expect(purged).toMatchObject({ value: 1 })
    expect(restored).toMatchObject({ status: 'rejected' })
    expect(await rows('payments', `project_id = ${own.projectId}`)).toBe(0)
  })
})
