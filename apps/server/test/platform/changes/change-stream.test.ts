import { fastify } from 'fastify'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { setStopped } from '../../../src/base/companies/service.ts'
import { eventStream, openStreams } from '../../../src/platform/changes/change-stream.ts'
import { testCompany } from '../../harness/company.ts'
import { type Caller, newProject } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { logIn } from '../../harness/login.ts'
import { turnOn } from '../../harness/second-factor.ts'
import { heard, openStream } from './stream.ts'

const { app, companyId, admin } = await testCompany()
const address = await app.listen()
let person: Caller
beforeEach(async () => {
  person = admin.on(await newProject(admin))
  await app.services.notices.sent()
})

const listen = (who: Caller, at = address, query?: string) => openStream(at, who, query)

test('ends when the database connection is lost, as events may be missed; then it can be opened again', async () => {
  const stream = await listen(person)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pianzhang-changes'
    and datname = current_database()`.execute(app.services.db)
  await stream.ended
  const again = await listen(person)
  await book(person)
  await heard(again).toHaveLength(1)
  again.stop()
})

test('uses the project of the query, else the selected one; does not keep the session from being idle', async () => {
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
  const selected = await listen(person, address, '')
  await book(person)
  await heard(selected).toHaveLength(1)
  selected.stop()
  expect(await admin.get('/api/common/event_source/project?project=none')).toMatchObject({ code: 300009 })
  expect(await app.nobody.get('/api/common/event_source/project')).toMatchObject({ status: 401 })
})

test('ends when the rights of its person change, and not when those of a colleague do', async () => {
  const clerk = await app.person(companyId, { contract: ['read'] }, [person.project ?? ''])
  const other = await app.person(companyId, { contract: ['read'] }, [person.project ?? ''])
  const { role, name, phone } = (await admin.get(`/users/${clerk.code}`)).data
  const streams = [await listen(clerk.on(person.project ?? '')), await listen(other.on(person.project ?? ''))]
  const permissions = [{ resource_model: 'contract', actions: ['read'] }]
  const body = { name: role.name, desc: '改了说明', permissions }
  // A change of the description alone does not end the streams.
  expect((await admin.put(`/roles/${role.code}`, body)).code).toBe(0)
  expect((await admin.put(`/roles/${role.code}`, { ...body, permissions: [] })).code).toBe(0)
  await streams[0]?.ended
  const again = await listen(clerk.on(person.project ?? ''))
  expect((await admin.put(`/users/${clerk.code}`, { name, phone, status: 1 })).code).toBe(0)
  await again.ended
  await person.post('/contracts', { out_code: 'HT-9', customer: '某某', category: 2, amount: 1 })
  await expect.poll(() => streams[1]?.events).toEqual([{ resource: 'contract', action: 'create' }])
})

test('ends when its session is ended, by a logout or from another one', async () => {
  const project = person.project ?? ''
  const clerk = (await app.person(companyId, { contract: ['read'] }, [project])).on(project)
  const stream = await listen(clerk)
  expect((await clerk.delete('/sessions')).code).toBe(0)
  await stream.ended
  const { token } = (await logIn(app, clerk.phone)).data
  const lost = await listen({ ...clerk, token })
  const current = (await logIn(app, clerk.phone)).data.token
  const headers = { authorization: `Bearer ${current}` }
  const sessions: { code: string; current: boolean }[] = (await app.nobody.get('/sessions', {}, headers)).data
    .items
  const { code } = sessions.find((session) => !session.current) ?? {}
  expect((await app.nobody.delete(`/sessions/${code}`, undefined, headers)).code).toBe(0)
  await lost.ended
})

test('ends at once for all people of a company that is stopped, and of no other', async () => {
  const other = await app.company(1)
  const theirs = await newProject(other.admin)
  const clerk = await app.person(other.id, { contract: ['read'] }, [theirs])
  const stream = await listen(person)
  const streams = [await listen(other.admin.on(theirs)), await listen(clerk.on(theirs))]
  await setStopped(app.services, (await other.admin.get('/sessions/profile')).data.company.code, true)
  await Promise.all(streams.map(({ ended }) => ended))
  expect(await clerk.get(`/api/common/event_source/project?project=${theirs}`)).toMatchObject({ code: 503 })
  await person.post('/pay_categories', { name: '仍可收到' })
  await heard(stream).toEqual([{ resource: 'pay_category', action: 'create' }])
  stream.stop()
})

test('a refused stream says why and leaves the cookie, so that the next call says the same; that call clears it', async () => {
  const other = await app.company(1)
  const project = await newProject(other.admin)
  const clerk = (await app.person(other.id, { contract: ['read'] }, [project])).on(project)
  const { name, phone } = (await other.admin.get(`/users/${clerk.code}`)).data
  const company = (await other.admin.get('/sessions/profile')).data.company.code
  const ask = async (path: string) => {
    const response = await fetch(`${address}${path}`, {
      headers: { cookie: `token=${clerk.token}`, 'x-project': project },
    })
    const { code } = (await response.json()) as { code: number }
    return { code, cleared: response.headers.get('set-cookie')?.startsWith('token=;') ?? false }
  }
  const both = async () => [
    await ask(`/api/common/event_source/project?project=${project}`),
    await ask('/api/common/event_source/order?code=none'),
    await ask('/api/manager/contracts'),
  ]
  const saying = (code: number) => [false, false, true].map((cleared) => ({ code, cleared }))
  await setStopped(app.services, company, true)
  expect(await both()).toEqual(saying(503))
  await setStopped(app.services, company, false)
  app.advance(12 * 3600_000 + 1)
  expect(await both()).toEqual(saying(50014))
  app.advance(-12 * 3600_000 - 1)
  const status = (disabled: number) =>
    other.admin.put(`/users/${clerk.code}`, { name, phone, status: disabled })
  expect((await status(1)).code).toBe(0)
  expect(await both()).toEqual(saying(50012))
})

test('ends when two-step verification is required of its person', async () => {
  const { id, admin: boss } = await app.company()
  const project = await newProject(boss)
  const stream = await listen((await app.person(id, { contract: ['read'] }, [project])).on(project))
  await turnOn(app, boss)
  expect((await boss.put('/company/second_factor', { rule: 'all' })).code).toBe(0)
  await stream.ended
})

test.each([
  [
    'unlinked from the project',
    (code: string, body: object) => admin.put(`/users/${code}`, { ...body, project_codes: [] }),
  ],
  ['given a new initial password', (code: string) => admin.put(`/users/${code}/password`, {})],
  ['deleted', (code: string) => admin.delete(`/users/${code}`)],
])('ends when its person is %s', async (_, change) => {
  const project = person.project ?? ''
  const clerk = await app.person(companyId, { contract: ['read'] }, [project])
  const { name, phone } = (await admin.get(`/users/${clerk.code}`)).data
  const stream = await listen(clerk.on(project))
  expect((await change(clerk.code, { name, phone })).code).toBe(0)
  await stream.ended
})

test('those of both people end with a transfer', async () => {
  const other = await app.company(1)
  const project = await newProject(other.admin)
  const heir = await app.person(other.id, { contract: ['read'] }, [project])
  const streams = [await listen(other.admin.on(project)), await listen(heir.on(project))]
  const path = `/users/${other.admin.code}/transfer?transfer_user_code=${heir.code}`
  expect((await other.admin.delete(path)).code).toBe(0)
  await Promise.all(streams.map(({ ended }) => ended))
})

test('one person has at most fifty; a colleague is not affected, and a place is free again once one has ended', async () => {
  const project = person.project ?? ''
  const clerk = (await app.person(companyId, { contract: ['read'] }, [project])).on(project)
  const path = `/api/common/event_source/project?project=${project}`
  const streams = await Promise.all(Array.from({ length: 50 }, () => listen(clerk)))
  const refused = await clerk.get(path)
  expect(refused).toMatchObject({ status: 429, code: 429, msg: '打开的页面过多，请关闭一些页面后重试' })
  expect(refused.headers['retry-after']).toBe('30')
  const other = await listen(person)
  // A refused order stream does not count towards the limit.
  for (let time = 0; time < 51; time += 1)
    expect(await admin.get('/api/common/event_source/order?code=none')).toMatchObject({ status: 404 })
  streams.pop()?.stop()
  await expect
    .poll(async () => {
      const stream = await listen(clerk).catch(() => null)
      if (stream) streams.push(stream)
      return stream
    })
    .not.toBeNull()
  for (const stream of [...streams, other]) stream.stop()
})

test('a stream whose reader is cut off while it opens is counted out once', async () => {
  const http = fastify()
  const stopped = vi.fn()
  http.get('/', (request, reply) =>
    eventStream(request, reply, async (send) => {
      send('a'.repeat(20 * 1024 * 1024))
      return stopped
    }),
  )
  const before = openStreams()
  try {
    const address = await http.listen({ host: '127.0.0.1', port: 0 })
    await expect(fetch(address).then((response) => response.text())).rejects.toThrow()
    await vi.waitFor(() => expect(stopped).toHaveBeenCalled())
    await http.close()
    expect(stopped).toHaveBeenCalledTimes(1)
    expect(openStreams()).toBe(before)
  } finally {
    await http.close()
  }
})
