import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../src/start/demo/demo.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { endServers, startServer } from '../../processes/server-process.ts'

afterEach(endServers)

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, string> }[]
}
interface Received {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: ReceivedSpan[] }[]
  }[]
}

/** A collector that takes OTLP over HTTP in JSON. */
async function startCollector() {
  const received: Received[] = []
  const headers: unknown[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.url === '/v1/traces') {
      received.push(JSON.parse(Buffer.concat(parts).toString()))
      headers.push(request.headers['x-tenant'])
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const resources = () => received.flatMap(({ resourceSpans }) => resourceSpans)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    text: () => JSON.stringify(received),
    services: () =>
      resources().map(
        ({ resource }) => resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

test('spans of requests and their statements reach the collector, also those of an export; no values do', async () => {
  const collector = await startCollector()
  const { url, drop } = await cloneDatabase()
  const server = startServer({
    DATABASE_URL: url,
    SECRET: 'a-secret-of-the-tests',
    DEMO: '1',
    CAPTCHA_FIXED: '7K3P',
    TRUST_PROXY: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=films',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  const address = await server.ready()
  const traceparent = `00-${TRACE}-${CALLER}-01`
  const call = async (path: string, init: RequestInit = {}) =>
    await fetch(`${address}/api${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', traceparent, ...init.headers },
    })
  const json = async (answer: Response) => ((await answer.json()) as { data: never }).data
  const captcha = (await json(await call('/common/captchas', { method: 'POST' }))) as { token: string }
  const body = {
    phone: '13800000001',
    password: DEMO_PASSWORD,
    captcha: '7K3P',
    captcha_token: captcha.token,
  }
  const { token } = (await json(
    await call('/manager/sessions', { method: 'POST', body: JSON.stringify(body) }),
  )) as { token: string }
  const authorization = `Bearer ${token}`
  expect((await call('/manager/projects?keywords=secret-words', { headers: { authorization } })).status).toBe(
    200,
  )
  const exported = (await json(
    await call('/manager/audit_logs/export', { method: 'POST', body: '{}', headers: { authorization } }),
  )) as { file_url: string }
  const file = await fetch(exported.file_url, { headers: { traceparent } })
  expect([file.status, (await file.arrayBuffer()).byteLength > 1000]).toEqual([200, true])

  const named = (name: string) => collector.spans().filter((span) => span.name === name)
  const EXPORT = 'GET /api/manager/audit_logs/export/file'
  await expect.poll(() => named(EXPORT).length, { timeout: 20_000 }).toBe(2)
  await expect.poll(() => named('GET /api/manager/projects').length, { timeout: 20_000 }).toBe(1)
  const [list] = named('GET /api/manager/projects')
  expect(list).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
  const statements = collector.spans().filter(({ parentSpanId }) => parentSpanId === list?.spanId)
  expect(statements.map(({ name }) => name)).toContain('SELECT')
  const texts = statements.map(({ attributes }) => attributes.find(({ key }) => key === 'db.query.text'))
  expect(texts.some((text) => /from projects p .*\$\d/.test(text?.value.stringValue ?? ''))).toBe(true)
  // The export process's span of the export is a child of the main server's.
  const [one, other] = named(EXPORT) as [ReceivedSpan, ReceivedSpan]
  expect([one.parentSpanId, other.parentSpanId]).toContain(CALLER)
  expect([one.spanId === other.parentSpanId, other.spanId === one.parentSpanId]).toContain(true)
  expect(new Set(collector.services())).toEqual(new Set(['pianzhang']))
  expect(new Set(collector.headers)).toEqual(new Set(['films']))
  for (const secret of ['secret-words', '13800000001', DEMO_PASSWORD, token, '7K3P'])
    expect(collector.text()).not.toContain(secret)

  // Without its collector the server answers and stops as before.
  await collector.close()
  expect((await call('/manager/projects', { headers: { authorization } })).status).toBe(200)
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
  await drop()
})
