import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { httpProvider } from '../../../../src/base/invoices/provider/http.ts'
import { TIMING } from '../../../../src/platform/timing.ts'
import { startTestApp } from '../../../harness/harness.ts'
import { add, electronic, invoiceWorld } from '../helpers.ts'

// The provider against a service on this machine that misbehaves.

const ending: (() => void)[] = []
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  for (const end of ending.splice(0)) end()
})

async function service(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/check`)
}

const QUESTION = {
  figures: {
    invoice_type: '04',
    invoice_code: '011001900211',
    invoice_number: '12345678',
    billing_date: '2024-11-02',
    total_amount: null,
    amount_without_tax: -105n,
    check_code: '12345678901234567890',
    seller_tax_no: '',
    seller_name: '',
  },
  coded: null,
}
/** Tries end long after an answer on the busiest machine, unless a test waits for their end. */
const PATIENT = { ...TIMING, verifyTryMs: 20_000, verifyBackoffMs: 5, verifyTotalMs: 60_000 }
const ASKING = { signal: new AbortController().signal, mayRepeat: async () => true }
const verify = (url: URL, timing = PATIENT, asking = ASKING) =>
  httpProvider({ url, key: 'a-key' }, timing).verify(QUESTION, asking)
const answer = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body))
const DOWN = { outcome: 'unknown', reason: '发票查验服务没有应答，请稍后再试' }

test('sends the figures and takes the verdict', async () => {
  const received: unknown[] = []
  const url = await service(async (request, response) => {
    const { method, headers } = request
    received.push(method, headers.authorization, await json(request))
    answer(response, { result: 'failed', reason: ' 查无此票\n', further: 1 })
  })
  expect(await verify(url)).toEqual({ outcome: 'failed', reason: '查无此票' })
  expect(received).toEqual([
    'POST',
    'Bearer a-key',
    { ...QUESTION.figures, total_amount: '', amount_without_tax: '-1.05', check_code: '567890' },
  ])
})

test('tries again after an error of the service, a lost connection and garbage', async () => {
  let count = 0
  const url = await service((request, response) => {
    count += 1
    if (count === 1) response.writeHead(503).end('busy')
    else if (count === 2) request.socket.destroy()
    else answer(response, { result: 'passed' })
  })
  expect(await verify(url)).toEqual({ outcome: 'passed', reason: '查验通过' })
  expect(count).toBe(3)
})

test.each<[string, (response: ServerResponse) => unknown]>([
  ['always answers 500', (response) => response.writeHead(500).end()],
  ['answers no JSON', (response) => response.end('<html>')],
  ['answers another form', (response) => answer(response, { result: 'yes' })],
  ['answers without end', (response) => setInterval(() => response.write('x'.repeat(30_000)), 1).unref()],
  ['redirects', (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
])('is unknown, after three tries, of a service that %s', async (_, misbehave) => {
  let count = 0
  const url = await service((_request, response) => {
    count += 1
    misbehave(response)
  })
  expect(await verify(url)).toEqual(DOWN)
  expect(count).toBe(3)
})

test.each<[string, (response: ServerResponse) => unknown]>([
  ['never answers', () => undefined],
  ['drips', (response) => setInterval(() => response.write(' '), 20).unref()],
])('is unknown of a service that %s: each try ends', async (_, misbehave) => {
  const url = await service((_request, response) => misbehave(response))
  expect(await verify(url, { ...PATIENT, verifyTryMs: 100 })).toEqual(DOWN)
})

test('is unknown of an address where nothing listens, within the limit of all tries', async () => {
  expect(await verify(new URL('http://127.0.0.1:1/'))).toEqual(DOWN)
  let count = 0
  const url = await service((_request, response) => {
    count += 1
    response.writeHead(500).end()
  })
  // The pause before the second try would exceed the limit.
  expect(await verify(url, { ...PATIENT, verifyBackoffMs: 60_000 })).toEqual(DOWN)
  expect(count).toBe(1)
})

test('does not repeat what the service refuses', async () => {
  let count = 0
  const url = await service((_request, response) => {
    count += 1
    response.writeHead(401).end()
  })
  expect(await verify(url)).toEqual({
    outcome: 'unknown',
    reason: '发票查验服务拒绝了请求，请联系管理员检查配置',
  })
  expect(count).toBe(1)
})

test('does not repeat what may not be repeated', async () => {
  let count = 0
  const url = await service((_request, response) => {
    count += 1
    response.writeHead(500).end()
  })
  let left = 1
  const mayRepeat = async () => left-- > 0
  expect(await verify(url, PATIENT, { ...ASKING, mayRepeat })).toEqual(DOWN)
  expect(count).toBe(2)
})

test('is asked about an invoice five times a day, repetitions counted; who leaves ends the request, which counts', async () => {
  let count = 0
  let reply: (response: ServerResponse) => unknown = (response) => response.writeHead(500).end()
  const url = await service((_request, response) => {
    count += 1
    reply(response)
  })
  await using app = await startTestApp(
    { INVOICE_CHECK_URL: url.href, INVOICE_CHECK_KEY: 'a-key' },
    { timing: PATIENT },
  )
  const { clerk, project } = await invoiceWorld(app)
  const made = await add(app, clerk, electronic('26130000000000000002'), electronic('26130000000000000003'))
  const [one, two] = made.data.items.map(({ code }: { code: string }) => `/invoices/${code}/invoice_check`)
  expect((await clerk.get(one)).data.reason).toBe(DOWN.reason)
  expect(count).toBe(3)
  expect((await clerk.get(one)).data.reason).toBe(DOWN.reason)
  expect(count).toBe(5)
  expect((await clerk.get(one)).status).toBe(429)
  expect(count).toBe(5)

  // The other one, by somebody who closes the page while the service thinks.
  const address = await app.listen()
  const asked = Promise.withResolvers<ServerResponse>()
  reply = (response) => asked.resolve(response)
  const leaving = new AbortController()
  const sent = fetch(`${address}/api/manager${two}`, {
    headers: { authorization: `Bearer ${clerk.token}`, 'x-project': project },
    signal: leaving.signal,
  })
  const response = await asked.promise
  const closed = new Promise((resolve) => response.once('close', resolve))
  leaving.abort()
  await expect(sent).rejects.toThrow('aborted')
  await closed
  expect(response.writableFinished).toBe(false)
  const stored = () =>
    app.services.db
      .selectFrom('invoices')
      .select(['checks', 'version'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
  expect(await stored()).toEqual({ checks: 1, version: 1 })
  expect(count).toBe(6)
})

test('is chosen by the configuration; its outage leaves the status and says so; a change meanwhile is 409', async () => {
  let reply: (response: ServerResponse) => unknown = (response) => response.writeHead(500).end()
  const url = await service((_request, response) => reply(response))
  await using app = await startTestApp(
    { INVOICE_CHECK_URL: url.href, INVOICE_CHECK_KEY: 'a-key' },
    // One try each: a pause before the second would exceed the limit.
    { timing: { ...PATIENT, verifyBackoffMs: 60_000 } },
  )
  const { clerk } = await invoiceWorld(app)
  const { code } = (await add(app, clerk, electronic('26130000000000000001'))).data.items[0]
  const ask = (query = {}) => clerk.get(`/invoices/${code}/invoice_check`, query)
  expect((await ask()).data).toMatchObject({ status: 2, reason: DOWN.reason, version: 2 })
  reply = (response) => answer(response, { result: 'passed', reason: '查验一致' })
  expect((await ask()).data).toMatchObject({ status: 0, reason: '查验一致' })
  reply = (response) => response.writeHead(500).end()
  const reason = `查验一致；再次查验：${DOWN.reason}`
  expect((await ask()).data).toMatchObject({ status: 0, reason })
  expect((await ask()).data).toMatchObject({ status: 0, reason })
  // Somebody settles it by hand while the service thinks.
  const asked = Promise.withResolvers<ServerResponse>()
  reply = (response) => asked.resolve(response)
  const late = ask()
  const response = await asked.promise
  expect((await clerk.put(`/invoices/${code}/check`, { result: 0, reason: '作废' })).data.status).toBe(1)
  answer(response, { result: 'passed' })
  expect((await late).status).toBe(409)
  expect((await clerk.get(`/invoices/${code}`)).data.status).toBe(1)
})
