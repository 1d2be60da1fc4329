import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness.ts'
import { makeZip } from '../../testing/zip.ts'
import { type InvoiceWorld, invoiceWorld } from './testing.ts'
import { fresh, sendFiles, UNVERIFIED, xmlOf } from './testing-originals.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await startTestApp()
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
