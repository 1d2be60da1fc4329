import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setStopped } from '../../../src/base/companies/service.ts'
import { settlePayment } from '../../../src/base/orders/settle.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { buildApp } from '../../../src/start/app.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { bought, buy, cashier, paymentOf } from './helpers.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await workerApp()
  address = await app.listen()
})
afterAll(() => app.close())

interface Stream {
  /** Status of each event received so far; null for one that is not named `order`. */
  statuses: (string | null)[]
  last(): unknown
  ended: Promise<void>
  stop(): void
}

async function listen(who: Caller, code: string, at = address): Promise<Stream> {
  const gone = new AbortController()
  const response = await fetch(`${at}/api/common/event_source/order?code=${code}`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: gone.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events: { name: string | undefined; data: { status: string } }[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + chunk).split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, name] = /^event: (.*)$/m.exec(part) ?? []
        const [, data] = /^data: (.*)$/m.exec(part) ?? []
        if (data) events.push({ name, data: JSON.parse(data) })
      }
    }
  }
  return {
    get statuses() {
      return events.map(({ name, data }) => (name === 'order' ? data.status : null))
    },
    last: () => events.at(-1)?.data,
    ended: read().catch(() => undefined),
    stop: () => gone.abort(),
  }
}
const heard = (stream: Stream) => expect.poll(() => stream.statuses)

test('sends the order at once, and again when it is paid; not for what happens to other orders', async () => {
  const { admin } = await app.company(1)
  const [order, other] = [await bought(admin, 2), await bought(admin, 1)]
  const stream = await listen(admin, order.code)
  await heard(stream).toEqual(['pending'])
  // As GET answers it, but for the host that each was asked at.
  const asked = (await admin.get(`/orders/${order.code}`)).data
  expect(stream.last()).toEqual({
    ...asked,
    qrcode_url: asked.qrcode_url.replace('http://localhost:80', address),
  })
  await admin.put(`/orders/${other.code}/cancel`)
  await buy(admin, 1)
  await app.services.notices.sent()
  await cashier(app, order.qrcode_url, 'POST')
  await heard(stream).toEqual(['pending', 'paid'])
  expect(stream.last()).toEqual((await admin.get(`/orders/${order.code}`)).data)
  stream.stop()
})

test('hears of other processes: another server, and a command that confirms a transfer', async () => {
  const { admin } = await app.company(1)
  const [first, second] = [await bought(admin, 1, 'transfer'), await bought(admin, 1, 'transfer')]
  const { config } = app.services
  const server = await buildApp({ config, databaseUrl: app.databaseUrl })
  const streams = [await listen(admin, first.code), await listen(admin, second.code)]
  for (const stream of streams) await heard(stream).toEqual(['pending'])
  await inTransaction(server.services.db, (tx) =>
    settlePayment(tx, server.services, 'transfer', paymentOf(first)),
  )
  await heard(streams[0] as Stream).toEqual(['pending', 'paid'])
  // Its own stream too, of a write in the first server.
  const address2 = await server.http.listen({ host: '127.0.0.1', port: 0 })
  const third = await listen(admin, second.code, address2)
  await admin.put(`/orders/${second.code}/cancel`)
  await heard(third).toEqual(['pending', 'cancelled'])
  await heard(streams[1] as Stream).toEqual(['pending', 'cancelled'])
  await server.close()
  await third.ended
  for (const stream of streams) stream.stop()
})

test('a paid order that is opened is told once, as paid', async () => {
  const { admin } = await app.company(1)
  const order = await bought(admin, 1)
  await cashier(app, order.qrcode_url, 'POST')
  const stream = await listen(admin, order.code)
  await heard(stream).toEqual(['paid'])
  stream.stop()
})

test('needs the right to read orders, and an order of the company', async () => {
  const { id, admin } = await app.company(1)
  const other = await app.company(1)
  const order = await bought(admin, 1)
  const path = `/api/common/event_source/order?code=${order.code}`
  const clerk = await app.person(id, { project: ['read'] })
  expect(await clerk.get(path)).toMatchObject({ status: 403 })
  expect(await other.admin.get(path)).toMatchObject({ status: 404 })
  expect(await admin.get('/api/common/event_source/order?code=none')).toMatchObject({ status: 404 })
  expect(await admin.get('/api/common/event_source/order')).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'code' }] },
  })
  expect(await app.nobody.get(path)).toMatchObject({ status: 401 })
})

test('ends at once when the company is stopped, or the account disabled', async () => {
  const { id, admin } = await app.company(1)
  const order = await bought(admin, 1)
  const reader = await app.person(id, { order: ['read'] })
  const [own, readers] = [await listen(admin, order.code), await listen(reader, order.code)]
  const { phone, name } = (await admin.get(`/users/${reader.code}`)).data
  expect((await admin.put(`/users/${reader.code}`, { name, phone, status: 1 })).code).toBe(0)
  await readers.ended
  await setStopped(app.services, (await admin.get('/sessions/profile')).data.company.code, true)
  await own.ended
  expect([own.statuses, readers.statuses]).toEqual([['pending'], ['pending']])
})

test.each(['session', 'right'])('ends without a further event when the %s was taken away', async (what) => {
  const { id, admin } = await app.company(1)
  const order = await bought(admin, 1)
  const reader = await app.person(id, { order: ['read'] })
  const stream = await listen(reader, order.code)
  await heard(stream).toEqual(['pending'])
  const { db } = app.services
  if (what === 'session')
    await db
      .updateTable('sessions')
      .set({ ended_at: new Date(), end_reason: 'ended' })
      .where('user_id', '=', reader.userId)
      .execute()
  else await db.updateTable('users').set({ role_id: null }).where('id', '=', reader.userId).execute()
  await cashier(app, order.qrcode_url, 'POST')
  await stream.ended
  expect(stream.statuses).toEqual(['pending'])
})

test('a stream that is over before it begins answers what it knows, and stops listening', async () => {
  const { admin } = await app.company(1)
  const order = await bought(admin, 1)
  let listening = true
  vi.spyOn(app.services.changes, 'listenToCompany').mockImplementationOnce(async (_company, _hear, lost) => {
    lost()
    return () => {
      listening = false
    }
  })
  const stream = await listen(admin, order.code)
  await stream.ended
  expect(stream.statuses).toEqual(['pending'])
  await expect.poll(() => listening).toBe(false)
})
