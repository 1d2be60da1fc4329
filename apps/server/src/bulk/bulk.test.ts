import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countOf, type PaymentWorld, paymentWorld } from '../modules/cost-executions/testing.ts'
import { bookOf, importFile, RIGHT, upload } from '../modules/cost-executions/testing-sheets.ts'
import { bytesOf, openSocket } from '../testing/cut.ts'
import { startTestApp, type TestApp } from '../testing/harness.ts'
import { hold, untilWaiting } from '../testing/hold.ts'

let test: TestApp
let world: PaymentWorld
let address: string

beforeAll(async () => {
  test = await startTestApp({}, { bulk: true })
  world = await paymentWorld(test)
  address = await test.listen()
})
afterAll(() => test.close())

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...RIGHT, sequence: String(index) }))
const count = () => countOf(test, 'cost_execution_details', world.projectId)
const waiting = async () => await untilWaiting(test.databaseUrl)

/** The import by a connection of its own, as a page sends it. */
async function send(book: Buffer) {
  const body = Buffer.from(JSON.stringify({ attachment_code: await upload(test, world.clerk, book) }))
  const socket = await openSocket(address)
  const request = {
    method: 'POST',
    path: '/api/manager/cost_executions/import',
    headers: {
      authorization: `Bearer ${world.clerk.token}`,
      'x-project': world.project,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body,
  }
  socket.write(bytesOf(address, request))
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return { socket, said: () => said }
}

it('checks, imports and exports in the thread; the main server opens no connection for it', async () => {
  const before = await count()
  const code = await upload(test, world.clerk, await bookOf(rows(20)))
  expect(
    (await world.clerk.post('/cost_executions/import/preview', { attachment_code: code })).data,
  ).toMatchObject({
    status: 'succeeded',
    records: 20,
  })
  expect((await importFile(world.clerk, code)).data).toMatchObject({ status: 'succeeded', total: 20 })
  expect(await count()).toBe(before + 20)
  const { data } = await world.clerk.post('/cost_executions/export')
  const file = await fetch(new URL(new URL(data.file_url).pathname + new URL(data.file_url).search, address))
  expect(file.headers.get('content-disposition')).toContain('.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheets[0]?.rows).toHaveLength(before + 20 + 1)
  expect([test.services.imports.totalCount, test.services.exports.totalCount]).toEqual([0, 0])
})

it('gives answers as they are: failures in words, links to where the caller came from, the rows with mistakes', async () => {
  const code = await upload(test, world.clerk, await bookOf([RIGHT, { ...RIGHT, pay_at: 'x' }]))
  expect((await importFile(test.nobody, code)).status).toBe(401)
  const refused = await importFile(world.reader, code)
  expect([refused.status, refused.msg]).toEqual([403, expect.stringMatching(/权限/)])
  expect((await importFile(world.clerk, '')).data.errors).toMatchObject([{ field: 'attachment_code' }])
  const failed = await importFile(world.clerk, code, {
    host: 'pianzhang.example:8443',
    'x-forwarded-for': '6.6.6.6',
  })
  const link = new URL(failed.data.failed_rows_url)
  expect(link.origin).toBe('http://pianzhang.example:8443')
  const file = await fetch(new URL(link.pathname + link.search, address))
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheets[0]?.rows).toHaveLength(2)
  const forged = await fetch(new URL(`${link.pathname}${link.search}0`, address))
  expect([forged.status, forged.headers.get('x-request-id')]).toEqual([403, expect.any(String)])
})

it('refuses who comes to the thread by itself', async () => {
  const { port, key } = (await test.bulk?.door()) ?? { port: 0, key: '' }
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/api/common/site`, { headers })
  expect((await ask({})).status).toBe(403)
  expect((await ask({ 'x-pianzhang-bulk': `${key.slice(1)}x` })).status).toBe(403)
  expect((await ask({ 'x-pianzhang-bulk': key })).status).toBe(200)
})

it('who goes away ends the import there', async () => {
  const before = await count()
  const lock = await hold(test.databaseUrl, 'lock table cost_executions in access exclusive mode')
  const { socket } = await send(await bookOf(rows(1_500)))
  await waiting()
  socket.resetAndDestroy()
  await lock.release()
  // The same table again waits for what still holds it.
  const idle = await hold(test.databaseUrl, 'lock table cost_executions in access exclusive mode')
  await idle.release()
  expect(await count()).toBe(before)
})

it('a thread that ends under its requests breaks them off and takes them back; the next request starts another', async () => {
  const before = await count()
  const lock = await hold(test.databaseUrl, 'lock table cost_executions in access exclusive mode')
  const { socket, said } = await send(await bookOf(rows(1_500)))
  await waiting()
  test.bulk?.cut()
  await once(socket, 'data')
  expect(said()).toMatch(/^HTTP\/1.1 503 /)
  expect(said()).toContain('稍后')
  socket.destroy()
  await lock.release()
  const code = await upload(test, world.clerk, await bookOf([RIGHT]))
  expect((await importFile(world.clerk, code)).data).toMatchObject({ status: 'succeeded' })
  expect(await count()).toBe(before + 1)
})

it('one that cannot start is told in words, and the main server goes on', async () => {
  await using app = await startTestApp({}, { bulk: true })
  const { clerk } = await paymentWorld(app)
  const code = await upload(app, clerk, await bookOf([RIGHT]))
  process.env.SITE = '/nowhere/site.json'
  try {
    const answer = await importFile(clerk, code)
    expect([answer.status, answer.msg]).toEqual([503, expect.stringMatching(/稍后/)])
  } finally {
    delete process.env.SITE
  }
  expect((await clerk.get('/cost_executions')).status).toBe(200)
  expect((await importFile(clerk, code)).data).toMatchObject({ status: 'succeeded' })
})

it('closing waits for what the thread does', async () => {
  const app = await startTestApp({}, { bulk: true })
  const { clerk, project, projectId } = await paymentWorld(app)
  const code = await upload(app, clerk, await bookOf(rows(1_500)))
  const own = await app.listen()
  const lock = await hold(app.databaseUrl, 'lock table cost_executions in access exclusive mode')
  const answer = fetch(`${own}/api/manager/cost_executions/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${clerk.token}`,
      'x-project': project,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ attachment_code: code }),
  }).then((response) => response.json() as Promise<{ data: unknown }>)
  await untilWaiting(app.databaseUrl)
  const written = async () => {
    await sleep(50)
    await lock.release()
    const result = await answer
    return [result.data, await countOf(app, 'cost_execution_details', projectId)]
  }
  const [result] = await Promise.all([written(), sleep(10).then(() => app.http.close())])
  expect(result).toMatchObject([{ status: 'succeeded', total: 1_500 }, 1_500])
  await app.close()
})
