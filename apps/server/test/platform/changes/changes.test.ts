import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { audit } from '../../../src/platform/audit/audit.ts'
import { CHANNEL } from '../../../src/platform/changes/notices.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { buildApp } from '../../../src/start/app.ts'
import { testCompany } from '../../harness/company.ts'
import { type Caller, type Grants, newProject } from '../../harness/harness.ts'
import { book, subjectCode } from '../../harness/ledger.ts'
import { heard, openStream, type Stream } from './stream.ts'

const { app, companyId, admin } = await testCompany()
const address = await app.listen()
let person: Caller
beforeEach(async () => {
  person = admin.on(await newProject(admin))
  await app.services.notices.sent()
})

const listen = (who: Caller, at = address, query?: string) => openStream(at, who, query)

test('sends committed changes of its project only, in their order', async () => {
  const stream = await listen(person)
  const elsewhere = admin.on(await newProject(admin, '另一部'))
  await app.services.notices.sent()
  const far = await listen(elsewhere)
  const [one, two, three] = [await book(person), await book(person), await book(person)]
  await app.services.notices.sent()
  const added = { resource: 'pay_category', action: 'create' }
  await person.post('/pay_categories', { name: '此前的都已送达' })
  // Notices arrive in their order: after this one none of the bookings is still on its way.
  await heard(stream).toContainEqual(added)
  const before = stream.events.length
  await person.delete('/cost_executions/batch', { codes: [one.data.code, two.data.code] })
  await app.services.notices.sent()
  await person.post('/pay_categories', { name: '新类型' })
  await app.services.notices.sent()
  await person.delete(`/cost_executions/${three.data.code}`)
  await heard(stream).toHaveLength(before + 3)
  expect(stream.events).toEqual([
    ...Array(before - 1).fill({ resource: 'cost_execution', action: 'create' }),
    added,
    { resource: 'cost_execution', action: 'delete' },
    added,
    { resource: 'cost_execution', action: 'delete' },
  ])
  expect(far.events).toEqual([])
  stream.stop()
  far.stop()
})

test('names the page that made a change, if it was one page and it sent its id', async () => {
  const stream = await listen(person)
  const add = (name: string, id?: string) =>
    person.post('/pay_categories', { name }, id === undefined ? {} : { 'x-client-id': id })
  await add('甲', 'a1-b2_c3')
  await heard(stream).toEqual([{ resource: 'pay_category', action: 'create', origin: 'a1-b2_c3' }])
  for (const [at, id] of [undefined, 'no good', 'x'.repeat(65)].entries()) {
    await add(`乙${at}`, id)
    await heard(stream).toHaveLength(at + 2)
    expect(stream.events.at(-1)).toEqual({ resource: 'pay_category', action: 'create' })
  }
  stream.stop()
})

test('sends nothing about failed writes, nor about what this person may not read', async () => {
  const clerk = (await app.person(companyId, { pay_category: ['read'] }, [person.project ?? ''])).on(
    person.project ?? '',
  )
  const [all, some] = [await listen(person), await listen(clerk)]
  await person.post('/pay_categories', { name: '定金' })
  await book(person)
  await person.post('/pay_categories', { name: '甲' })
  await heard(all).toHaveLength(2)
  await heard(some).toEqual([{ resource: 'pay_category', action: 'create' }])
  all.stop()
  some.stop()
})

test('reaches those who may read only what shows a sum or a name of it, and all when the project is archived', async () => {
  const project = person.project ?? ''
  const only = async (grants: Grants) => (await app.person(companyId, grants, [project])).on(project)
  const [producer, lawyer, stranger] = [
    await listen(await only({ overview: ['read'] })),
    await listen(await only({ contract: ['read'] })),
    await listen(await only({})),
  ]
  // The event of the project's creation may still arrive.
  const hears = (stream: Stream) =>
    expect.poll(
      () => stream.events.filter((event) => (event as { resource: string }).resource !== 'project'),
      { timeout: 60_000 },
    )
  const told = { producer: [] as unknown[], lawyer: [] as unknown[] }
  const announce = async (who: 'both' | 'producer', resource: string, path: string, body: object) => {
    expect((await person.post(path, body)).code, path).toBe(0)
    const change = { resource, action: 'create' }
    told.producer.push(change)
    if (who === 'both') told.lawyer.push(change)
    await hears(producer).toEqual(told.producer)
    await hears(lawyer).toEqual(told.lawyer)
  }
  const subject_three_code = await subjectCode(person, '24000101')
  const { items } = (await person.get('/selects/investment_categories')).data
  const detail = { pay_at: '2026-11-21', payer: '王某某', pay_channel: 1, pay_amount: '8.80' }
  await announce('producer', 'cost_budget', '/cost_budgets', {
    ...{ subject_three_code, unit_price: '1', quantity: '1' },
  })
  await announce('producer', 'investment_budget', '/investment_budgets', { investor: '甲', amount: '1' })
  await announce('producer', 'imprest', '/imprests', { ...detail, subject_three_code })
  await announce('both', 'investment_execution', '/investment_executions', {
    ...{ investment_at: '2026-11-21', investor: '甲', amount: '1', investment_category_id: items[0].value },
  })
  await book(person)
  const booked = { resource: 'cost_execution', action: 'create' }
  await hears(producer).toEqual([...told.producer, booked])
  await hears(lawyer).toEqual([...told.lawyer, booked])
  await hears(stranger).toEqual([])
  await admin.post(`/projects/${project}/archive`)
  for (const stream of [producer, lawyer, stranger]) {
    await heard(stream).toContainEqual({ resource: 'project', action: 'update' })
    stream.stop()
  }
})

