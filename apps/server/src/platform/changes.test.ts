import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { type Caller, newProject, startTestApp, type TestApp } from '../testing/harness.ts'
import { book } from '../testing/ledger.ts'

let app: TestApp
let companyId: bigint
let admin: Caller
let person: Caller
let address: string

beforeAll(async () => {
  app = await startTestApp()
  address = await app.listen()
  const company = await app.company()
  companyId = company.id
  admin = company.admin
})
afterAll(() => app.close())
beforeEach(async () => {
  person = admin.on(await newProject(admin))
})

interface Stream {
  /** What came so far. */
  events: unknown[]
  /** Resolves when the server has ended it. */
  ended: Promise<void>
  stop(): void
}

/** Opens the stream as a page does; ends with the test. */
async function listen(who: Caller, at = address, query = `?project=${who.project}`): Promise<Stream> {
  const gone = new AbortController()
  const response = await fetch(`${at}/api/common/event_source/project${query}`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: gone.signal,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events: unknown[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)))
    }
  }
  return { events, ended: read().catch(() => undefined), stop: () => gone.abort() }
}
const heard = (stream: Stream) => expect.poll(() => stream.events, { timeout: 5_000 })

test('tells each kind of change once, when it is committed, and only in its project', async () => {
  const stream = await listen(person)
  const elsewhere = admin.on(await newProject(admin, '另一部'))
  const far = await listen(elsewhere)
  const payment = (await book(person)).data
  await heard(stream).toEqual([{ resource: 'cost_execution', action: 'create' }])
  const more = [(await book(person)).data.code, (await book(person)).data.code]
  await person.delete('/cost_executions/batch', { codes: more })
  await person.post('/pay_categories', { name: '新类型' })
  await person.delete(`/cost_executions/${payment.code}`)
  await heard(stream).toEqual([
    ...Array(3).fill({ resource: 'cost_execution', action: 'create' }),
    { resource: 'cost_execution', action: 'delete' },
    { resource: 'pay_category', action: 'create' },
    { resource: 'cost_execution', action: 'delete' },
  ])
  expect(far.events).toEqual([])
  stream.stop()
  far.stop()
})

test('says nothing of what failed, nor of what this person may not read', async () => {
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

test('archiving is an update of the project', async () => {
  const stream = await listen(person)
  await admin.post(`/projects/${person.project}/archive`)
  // Also its creation may still come.
  await heard(stream).toContainEqual({ resource: 'project', action: 'update' })
  stream.stop()
})

test('a reader who goes away is forgotten', async () => {
  const { changes } = app.services
  const listening = changes.listen.bind(changes)
  const told = vi.fn()
  const forgotten = vi.fn()
  const spy = vi.spyOn(changes, 'listen').mockImplementation(async (projectId, hear, lost) => {
    const tell: typeof hear = (change) => {
      told()
      hear(change)
    }
    const stop = await listening(projectId, tell, lost)
    return () => {
      stop()
      forgotten()
    }
  })
  const stream = await listen(person)
  spy.mockRestore()
  const stays = await listen(person)
  stream.stop()
  await expect.poll(() => forgotten.mock.calls.length, { timeout: 5_000 }).toBe(1)
  told.mockClear()
  await book(person)
  await heard(stays).toContainEqual({ resource: 'cost_execution', action: 'create' })
  expect(told).not.toHaveBeenCalled()
  stays.stop()
})

test('is heard from another server process, and ends when its own one closes', async () => {
  const { config } = app.services
  const second = await buildApp({ config, databaseUrl: app.databaseUrl })
  const stream = await listen(person, await second.http.listen({ host: '127.0.0.1', port: 0 }))
  await book(person)
  await heard(stream).toEqual([{ resource: 'cost_execution', action: 'create' }])
  await second.close()
  await stream.ended
})

test('ends when the database is lost, for something may be missed; then it can be opened anew', async () => {
  const stream = await listen(person)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pianzhang-changes'
    and datname = current_database()`.execute(app.services.db)
  await stream.ended
  const again = await listen(person)
  await book(person)
  await heard(again).toHaveLength(1)
  again.stop()
})

test('takes the project of the query, else the chosen one; is no use of the session', async () => {
  const seen = () =>
    app.services.db
      .selectFrom('sessions')
      .select('seen_at')
      .where('user_id', '=', admin.userId)
      .executeTakeFirstOrThrow()
  const before = await seen()
  app.advance(5 * 60_000)
  const stream = await listen(person)
  expect(await seen()).toEqual(before)
  stream.stop()
  await admin.post(`/projects/${person.project}/selected`)
  const chosen = await listen(person, address, '')
  await book(person)
  await heard(chosen).toHaveLength(1)
  chosen.stop()
  expect(await admin.get('/api/common/event_source/project?project=none')).toMatchObject({ code: 300009 })
  expect(await app.nobody.get('/api/common/event_source/project')).toMatchObject({ status: 401 })
})
