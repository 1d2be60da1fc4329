import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeZip } from '../../files/zip.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type InvoiceWorld, invoiceWorld, upload } from './helpers.ts'
import { fresh, sendFiles, UNVERIFIED, xmlOf } from './originals.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await workerApp()
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

const LINE = /<IssuItemInformation>[\s\S]*<\/IssuItemInformation>/
/** An XML in which the line stands `count` times, its name `name`. */
const xmlWith = (count: number, name: string) =>
  Buffer.from(
    xmlOf(fresh())
      .toString()
      .replace(LINE, (line) => line.replace('*人力资源服务*劳务', name).repeat(count)),
  )
const zipOf = (count: number, data: () => Buffer) =>
  makeZip(Array.from({ length: count }, (_, n) => ({ name: `${n}.xml`, data: data() })))

test('lines that are too many or too long are left out, with the reason; the invoice is read', async () => {
  const answer = await sendFiles(
    app,
    world.clerk,
    ['一.xml', xmlWith(500, '劳务')],
    ['二.xml', xmlWith(501, '劳务')],
    ['三.xml', xmlWith(300, '劳'.repeat(200))],
  )
  const found = answer.data.items.map(
    (item: { items: unknown[]; reason: string; total_amount_yuan: string }) => [
      item.items.length,
      item.reason,
      item.total_amount_yuan,
    ],
  )
  expect(found).toEqual([
    [500, UNVERIFIED, '2.12'],
    [0, `明细过多（501行），请在原文件中查看；${UNVERIFIED}`, '2.12'],
    [0, `明细过多（300行），请在原文件中查看；${UNVERIFIED}`, '2.12'],
  ])
})

test.each([
  ['files', () => zipOf(26, () => xmlOf(fresh())), '一次上传的各压缩包里最多共 50 个文件，请分次上传'],
  [
    'bytes',
    () => zipOf(4, () => Buffer.concat([xmlOf(fresh()), Buffer.alloc(9 * 1024 * 1024, ' ')])),
    '一次上传的各压缩包解压后合计不能超过 64 MB，请分次上传',
  ],
])(
  'too many %s in all zips of a request: the last is refused, and nothing stays',
  async (_what, zip, message) => {
    const put = vi.spyOn(app.services.storage, 'put')
    const answer = await sendFiles(app, world.clerk, ['一.zip', zip()], ['二.zip', zip()])
    const keys = put.mock.calls.map(([key]) => key)
    put.mockRestore()
    expect(answer.data.errors).toEqual([{ field: 'attachment_codes[1]', message }])
    const { storage, db } = app.services
    const rows = await db
      .selectFrom('attachments')
      .select('storage_key')
      .where('storage_key', 'in', keys)
      .execute()
    const stored = await Promise.all(keys.map(async (key) => (await storage.localCopy(key)) !== null))
    const left = keys.filter((_, index) => stored[index])
    // Only the zips themselves.
    expect(left.toSorted()).toEqual(rows.map(({ storage_key }) => storage_key).toSorted())
    expect(left).toHaveLength(2)
    expect(keys.length).toBeGreaterThan(2)
  },
)

test('a caller who disconnects gets no slot for the next file', async () => {
  const attachment_codes = []
  for (const name of ['一.xml', '二.xml', '三.xml'])
    attachment_codes.push(await upload(app, world.clerk, xmlOf(fresh()), name))
  const address = await app.listen()
  const { storage, readingSlots } = app.services
  const acquire = vi.spyOn(readingSlots, 'acquire')
  const leaving = new AbortController()
  const localCopy = storage.localCopy.bind(storage)
  const reading = vi.spyOn(storage, 'localCopy').mockImplementation(async (key) => {
    leaving.abort()
    const connections = promisify(app.http.server.getConnections.bind(app.http.server))
    await expect.poll(() => connections()).toBe(0)
    return await localCopy(key)
  })
  const sent = fetch(`${address}/api/manager/invoices`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.clerk.token}`,
      'x-project': world.project,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ attachment_codes }),
    signal: leaving.signal,
  })
  await expect(sent).rejects.toThrow('aborted')
  await expect.poll(() => acquire.mock.results.length).toBe(2)
  await expect(acquire.mock.results[1]?.value).rejects.toThrow()
  expect(reading).toHaveBeenCalledTimes(1)
  reading.mockRestore()
  acquire.mockRestore()
})