test('a write that is rolled back after its audit entry sends nothing', async () => {
  const { db } = app.services
  const { id } = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', person.project ?? '')
    .executeTakeFirstOrThrow()
  const stream = await listen(person)
  const actor = {
    companyId,
    userId: person.userId,
    userName: '测试',
    address: '',
    requestId: 'test',
    clientId: null,
    now: new Date(),
    project: { id },
    services: app.services,
  }
  const rolledBack = inTransaction(db, async (tx) => {
    await audit(tx, actor, { action: 'create', resource: 'contract', code: 'none', label: '' })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await app.services.notices.sent()
  await person.post('/pay_categories', { name: '之后' })
  await heard(stream).toEqual([{ resource: 'pay_category', action: 'create' }])
  stream.stop()
})

test('an unknown notice is ignored', async () => {
  const stream = await listen(person)
  const { db } = app.services
  const { id } = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', person.project ?? '')
    .executeTakeFirstOrThrow()
  const project = String(id)
  const later = { project, resource: 'a_resource_of_the_next_version', action: 'create' }
  for (const payload of ['', 'not json', '"text"', 'null', '{"project":1}', JSON.stringify(later)])
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
  await person.post('/pay_categories', { name: '之后' })
  await heard(stream).toEqual([{ resource: 'pay_category', action: 'create' }])
  stream.stop()
})

test('archiving is an update of the project', async () => {
  const stream = await listen(person)
  await admin.post(`/projects/${person.project}/archive`)
  // The event of its creation may still arrive.
  await heard(stream).toContainEqual({ resource: 'project', action: 'update' })
  stream.stop()
})

test('the listener of a reader who disconnects is removed', async () => {
  const { changes } = app.services
  const listening = changes.listen.bind(changes)
  const notified = vi.fn()
  const removed = vi.fn()
  const spy = vi.spyOn(changes, 'listen').mockImplementation(async (projectId, hear, lost) => {
    const tell: typeof hear = (change) => {
      notified()
      hear(change)
    }
    const stop = await listening(projectId, tell, lost)
    return () => {
      stop()
      removed()
    }
  })
  const stream = await listen(person)
  spy.mockRestore()
  const stays = await listen(person)
  stream.stop()
  await expect.poll(() => removed.mock.calls.length).toBe(1)
  notified.mockClear()
  await book(person)
  await heard(stays).toContainEqual({ resource: 'cost_execution', action: 'create' })
  expect(notified).not.toHaveBeenCalled()
  stays.stop()
})

test('receives changes of another server process, and ends when its own closes', async () => {
  const { config } = app.services
  const second = await buildApp({ config, databaseUrl: app.databaseUrl })
  const stream = await listen(person, await second.http.listen({ host: '127.0.0.1', port: 0 }))
  await book(person)
  await heard(stream).toEqual([{ resource: 'cost_execution', action: 'create' }])
  await second.close()
  await stream.ended
})

test('the notice of one page has its id as origin; that of two pages at once has none', async () => {
  const stream = await listen(person)
  // The notice of the project may still be under way on a slow machine.
  const types = () =>
    stream.events.filter((event) => (event as { resource: string }).resource === 'pay_category')
  const told = { resource: 'pay_category', action: 'create' }
  await person.post('/pay_categories', { name: '甲方' }, { 'x-client-id': 'page-1' })
  await expect.poll(types).toEqual([{ ...told, origin: 'page-1' }])
  await person.post('/pay_categories', { name: '乙方' }, { 'x-client-id': 'not a name' })
  await expect.poll(types).toEqual([{ ...told, origin: 'page-1' }, told])
  stream.stop()
})

test('a notice that cannot be sent is sent again later', async () => {
  const stream = await listen(person)
  const { notices } = app.services
  const lose = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pianzhang-notices'
      and datname = current_database()`.execute(app.services.db)
  // Each of another kind, so that none is merged. The connection is lost repeatedly meanwhile.
  for (const write of [
    () => book(person),
    () => person.post('/pay_categories', { name: '新类型' }),
    () => person.post(`/projects/${person.project}/archive`),
  ]) {
    const done = write()
    await lose()
    expect((await done).status).toBe(200)
    await lose()
  }
  await notices.sent()
  await heard(stream).toEqual(
    expect.arrayContaining([
      { resource: 'cost_execution', action: 'create' },
      { resource: 'pay_category', action: 'create' },
      { resource: 'project', action: 'update' },
    ]),
  )
  stream.stop()
})
