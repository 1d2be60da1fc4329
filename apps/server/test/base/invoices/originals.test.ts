import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eInvoice } from '../../../../../packages/einvoice/test/originals.ts'
import { formRuns } from '../../../../../packages/einvoice/test/pdf/form.ts'
import { makePdf } from '../../../../../packages/einvoice/test/pdf/make-pdf.ts'
import { makeZip } from '../../files/zip.ts'
import type { TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { electronic, type InvoiceWorld, invoiceWorld, scan, upload } from './helpers.ts'
import { type File, FORM, fresh, ofdOf, pdfOf, sendFiles, UNVERIFIED, xmlOf } from './originals.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await workerApp()
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

const send = (...files: File[]) => sendFiles(app, world.clerk, ...files)
const itemsOf = async (...files: File[]) => (await send(...files)).data.items
const bytesAt = async (address: string) => {
  const url = new URL(address)
  return await app.http.inject({ method: 'GET', url: url.pathname + url.search })
}

test('an XML makes an invoice with all its fields, kept byte for byte', async () => {
  const number = fresh()
  const bytes = xmlOf(number)
  const [invoice] = await itemsOf(['发票.xml', bytes])
  expect(invoice).toMatchObject({
    status: 2,
    reason: UNVERIFIED,
    invoice_type: '31',
    invoice_number: number,
    billing_date: '2026-02-23',
    amount_without_tax_yuan: '2.00',
    tax_amount_yuan: '0.12',
    total_amount_yuan: '2.12',
    seller_name: '示例器材（广州）有限公司',
    seller_tax_no: '91440000000000000X',
    buyer_name: '示例影视有限公司',
    buyer_tax_no: '91440000000000001Y',
    items: [
      {
        name: '*人力资源服务*劳务',
        quantity: '2',
        unit_price: '1',
        amount_yuan: '2.00',
        tax_rate: '6%',
        tax_amount_yuan: '0.12',
      },
    ],
    files: [
      { format: 'xml', file_name: '发票.xml', sha256: createHash('sha256').update(bytes).digest('hex') },
    ],
    invoice_pic: null,
    merged: false,
  })
  const file = await bytesAt(invoice.files[0].file_url)
  expect(file.rawPayload.equals(bytes)).toBe(true)
  // An XML is never shown by the browser: it could carry a script.
  expect(file.headers['content-disposition']).toMatch(/^attachment; /)
  expect(file.headers['content-security-policy']).toMatch(/^sandbox;/)
  expect((await world.clerk.get(`/invoices/${invoice.code}`)).data.items).toEqual(invoice.items)
})

test('an OFD and a PDF', async () => {
  const numbers = [fresh(), fresh()] as const
  const [ofd, pdf] = await itemsOf(['一.ofd', ofdOf(numbers[0])], ['二.PDF', pdfOf(numbers[1])])
  expect(ofd).toMatchObject({
    status: 2,
    invoice_number: numbers[0],
    total_amount_yuan: '2.12',
    files: [{ format: 'ofd' }],
  })
  expect(pdf).toMatchObject({
    status: 2,
    invoice_type: '31',
    invoice_number: numbers[1],
    total_amount_yuan: '2.12',
    seller_name: '无锡光影器材租赁有限公司',
    files: [{ format: 'pdf', file_name: '二.PDF' }],
    items: [{ amount_yuan: '2.00' }],
  })
})

test('the QR code of a PDF completes what its text does not say, and is named where it says something else', async () => {
  const pictureOf = async (coded: string) => {
    const { data, info } = await sharp(await scan(coded))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, grey: data }
  }
  const [scanned, both] = [fresh(), fresh()]
  const scan1 = makePdf({
    pages: [{ runs: [], picture: await pictureOf(electronic(scanned, '1234.50', '20251102')) }],
  })
  const scan2 = makePdf({
    pages: [
      {
        runs: formRuns({ ...FORM, number: both }),
        picture: await pictureOf(electronic(both, '9.99', '20260223', '31')),
      },
    ],
  })
  expect(await itemsOf(['扫描.pdf', scan1], ['票面.pdf', scan2])).toMatchObject([
    {
      invoice_number: scanned,
      total_amount_yuan: '1234.50',
      billing_date: '2025-11-02',
      qr_read: true,
      reason: UNVERIFIED,
    },
    {
      invoice_number: both,
      total_amount_yuan: '2.12',
      reason: `价税合计不一致：票面为 2.12，二维码为 9.99；${UNVERIFIED}`,
    },
  ])
})

