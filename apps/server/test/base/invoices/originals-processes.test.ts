import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { manyLinks } from '../../../../../packages/einvoice/test/hostile.ts'
import { eInvoice } from '../../../../../packages/einvoice/test/originals.ts'
import { FORM, formRuns } from '../../../../../packages/einvoice/test/pdf/form.ts'
import { makePdf } from '../../../../../packages/einvoice/test/pdf/make-pdf.ts'
import { FileProcesses } from '../../../src/platform/workers/file-processes.ts'
import { makeZip } from '../../files/zip.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { invoiceWorld, upload } from './helpers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { bulk: true, heapMb: 160 })
})
afterAll(() => app.close())

test('a process that ends while it unpacks a zip leaves no file behind', async () => {
  const { clerk } = await invoiceWorld(app)
  const zip = await upload(
    app,
    clerk,
    makeZip(['一', '二'].map((name) => ({ name: `${name}.xml`, data: eInvoice() }))),
    'z.zip',
  )
  const { storage, readingRunner: runner } = app.services
  if (!(runner instanceof FileProcesses)) throw new Error('no processes')
  const keys: string[] = []
  const isStored = async (key = '') => (await storage.localCopy(key)) !== null
  const run = runner.run.bind(runner)
  const spy = vi.spyOn(runner, 'run').mockImplementationOnce(async (name, input, task) => {
    const emit = async (bytes: Buffer) => {
      await task.emit(bytes)
      keys.push(JSON.parse(bytes.toString()).key)
      if (keys.length < 2) return
      expect(await isStored(keys[0])).toBe(true)
      for (const pid of runner.pids) process.kill(pid, 'SIGKILL')
    }
    return await run(name, input, { ...task, emit })
  })
  expect((await clerk.post('/invoices', { attachment_codes: [zip] })).status).toBe(503)
  spy.mockRestore()
  expect(keys).toHaveLength(2)
  for (const key of keys) expect(await isStored(key)).toBe(false)
  const { rows } = await sql`select 1 from attachments where storage_key = any(${keys})`.execute(
    app.services.db,
  )
  expect(rows).toEqual([])
})

test('a PDF that needs too much memory costs its process, and the others are read', async () => {
  const { clerk } = await invoiceWorld(app)
  const codes = [
    await upload(app, clerk, manyLinks(), '链接.pdf'),
    await upload(app, clerk, makeZip([{ name: '好.xml', data: eInvoice() }]), '好.zip'),
    await upload(app, clerk, makePdf({ pages: [{ runs: formRuns() }] }), '好.pdf'),
  ]
  const answer = await clerk.post('/invoices', { attachment_codes: codes })
  expect(answer.data.items).toMatchObject([
    { status: 2, invoice_number: '26440000000000100001', total_amount_yuan: '2.12', file_name: '好.xml' },
    { status: 2, invoice_number: FORM.number, total_amount_yuan: '248.49' },
  ])
  expect(answer.data.refused).toMatchObject([
    { file_name: '链接.pdf', reason: '读取该文件所需的时间或内存超过上限' },
  ])
})
