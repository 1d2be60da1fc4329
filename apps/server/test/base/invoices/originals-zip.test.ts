import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makePdf } from '../../../../../packages/einvoice/test/pdf/make-pdf.ts'
import { cleanAttachments } from '../../../src/base/attachments/clean.ts'
import { makeZip } from '../../files/zip.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type InvoiceWorld, invoiceWorld, upload } from './helpers.ts'
import { type File, fresh, ofdOf, pdfOf, sendFiles, xmlOf } from './originals.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await workerApp()
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

const send = (...files: File[]) => sendFiles(app, world.clerk, ...files)
const itemsOf = async (...files: File[]) => (await send(...files)).data.items

test('a zip gives an item for each file', async () => {
  const [one, two] = [fresh(), fresh()]
  const bytes = xmlOf(one)
  const zip = makeZip([
    { name: '三月/一.xml', data: bytes },
    { name: '三月/一.pdf', data: pdfOf(one) },
    { name: '三月/二.ofd', data: ofdOf(two) },
  ])
  const items = await itemsOf(['发票.zip', zip], ['三.pdf', makePdf({ pages: [{ runs: [] }] })])
  expect(items).toMatchObject([
    { file_name: '一.xml', invoice_number: one, merged: false },
    { file_name: '一.pdf', invoice_number: one, merged: true },
    { file_name: '二.ofd', invoice_number: two, merged: false },
    { file_name: '三.pdf', invoice_number: '' },
  ])
  const [file] = items[0].files
  const { pathname, search } = new URL(file.file_url)
  expect((await app.http.inject({ url: pathname + search })).rawPayload.equals(bytes)).toBe(true)
  expect(items[0].files).toHaveLength(2)
})

test('a zip sent again is not stored again', async () => {
  const code = await upload(app, world.clerk, makeZip([{ name: '一.xml', data: xmlOf(fresh()) }]), '发票.zip')
  const [first] = (await world.clerk.post('/invoices', { attachment_codes: [code] })).data.items
  const [second] = (await world.clerk.post('/invoices', { attachment_codes: [code] })).data.items
  expect(second).toMatchObject({
    status: 1,
    attachment_code: first.attachment_code,
    duplicate_of: { code: first.code },
  })
})

test('a zip with files that are none names them, and the others are read', async () => {
  const number = fresh()
  const zip = makeZip([
    { name: '一.xml', data: xmlOf(number) },
    { name: '附件/说明.txt', data: '说明' },
    { name: '改名.pdf', data: xmlOf(fresh()) },
  ])
  const code = await upload(app, world.clerk, zip, '发票.zip')
  const { data } = await world.clerk.post('/invoices', { attachment_codes: [code] })
  expect(data.items).toMatchObject([{ file_name: '一.xml', invoice_number: number, status: 2 }])
  const of = { attachment_code: code, zip_name: '发票.zip' }
  expect(data.refused).toEqual([
    { ...of, file_name: '说明.txt', reason: '只能读取 XML、OFD、PDF 格式的发票文件' },
    { ...of, file_name: '改名.pdf', reason: '文件内容是 XML，扩展名却是 .pdf，请上传未改名的原文件' },
  ])
})

test('a zip without an original is refused, and nothing of the others is kept', async () => {
  const before = (await world.clerk.get('/invoices')).data.listTotal
  const zip = makeZip([{ name: '说明.txt', data: '说明' }])
  const answer = await send(['一.xml', xmlOf(fresh())], ['发票.zip', zip])
  expect(answer.data.errors).toEqual([
    {
      field: 'attachment_codes[1]',
      message: '压缩包中的“说明.txt”：只能读取 XML、OFD、PDF 格式的发票文件',
    },
  ])
  expect((await world.clerk.get('/invoices')).data.listTotal).toBe(before)
})

test('a zip of which the server dies before its rows are complete leaves nothing that is not cleared away', async () => {
  await using own = await startTestApp()
  const { clerk } = await invoiceWorld(own)
  const { storage, db } = own.services
  const zip = makeZip(['一', '二'].map((name) => ({ name: `${name}.xml`, data: xmlOf(fresh()) })))
  const code = await upload(own, clerk, zip, '发票.zip')
  // The second file is never stored: so far is a server that is killed there.
  const put = storage.put.bind(storage)
  const keys: string[] = []
  const reached = Promise.withResolvers<void>()
  const died = Promise.withResolvers<never>()
  const storing = vi.spyOn(storage, 'put').mockImplementation(async (key, path) => {
    keys.push(key)
    if (keys.length < 2) return await put(key, path)
    reached.resolve()
    return await died.promise
  })
  const sent = clerk.post('/invoices', { attachment_codes: [code] })
  await reached.promise
  const rows = () => db.selectFrom('attachments').select('storage_key').orderBy('id').execute()
  expect((await rows()).slice(1)).toEqual(keys.map((storage_key) => ({ storage_key })))
  expect(await storage.localCopy(keys[0] ?? '')).not.toBeNull()
  await sql`update attachments set unlinked_at = unlinked_at - interval '8 days'`.execute(db)
  expect(await cleanAttachments(own.services)).toBe(3)
  expect(await rows()).toEqual([])
  expect(await storage.localCopy(keys[0] ?? '')).toBeNull()
  died.reject(new Error('killed'))
  await sent
  storing.mockRestore()
})