test('figures that contradict each other leave the invoice unchecked, and say why', async () => {
  const number = fresh()
  const xml = xmlOf(number).toString().replace('<TotalTaxAm>0.12', '<TotalTaxAm>0.13')
  expect(await itemsOf(['发票.xml', Buffer.from(xml)])).toMatchObject([
    {
      status: 2,
      reason: `价税合计 2.12 与金额 2.00、税额 0.13 之和不符；${UNVERIFIED}`,
      total_amount_yuan: '2.12',
    },
  ])
})

test('a PDF that says nothing is an invoice to be typed', async () => {
  expect(await itemsOf(['空.pdf', makePdf({ pages: [{ runs: [] }] })])).toMatchObject([
    { status: 2, invoice_number: '', reason: `未找到发票号码，请人工填写；${UNVERIFIED}`, qr_read: false },
  ])
})

const withDtd = () => Buffer.from(`<!DOCTYPE x [<!ENTITY a "b">]>${eInvoice().slice(56)}`)

test('an original that is refused is named and becomes no invoice, and the others are read', async () => {
  const number = fresh()
  const { data } = await send(
    ['坏.xml', withDtd()],
    ['脚本.pdf', makePdf({ pages: [{ runs: [] }], catalog: '/OpenAction << /S /JavaScript /JS (1) >>' })],
    ['数.ofd', ofdOf(fresh(), { 合计金额: 'NaN' })],
    ['好.xml', xmlOf(number)],
  )
  expect(data.items).toMatchObject([{ status: 2, invoice_number: number }])
  expect(data.refused).toMatchObject([
    { zip_name: '', file_name: '坏.xml', reason: 'XML 含有 DTD 或实体声明，不能读取' },
    { zip_name: '', file_name: '脚本.pdf', reason: 'PDF 含有脚本，不能作为发票上传' },
    { zip_name: '', file_name: '数.ofd', reason: '合计金额“NaN”有误：金额格式不正确' },
  ])
})

test('if all are refused, the request fails and says why for each file', async () => {
  const before = (await world.clerk.get('/invoices')).data.listTotal
  const zip = makeZip([
    { name: '一.xml', data: withDtd() },
    { name: '二.ofd', data: ofdOf(fresh(), { 合计金额: '1e3' }) },
  ])
  const answer = await send(['坏.xml', withDtd()], ['坏.zip', zip])
  expect(answer.status).toBe(422)
  expect(answer.data.errors).toEqual([
    { field: 'attachment_codes[0]', message: 'XML 含有 DTD 或实体声明，不能读取' },
    {
      field: 'attachment_codes[1]',
      message:
        '压缩包中的“一.xml”：XML 含有 DTD 或实体声明，不能读取；压缩包中的“二.ofd”：合计金额“1e3”有误：金额格式不正确',
    },
  ])
  expect((await world.clerk.get('/invoices')).data.listTotal).toBe(before)
})

test('a PDF of a contract is refused; with the words of an invoice, or as a scan, it may be one', async () => {
  const paragraph = '甲方委托乙方承担本剧的美术设计与置景制作工作双方本着平等互利的原则订立本合同以资共同遵守'
  const pageOf = (...texts: string[]) =>
    makePdf({ pages: [{ runs: texts.map((text, at) => ({ text, x: 40, y: 380 - at * 20, size: 8 })) }] })
  const contract = Array.from({ length: 9 }, () => paragraph)
  const { data } = await send(
    ['合同.pdf', pageOf(...contract)],
    ['票据.pdf', pageOf(...contract, '中央非税收入统一票据')],
    ['扫描.pdf', pageOf('扫描件')],
  )
  expect(data.items.map(({ file_name }: { file_name: string }) => file_name)).toEqual([
    '票据.pdf',
    '扫描.pdf',
  ])
  expect(data.items).toMatchObject([
    { file_name: '票据.pdf', status: 2, invoice_number: '' },
    { file_name: '扫描.pdf', status: 2, invoice_number: '' },
  ])
  expect(data.refused).toMatchObject([
    { file_name: '合同.pdf', reason: expect.stringContaining('PDF 里没有发票的任何栏目') },
  ])
})

test('a long value or name of characters outside of the basic plane is cut between them', async () => {
  const xml = xmlOf(fresh())
    .toString()
    .replace('<TotalAmWithoutTax>2.00', `<TotalAmWithoutTax>x${'😀'.repeat(50)}`)
  const name = `😀${'x'.repeat(175)}.xml`
  const zip = makeZip([{ name, data: xmlOf(fresh()) }])
  const { data } = await send(['坏.xml', Buffer.from(xml)], ['好.zip', zip])
  expect(data.refused).toMatchObject([{ reason: `合计金额“x${'😀'.repeat(39)}…”有误：金额格式不正确` }])
  expect(data.items).toMatchObject([{ status: 2, file_name: name }])
})

