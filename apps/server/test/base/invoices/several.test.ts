import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOfd, ofdRoot, railXml, treasuryXml } from '../../../../../packages/einvoice/test/originals.ts'
import { formRuns } from '../../../../../packages/einvoice/test/pdf/form.ts'
import { makePdf } from '../../../../../packages/einvoice/test/pdf/make-pdf.ts'
import { airRuns, railRuns } from '../../../../../packages/einvoice/test/pdf/tickets.ts'
import { makeZip } from '../../files/zip.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { add, electronic, type InvoiceWorld, invoiceWorld, scan, upload } from './helpers.ts'
import { type File, FORM, fresh, pdfOf, sendFiles, UNVERIFIED } from './originals.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await workerApp()
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

const itemsOf = async (...files: File[]) => (await sendFiles(app, world.clerk, ...files)).data.items
const read = async (code: string) => (await world.clerk.get(`/invoices/${code}`)).data
/** One page for each number; the totals differ. */
const pdfWith = (...numbers: string[]) =>
  makePdf({
    pages: numbers.map((number, n) => ({
      runs: formRuns({ ...FORM, number, ...(n > 0 && { items: [], net: '', tax: '', total: `¥${n}.00` }) }),
    })),
  })
const bytesAt = async (address: string) => {
  const { pathname, search } = new URL(address)
  return (await app.http.inject({ url: pathname + search })).rawPayload
}

describe('a PDF with several invoices', () => {
  test('gives each a record, which refers to the file and to its pages', async () => {
    const [one, two] = [fresh(), fresh()]
    const bytes = pdfWith(one, two, '')
    const code = await upload(app, world.clerk, bytes, '两张.pdf')
    const { data } = await world.clerk.post('/invoices', { attachment_codes: [code] })
    const file = { attachment_code: code, file_name: '两张.pdf' }
    expect(data.refused).toEqual([])
    expect(data.items).toMatchObject([
      {
        ...file,
        status: 2,
        merged: false,
        invoice_number: one,
        total_amount_yuan: '2.12',
        items: [{ amount_yuan: '2.00' }],
        pages: [1],
        files: [{ ...file, format: 'pdf', pages: [1] }],
      },
      {
        ...file,
        status: 2,
        invoice_number: two,
        total_amount_yuan: '1.00',
        items: [],
        pages: [2],
        files: [{ pages: [2] }],
      },
      { ...file, status: 2, invoice_number: '', total_amount_yuan: '2.00', pages: [3] },
    ])
    expect(new Set(data.items.map((item: { code: string }) => item.code)).size).toBe(3)
    const { attachment_code: _, file_name: __, pages: ___, merged: ____, ...record } = data.items[1]
    expect(await read(data.items[1].code)).toEqual(record)
    // The file is there once.
    const stored = await app.services.db
      .selectFrom('attachments')
      .select('code')
      .where('file_name', '=', '两张.pdf')
      .execute()
    expect(stored).toEqual([{ code }])
    const listed = await world.clerk.get('/invoices', { attachment_codes: [code] })
    expect(listed.data.listTotal).toBe(3)
  })

  test('sent again names the invoice that each repeats, also those without a number', async () => {
    const bytes = pdfWith(fresh(), fresh(), '')
    const first = await itemsOf(['一.pdf', bytes])
    const again = await itemsOf(['二.pdf', bytes])
    expect(again).toMatchObject(
      first.map(({ code }: { code: string }, n: number) => ({
        status: 1,
        pages: [n + 1],
        reason: '与本项目中已有的发票重复',
        duplicate_of: { code },
      })),
    )
  })

  test('one of which is there already is a duplicate for that one alone', async () => {
    const [one, two] = [fresh(), fresh()]
    const [known] = await itemsOf(['一.pdf', pdfOf(two)])
    expect(await itemsOf(['两张.pdf', pdfWith(one, two)])).toMatchObject([
      { status: 2, invoice_number: one },
      {
        status: 1,
        duplicate_of: { code: known.code },
        reason: '与本项目中已有的发票重复；与号码相同的发票不一致：价税合计为 1.00，该发票为 2.12',
      },
    ])
  })

  test('one of which is voided keeps the file for the others, and comes back', async () => {
    const bytes = pdfWith(fresh(), fresh())
    const [one, two] = await itemsOf(['两张.pdf', bytes])
    expect((await world.clerk.post(`/invoices/${one.code}/void`, { reason: '传错了' })).code).toBe(0)
    const [file] = (await read(two.code)).files
    expect((await bytesAt(file.file_url)).equals(bytes)).toBe(true)
    // Its part of the file is free, the other's is not.
    const again = await itemsOf(['再传.pdf', bytes])
    expect(again).toMatchObject([
      { status: 2, duplicate_of: null },
      { status: 1, duplicate_of: { code: two.code } },
    ])
    expect((await world.clerk.post(`/invoices/${one.code}/unvoid`)).data.errors).toMatchObject([
      { field: 'invoice_number' },
    ])
    await world.clerk.post(`/invoices/${again[0].code}/void`, { reason: '传错了' })
    expect((await world.clerk.post(`/invoices/${one.code}/unvoid`)).data).toMatchObject({
      voided: null,
      files: [{ pages: [1] }],
    })
  })

  test('with other figures under one number has the second as a duplicate that says how it differs', async () => {
    const number = fresh()
    const [first, second] = await itemsOf(['两张.pdf', pdfWith(number, number)])
    expect(second).toMatchObject({
      status: 1,
      total_amount_yuan: '1.00',
      duplicate_of: { code: first.code },
      reason: '与本项目中已有的发票重复；与号码相同的发票不一致：价税合计为 1.00，该发票为 2.12',
    })
    expect(await read(first.code)).toMatchObject({ total_amount_yuan: '2.12', files: [{}] })
  })
})

