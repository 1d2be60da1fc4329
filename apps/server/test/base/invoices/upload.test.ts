import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cleanAttachments } from '../../../src/base/attachments/clean.ts'
import { newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { jpg, png, sheet } from '../attachments/helpers.ts'
import { add, electronic, type InvoiceWorld, invoiceWorld, paper, scan, upload } from './helpers.ts'

const DAY_MS = 24 * 3600_000

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

const total = async () => (await world.clerk.get('/invoices')).data.listTotal
const audits = () =>
  app.services.db
    .selectFrom('audit_logs')
    .selectAll()
    .where('resource', '=', 'invoice')
    .orderBy('id')
    .execute()

test('makes an invoice of each picture, with what its QR code says', async () => {
  const picture = await scan(electronic('26110000000000000101'))
  const codes = [
    await upload(app, world.clerk, picture, '餐费.jpg'),
    await upload(app, world.clerk, await scan(paper('011001900211', '12345678', '99.05')), '器材.jpg'),
    await upload(app, world.clerk, await png(300, 200), '风景.png'),
  ]
  const answer = await world.clerk.post('/invoices', { attachment_codes: codes })
  expect(answer).toMatchObject({ status: 200, code: 0 })
  const query = { attachment_codes: [codes[0], codes[2]] }
  const found = (await world.clerk.get('/invoices', query)).data.items
  expect(
    found.map(({ files }: { files: { attachment_code: string }[] }) => files[0]?.attachment_code),
  ).toEqual([codes[2], codes[0]])
  const [electric, old, none] = answer.data.items
  expect(electric).toMatchObject({
    status: 2,
    status_i18n: '待查验',
    invoice_type: '32',
    invoice_type_i18n: '数电票(普通)',
    invoice_code: '',
    invoice_number: '26110000000000000101',
    billing_date: '2024-11-02',
    total_amount_yuan: '1234.50',
    amount_without_tax_yuan: null,
    check_code: '',
    reason: '',
    qr_read: true,
    attachment_code: codes[0],
    file_name: '餐费.jpg',
    merged: false,
    payment: null,
    files: [
      { format: 'jpg', file_name: '餐费.jpg', sha256: createHash('sha256').update(picture).digest('hex') },
    ],
    can: { write: true },
  })
  expect(old).toMatchObject({
    invoice_type: '04',
    invoice_code: '011001900211',
    invoice_number: '12345678',
    total_amount_yuan: null,
    amount_without_tax_yuan: '99.05',
    check_code: '12345678901234567890',
  })
  expect(none).toMatchObject({
    status: 2,
    invoice_number: '',
    qr_read: false,
    reason: '未识别到发票二维码，请人工填写并核验',
    invoice_pic: { file_name: '风景.png' },
  })
  const path = new URL(electric.invoice_pic.thumb_url)
  expect((await app.http.inject({ method: 'GET', url: path.pathname + path.search })).statusCode).toBe(200)
  const { attachment_code: _, file_name: __, pages: ___, merged: ____, ...record } = electric
  expect((await world.clerk.get(`/invoices/${electric.code}`)).data).toEqual(record)
  expect((await audits()).slice(-3)).toMatchObject([
    { action: 'create', label: '26110000000000000101', after: { total_amount: '1234.50', status: 2 } },
    { action: 'create', label: '12345678' },
    { action: 'create', label: '' },
  ])
})

test('names the files that cannot be made invoices, and stores nothing', async () => {
  const before = await total()
  const good = await upload(app, world.clerk, await jpg())
  const other = world.admin.on(await newProject(world.admin))
  const codes = [
    good,
    'unknown',
    await upload(app, other, await jpg()),
    await upload(app, world.clerk, sheet(), '表.xlsx'),
  ]
  const answer = await world.clerk.post('/invoices', { attachment_codes: codes })
  expect(answer).toMatchObject({ status: 422, code: 422 })
  expect(answer.data.errors).toEqual([
    { field: 'attachment_codes[1]', message: '附件不存在' },
    { field: 'attachment_codes[2]', message: '附件不存在' },
    {
      field: 'attachment_codes[3]',
      message: '请上传 jpg、jpeg、png 图片，或 pdf、ofd、xml、zip 格式的电子发票',
    },
  ])
  for (const attachment_codes of [undefined, [], 'x', Array.from({ length: 11 }, () => good)]) {
    const refused = await world.clerk.post('/invoices', { attachment_codes })
    expect(refused.data.errors).toMatchObject([{ field: 'attachment_codes' }])
  }
  expect((await world.clerk.post('/invoices', {})).msg).toBe('请上传发票文件')
  expect(await total()).toBe(before)
})

test('a QR code that is a web address or has ten times the fields is no invoice', async () => {
  const { data } = await add(
    app,
    world.clerk,
    'https://example.com/a',
    `${electronic('26110000000000000102')},1,1,1,1,1,1,1,1,1,1`,
  )
  expect(data.items.map((item: { reason: string }) => item.reason)).toEqual([
    '图片中的二维码不是发票二维码，请人工填写并核验',
    '图片中的二维码不是发票二维码，请人工填写并核验',
  ])
})

test('a repetition under the same Idempotency-Key makes no second invoice', async () => {
  const code = await upload(app, world.clerk, await scan(electronic('26110000000000000103')))
  const send = () =>
    world.clerk.post('/invoices', { attachment_codes: [code] }, { 'idempotency-key': 'twice' })
  const before = await total()
  const [one, two] = await Promise.all([send(), send()])
  expect(one.data.items[0].code).toBe(two.data.items[0].code)
  expect(await total()).toBe(before + 1)
})

test('a voucher of a payment becomes an invoice, and stays when the payment is deleted', async () => {
  const code = await upload(app, world.clerk, await scan(electronic('26110000000000000104')))
  const payment = await book(world.clerk, { voucher_attachment_codes: [code] })
  const { data } = await world.clerk.post('/invoices', { attachment_codes: [code] })
  expect(data.items[0]).toMatchObject({ status: 2, invoice_number: '26110000000000000104' })
  const deleted = await world.clerk.delete(`/cost_executions/${payment.data.code}`)
  expect(deleted.code).toBe(0)
  const row = async () =>
    app.services.db
      .selectFrom('attachments')
      .select(['unlinked_at'])
      .where('code', '=', code)
      .executeTakeFirst()
  expect(await row()).toEqual({ unlinked_at: null })
  // Long after any upload of the project was made.
  await sql`update attachments set created_at = now() - interval '30 days' where code = ${code}`.execute(
    app.services.db,
  )
  await cleanAttachments(app.services)
  expect(await row()).toEqual({ unlinked_at: null })
})

test('needs the right to write and a project that is not archived', async () => {
  const code = await upload(app, world.clerk, await scan(electronic('26110000000000000105')))
  const reader = (await app.person(world.companyId, { invoice: ['read'] }, [world.project])).on(world.project)
  expect((await reader.post('/invoices', { attachment_codes: [code] })).status).toBe(403)
  expect((await reader.get('/invoices')).data.can).toEqual({ write: false })
  const project = await newProject(world.admin)
  const admin = world.admin.on(project)
  const { data } = await add(app, admin, electronic('26110000000000000106'))
  await app.services.db
    .updateTable('projects')
    .set({ archive_at: new Date() })
    .where('code', '=', project)
    .execute()
  const invoice = data.items[0].code
  for (const answer of [
    await admin.post('/invoices', { attachment_codes: [code] }),
    await admin.get(`/invoices/${invoice}/invoice_check`),
    await admin.put(`/invoices/${invoice}/check`, { result: 1 }),
  ])
    expect(answer.code).toBe(300011)
  expect((await admin.get(`/invoices/${invoice}`)).data).toMatchObject({ status: 2, can: { write: false } })
})

test('an unlinked upload of an invoice is cleaned after seven days, an invoice is not', async () => {
  const left = await upload(app, world.clerk, await jpg(70, 50))
  const used = await upload(app, world.clerk, await jpg(71, 50))
  await world.clerk.post('/invoices', { attachment_codes: [used] })
  await app.services.db
    .updateTable('attachments')
    .set({ unlinked_at: new Date(Date.now() - 8 * DAY_MS) })
    .where('code', 'in', [left, used])
    .where('unlinked_at', 'is not', null)
    .execute()
  await cleanAttachments(app.services)
  const rows = await app.services.db
    .selectFrom('attachments')
    .select('code')
    .where('code', 'in', [left, used])
    .execute()
  expect(rows).toEqual([{ code: used }])
})

test.each(['row', 'file'] as const)(
  'one whose %s is removed while it is read: 422 that names it',
  async (what) => {
    const kept = await upload(app, world.clerk, await jpg(72, 50))
    const code = await upload(app, world.clerk, await jpg(73, 50))
    const { storage, db } = app.services
    const before = await total()
    const localCopy = storage.localCopy.bind(storage)
    const remove = async () => {
      const row = await db
        .selectFrom('attachments')
        .select('storage_key')
        .where('code', '=', code)
        .executeTakeFirst()
      if (what === 'file' && row) await storage.remove(row.storage_key)
      else await db.deleteFrom('attachments').where('code', '=', code).execute()
    }
    const reading = vi.spyOn(storage, 'localCopy').mockImplementation(async (key) => {
      await remove()
      return await localCopy(key)
    })
    const answer = await world.clerk.post('/invoices', { attachment_codes: [kept, code] })
    reading.mockRestore()
    expect(answer).toMatchObject({ status: 422, msg: '附件已不存在，请重新上传' })
    expect(answer.data.errors).toMatchObject([{ field: 'attachment_codes[1]' }])
    expect(await total()).toBe(before)
  },
)
