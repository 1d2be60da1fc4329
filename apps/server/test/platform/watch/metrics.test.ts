import { get as httpGet } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'

let app: TestApp
let clerk: Caller

beforeAll(async () => {
  app = await startTestApp({ METRICS_PORT: '0' }, { bulk: true })
  const { admin } = await app.company()
  clerk = admin.on(await newProject(admin, '秘密项目'))
})
afterAll(async () => await app.close())

/** The values by name and labels, as Prometheus reads them. */
async function scrape(): Promise<Map<string, number>> {
  const text = (await app.metrics?.text()) ?? ''
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}
const metricOf = async (name: string) => (await scrape()).get(name)

test('requests are counted by the pattern of their route, whatever callers send', async () => {
  const { code } = (await book(clerk)).data
  for (let i = 0; i < 3; i += 1) await clerk.get(`/cost_executions/${code}`)
  await clerk.get('/cost_executions/unknown-code')
  await app.nobody.get(`/api/manager/cost_executions/${code}`)
  await app.nobody.get('/api/nothing/13800000001')
  for (const method of ['PROPFIND', 'LOCK'])
    await app.http.inject({ method: method as 'GET', url: '/api/manager/projects' })
  const metrics = await scrape()
  const count = (method: string, route: string, status: number) =>
    metrics.get(
      `pianzhang_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
    )
  expect(count('GET', '/api/manager/cost_executions/:code', 200)).toBe(3)
  expect(count('GET', '/api/manager/cost_executions/:code', 404)).toBe(1)
  expect(count('GET', '/api/manager/cost_executions/:code', 401)).toBe(1)
  expect(count('POST', '/api/manager/cost_executions', 200)).toBe(1)
  const text = [...metrics.keys()].join('\n')
  for (const personal of [
    code,
    clerk.code,
    clerk.phone,
    clerk.project,
    'unknown-code',
    '13800000001',
    '秘密',
  ])
    expect(text).not.toContain(personal)
  expect(text).not.toMatch(/PROPFIND|LOCK/)
  const routes = new Set(app.http.declaredRoutes.map(({ url }) => url))
  for (const [, route] of text.matchAll(/route="([^"]*)"/g))
    expect(routes.has(route as string) || ['none', '/*', '/'].includes(route as string), route).toBe(true)
})

test('connections, those who wait for one, slots, streams and jobs', async () => {
  const { db, sheetSlots } = app.services
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  let held = 0
  const holding = Array.from({ length: 22 }, () =>
    db.connection().execute(async () => {
      held += 1
      await over
    }),
  )
  await expect.poll(() => held).toBe(20)
  const owner = { person: 'a', company: 'c' }
  const { signal } = new AbortController()
  const first = await sheetSlots.acquire(owner, { signal })
  const second = sheetSlots.acquire(owner, { signal })
  const busy = await scrape()
  const main = (rest: string) => busy.get(`pianzhang_${rest}`)
  expect(main('database_connections{process="main",pool="requests",state="used"}')).toBe(20)
  expect(main('database_connections{process="main",pool="requests",state="max"}')).toBe(20)
  expect(main('database_waiting{process="main",pool="requests"}')).toBe(2)
  expect(main('slots{process="main",kind="sheets",state="taken"}')).toBe(1)
  expect(main('slots{process="main",kind="sheets",state="waiting"}')).toBe(1)
  expect(main('slots{process="main",kind="sheets",state="total"}')).toBe(2)
  end()
  first.release()
  ;(await second).release()
  await Promise.all(holding)

  await app.jobs.runDue()
  const [age, failures] = [
    await metricOf('pianzhang_job_age_seconds{job="purge"}'),
    await metricOf('pianzhang_job_failures{job="purge"}'),
  ]
  expect(age).toBeLessThan(3600)
  expect(failures).toBe(0)
  expect(await metricOf('pianzhang_ready')).toBe(1)

  const address = await app.listen()
  expect(await metricOf('pianzhang_event_streams')).toBe(0)
  const stream = httpGet(`${address}/api/common/event_source/project?project=${clerk.project}`, {
    headers: { authorization: `Bearer ${clerk.token}` },
  })
  // What `destroy` ends is no failure.
  stream.on('error', () => undefined)
  await expect.poll(() => metricOf('pianzhang_event_streams')).toBe(1)
  stream.destroy()
  await expect.poll(() => metricOf('pianzhang_event_streams')).toBe(0)
})

test('a server that is not ready says so, though no proxy asks it', async () => {
  const check = () => Promise.reject(new Error('gone'))
  app.services.readiness.add({ name: 'disk', title: '磁盘', required: true, check })
  await expect.poll(() => metricOf('pianzhang_ready')).toBe(0)
})