test('a picture with the QR codes of two invoices makes two', async () => {
  const [one, two] = [fresh(), fresh()]
  const forms = [await scan(electronic(one, '5.00')), await scan(electronic(two, '6.00'))] as const
  const { width = 0, height = 0 } = await sharp(forms[0]).metadata()
  const both = await sharp({ create: { width, height: 2 * height, channels: 3, background: '#fff' } })
    .composite([
      { input: forms[1], top: 0, left: 0 },
      { input: forms[0], top: height, left: 0 },
    ])
    .jpeg()
    .toBuffer()
  const reason = '图片中读到 2 张发票的二维码，请核对张数'
  const items = await itemsOf(['粘贴单.jpg', both])
  expect(items).toMatchObject([
    {
      status: 2,
      invoice_number: one,
      total_amount_yuan: '5.00',
      reason,
      pages: [],
      files: [{ format: 'jpg' }],
    },
    { status: 2, invoice_number: two, total_amount_yuan: '6.00', reason, pages: [] },
  ])
  expect(await itemsOf(['再传.jpg', both])).toMatchObject([
    { status: 1, duplicate_of: { code: items[0].code } },
    { status: 1, duplicate_of: { code: items[1].code } },
  ])
})

describe('tickets', () => {
  test('of trains and planes have their type and their sum', async () => {
    const numbers = [fresh(), fresh(), fresh()] as const
    const [rail, air] = await itemsOf(
      ['车票.pdf', makePdf({ pages: [{ runs: railRuns(numbers[0]) }] })],
      ['机票.pdf', makePdf({ pages: [{ runs: airRuns(numbers[1]) }] })],
    )
    expect(rail).toMatchObject({
      invoice_type_i18n: '铁路电子客票',
      invoice_number: numbers[0],
      billing_date: '2026-04-23',
      total_amount_yuan: '56.00',
      reason: UNVERIFIED,
    })
    expect(air).toMatchObject({
      invoice_type_i18n: '航空电子客票行程单',
      billing_date: '2026-04-23',
      total_amount_yuan: '962.00',
      reason: UNVERIFIED,
    })
    // As photographs: the second one's type was an electronic invoice's before 2018.
    const code = '01,51,044001600211,98580991,149.60,20170515,12345678901234567890,4BE5'
    const { data } = await add(app, world.clerk, electronic(numbers[2], '56.00', '20260423', '51'), code)
    expect(data.items).toMatchObject([
      { invoice_type_i18n: '铁路电子客票', total_amount_yuan: '56.00' },
      { invoice_type_i18n: '电子普通发票', total_amount_yuan: null, amount_without_tax_yuan: '149.60' },
    ])
  })

  test('as 12306 sends them, OFD and PDF in a zip, are one invoice; another day is named, and neither is lost', async () => {
    const number = fresh()
    const zip = makeZip([
      {
        name: `${number}.ofd`,
        data: makeOfd(ofdRoot({}), [
          { name: `Doc_0/Attachs/rai_issuer_${number}.xml`, data: railXml(number) },
        ]),
      },
      {
        name: `${number}.pdf`,
        data: makePdf({ pages: [{ runs: railRuns(number, { fare: '票价:￥72.00' }) }] }),
      },
    ])
    const items = await itemsOf(['12306.zip', zip])
    expect(items).toMatchObject([{ merged: false }, { merged: true }])
    expect(items[1].code).toBe(items[0].code)
    expect(await read(items[0].code)).toMatchObject({
      status: 2,
      invoice_type: '51',
      invoice_number: number,
      billing_date: '2026-08-21',
      total_amount_yuan: '72.00',
      tax_amount_yuan: '5.94',
      reason: `开票日期不一致：OFD 为 2026-08-21，PDF 为 2026-04-23，请核对；${UNVERIFIED}`,
      files: [{ format: 'ofd' }, { format: 'pdf' }],
    })
  })

  test('a file of another day does not join an invoice that a person has passed', async () => {
    const number = fresh()
    const [invoice] = await itemsOf(['车票.pdf', makePdf({ pages: [{ runs: railRuns(number) }] })])
    await world.clerk.put(`/invoices/${invoice.code}/check`, { result: 1, version: 1 })
    expect(
      await itemsOf(['一.jpg', await scan(electronic(number, '56.00', '20260501', '51'))]),
    ).toMatchObject([
      {
        status: 1,
        merged: false,
        reason: '开票日期不一致：已登记的发票为 2026-04-23，JPG 为 2026-05-01，请核对',
      },
    ])
    expect(await read(invoice.code)).toMatchObject({ status: 0, billing_date: '2026-04-23', files: [{}] })
  })
})

test('a bill of the treasury is read; another document with its root is refused by what can be read', async () => {
  const empty = Buffer.from('<EInvoice><Header><Version>1</Version></Header></EInvoice>')
  const { data } = await sendFiles(
    app,
    world.clerk,
    ['票据.xml', Buffer.from(treasuryXml())],
    ['空.xml', empty],
  )
  expect(data.items).toMatchObject([
    {
      invoice_type_i18n: '其他发票',
      invoice_code: '11010126',
      invoice_number: '0000000001',
      billing_date: '2026-03-05',
      total_amount_yuan: '500.00',
      seller_name: '某某场馆管理处',
    },
  ])
  expect(data.refused).toMatchObject([
    { file_name: '空.xml', reason: '不是数电发票、铁路或航空电子客票、财政电子票据的 XML 文件' },
  ])
})