test.each([
  ['put', 'ENOSPC', 507],
  ['localCopy', 'EIO', 500],
] as const)('an error of the disk (%s: %s) is not told as the file’s', async (method, code, status) => {
  const zip = await upload(app, world.clerk, makeZip([{ name: '一.xml', data: xmlOf(fresh()) }]), '发票.zip')
  const failing = vi
    .spyOn(app.services.storage, method)
    .mockRejectedValue(Object.assign(new Error(code), { code }))
  const answer = await world.clerk.post('/invoices', { attachment_codes: [zip] })
  failing.mockRestore()
  expect(answer.status).toBe(status)
  expect((await world.clerk.post('/invoices', { attachment_codes: [zip] })).data.items).toHaveLength(1)
})

test('a file with another extension is refused at the upload', async () => {
  for (const name of ['发票.ofd', '发票.pdf', '发票.zip', '发票.jpg'])
    await expect(upload(app, world.clerk, xmlOf(fresh()), name)).rejects.toThrow('文件内容与格式不符或已损坏')
  await expect(upload(app, world.clerk, xmlOf(fresh()), '发票.xlsx')).rejects.toThrow('文件内容是网页或文本')
})

test('an invoice that a positive line uses does not become red', async () => {
  const [invoice] = await itemsOf(['一.xml', xmlOf(fresh())])
  const check = (body: object) => world.clerk.put(`/invoices/${invoice.code}/check`, { result: 1, ...body })
  await check({ version: 1 })
  await book(world.clerk, { check_invoice_code: invoice.code, pay_amount: '2.12' })
  const answer = await check({ total_amount: '-2.12', amount_without_tax: '-2.00', version: 2 })
  expect(answer.data.errors).toEqual([
    { field: 'total_amount', message: '该发票已用于正数金额的付款明细，不能改为红字发票' },
  ])
})

test('nor does a red original of its number make it red', async () => {
  const number = fresh()
  const [invoice] = await itemsOf(['一.jpg', await scan(`01,31,,${number}`)])
  await world.clerk.put(`/invoices/${invoice.code}/check`, { result: 1, version: 1 })
  await book(world.clerk, { check_invoice_code: invoice.code, pay_amount: '2.12' })
  expect(await itemsOf(['红字.xml', redOf(number)])).toMatchObject([
    { status: 1, merged: false, reason: '该发票已用于正数金额的付款明细，不能改为红字发票' },
  ])
  const stored = await world.clerk.get(`/invoices/${invoice.code}`)
  expect(stored.data).toMatchObject({ status: 0, version: 2, total_amount_yuan: null, files: [{}] })
})

test('an original that says less than a line uses of the invoice does not join it', async () => {
  const number = fresh()
  // Checked by its number alone, so that its total is not known.
  const [invoice] = await itemsOf(['一.jpg', await scan(`01,31,,${number}`)])
  await world.clerk.put(`/invoices/${invoice.code}/check`, { result: 1, version: 1 })
  const { data: payment } = await book(world.clerk, { check_invoice_code: invoice.code, pay_amount: '1000' })
  const less = Buffer.from(
    xmlOf(number)
      .toString()
      .replaceAll('>2.00<', '>754.72<')
      .replaceAll('>0.12<', '>45.28<')
      .replaceAll('>2.12<', '>800.00<'),
  )
  expect(await itemsOf(['一.xml', less])).toMatchObject([
    {
      status: 1,
      merged: false,
      total_amount_yuan: '800.00',
      reason: '付款明细已使用 1000.00 元，发票金额不能小于该金额',
    },
  ])
  expect((await world.clerk.get(`/invoices/${invoice.code}`)).data).toMatchObject({
    status: 0,
    version: 2,
    total_amount_yuan: null,
    uses: [{ code: payment.code, amount_yuan: '1000.00' }],
    files: [{}],
  })
})

const redOf = (number: string) =>
  Buffer.from(
    xmlOf(number)
      .toString()
      .replaceAll(/>(2\.00|0\.12|2\.12)</g, '>-$1<'),
  )

test('a red invoice pays no positive line', async () => {
  const [red] = await itemsOf(['红字.xml', redOf(fresh())])
  expect(red.total_amount_yuan).toBe('-2.12')
  expect((await world.clerk.put(`/invoices/${red.code}/check`, { result: 1, version: 1 })).code).toBe(0)
  const refused = await book(world.clerk, { check_invoice_code: red.code, pay_amount: '2.12' })
  expect(refused.data.errors).toEqual([
    { field: 'cost_execution_details[0].check_invoice_code', message: '红字发票只能用于负数金额的明细' },
  ])
  expect((await book(world.clerk, { check_invoice_code: red.code, pay_amount: '-2.12' })).code).toBe(0)
})
