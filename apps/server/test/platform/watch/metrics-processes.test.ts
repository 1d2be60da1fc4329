import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { endServers, startServer } from '../../processes/server-process.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ METRICS_PORT: '0' }, { bulk: true })
})
afterEach(endServers)
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

test('the process of exports reports its own connections and slots', async () => {
  const port = (await app.bulk?.use(async (endpoint) => endpoint.port)) ?? 0
  const metrics = await scrape()
  expect(metrics.get('pianzhang_slots{process="exports",kind="exports",state="total"}')).toBe(4)
  expect(metrics.get('pianzhang_database_connections{process="exports",pool="requests",state="max"}')).toBe(8)
  expect([...metrics.keys()].some((name) => name.startsWith('nodejs_eventloop_lag_p99_seconds'))).toBe(true)
  // Without the process's key it is refused, as any program on this machine can reach the port.
  expect((await fetch(`http://127.0.0.1:${port}/state`)).status).toBe(403)
})

test('they are on a port of their own, on loopback, and nowhere without METRICS_PORT', async () => {
  const { url, drop } = await cloneDatabase()
  const env = { DATABASE_URL: url, SECRET: 'a-secret-of-the-tests' }
  const port = await freePort()
  const server = startServer({ ...env, METRICS_PORT: String(port) })
  const address = await server.ready()
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ])
  expect(await answer.text()).toContain('# TYPE pianzhang_http_request_duration_seconds histogram')
  expect((await fetch(`http://127.0.0.1:${port}/api/common/health`)).status).toBe(404)
  expect(await (await fetch(`${address}/metrics`)).text()).not.toContain('pianzhang_')
  const twice = startServer({ ...env, METRICS_PORT: String(port) })
  expect(await twice.ended).toBe(1)
  expect(twice.output()).toMatch(
    /METRICS_PORT 指定的地址 127\.0\.0\.1:\d+ 无法监听：端口已被占用（EADDRINUSE）/,
  )
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
  await drop()
})

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
