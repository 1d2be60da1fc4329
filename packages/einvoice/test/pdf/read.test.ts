import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { NO_FIELDS } from '../../src/fields.ts'
import { readPdf } from '../../src/pdf/read.ts'
import { readOriginal } from '../../src/read.ts'
import { qrPicture } from '../qr.ts'
import { type Refusal, refusal } from '../refusal.ts'
import { formRuns } from './form.ts'
import { makePdf, type TestPdf } from './make-pdf.ts'

const first = async (bytes: Buffer) => (await readPdf(bytes)).invoices[0]!.fields
const pdf = (more: Partial<TestPdf> = {}) => makePdf({ pages: [{ runs: formRuns() }], ...more })
const READ = {
  invoice_type: '32',
  invoice_code: '',
  invoice_number: '26427000000241649137',
  billing_date: '2026-03-17',
  check_code: '',
  seller_name: '无锡光影器材租赁有限公司',
  seller_tax_no: '9132021156294X0012',
  buyer_name: '星河（北京）影视有限公司',
  buyer_tax_no: '91110105MA01JH69XW',
  amount_without_tax: 22168n,
  tax_amount: 2681n,
  total_amount: 24849n,
  items: [
    {
      name: '*经营租赁*摄影机租赁费（含附件）',
      quantity: '2',
      unit_price: '96.4601769911504',
      amount: 19292n,
      tax_rate: '13%',
      tax_amount: 2508n,
    },
    {
      name: '*餐饮服务*餐费',
      quantity: '1',
      unit_price: '28.76',
      amount: 2876n,
      tax_rate: '6%',
      tax_amount: 173n,
    },
  ],
}

describe('a text layer', () => {
  test.each(['to-unicode', 'UniGB-UCS2-H', 'GBK-EUC-H'] as const)(
    'in a font with the map %s',
    async (font) => {
      expect(await first(pdf({ font }))).toEqual(READ)
    },
  )

  test('a PDF without text leaves all fields to the person', async () => {
    expect(await first(makePdf({ pages: [{ runs: [] }] }))).toEqual(NO_FIELDS)
  })
})

test.each([false, true])(
  'the QR code of a page, drawn as grey pixels or as a stencil (%s)',
  async (stencil) => {
    const coded = '01,32,,26427000000241649137,248.49,20260317,,A1B2'
    const picture = { ...(await qrPicture(coded, 4)), stencil }
    const { invoices } = await readPdf(makePdf({ pages: [{ runs: [], picture }] }))
    expect(invoices).toMatchObject([
      { coded, pages: [1], fields: { invoice_number: '26427000000241649137', total_amount: 24849n } },
    ])
  },
)

describe('refused', () => {
  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const objects = (content: string) => {
    const body = `200 0 ${content}`
    const packed = deflateSync(Buffer.from(body)).toString('latin1')
    return `<< /Type /ObjStm /N 1 /First 6 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`
  }
  test.each<[string, Buffer, Refusal]>([
    ['a script at opening', pdf({ catalog: `/OpenAction ${script}` }), { reason: 'script' }],
    [
      'a script by its name',
      pdf({ catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` }),
      { reason: 'script' },
    ],
    [
      'a script whose name is escaped',
      pdf({ catalog: '/OpenAction 100 0 R', objects: { 100: '<< /S /Java#53cript /J#53 (1) >>' } }),
      { reason: 'script' },
    ],
    ['a script of a page', pdf({ page: `/AA << /O ${script} >>` }), { reason: 'script' }],
    [
      'a script of a field',
      pdf({
        page: `/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] /AA << /K ${script} >> >>]`,
      }),
      { reason: 'script' },
    ],
    ['a script in a packed object', pdf({ objects: { 100: objects(script) } }), { reason: 'script' }],
    [
      'a program',
      pdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
      { reason: 'opening_action' },
    ],
    [
      'printing at opening',
      pdf({ catalog: '/OpenAction << /S /Named /N /Print >>' }),
      { reason: 'opening_action' },
    ],
    [
      'an address at opening',
      pdf({ catalog: '/OpenAction 100 0 R', objects: { 100: '<< /S /URI /URI (https://example.com) >>' } }),
      { reason: 'opening_action' },
    ],
    [
      'ten thousand pages',
      makePdf({ pages: Array.from({ length: 10_000 }, () => ({ runs: [] })) }),
      { reason: 'too_many_pages', found: '10000', limit: 200 },
    ],
    [
      'too many texts',
      makePdf({
        pages: [
          {
            runs: Array.from({ length: 6_000 }, (_, n) => ({
              x: (n % 6) * 90,
              y: n % 390,
              text: '九个字的一段文字啊',
            })),
          },
        ],
      }),
      { reason: 'too_much_text' },
    ],
    ['half a file', pdf().subarray(0, 300), { reason: 'damaged', format: 'pdf' }],
    ['no PDF', Buffer.from('%PDF-1.7\nhello'), { reason: 'damaged', format: 'pdf' }],
    [
      'objects that unpack to more than 32 MB',
      pdf({ objects: { 100: objects(' '.repeat(33 * 1024 * 1024)) } }),
      { reason: 'too_complex', format: 'pdf' },
    ],
  ])('%s', async (_name, bytes, error) => {
    await expect(readPdf(bytes)).rejects.toThrow(refusal(error))
  })

  test('a password', async () => {
    const key = 'ab'.repeat(32)
    const bytes = pdf({
      objects: { 100: `<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>` },
      trailer: '/Encrypt 100 0 R /ID [<00> <00>]',
    })
    await expect(readPdf(bytes)).rejects.toThrow(refusal({ reason: 'encrypted', format: 'pdf' }))
  })

  test('a renamed file', async () => {
    await expect(readOriginal(pdf(), '发票.ofd')).rejects.toThrow(
      refusal({ reason: 'other_content', found: 'pdf', extension: 'ofd' }),
    )
  })
})

test('an opening that only shows a page is fine', async () => {
  for (const catalog of ['/OpenAction [10 0 R /Fit]', '/OpenAction << /S /GoTo /D [10 0 R /Fit] >>'])
    expect((await first(pdf({ catalog }))).invoice_number).toBe(READ.invoice_number)
})

test('the words of an invoice are no script', async () => {
  const runs = [...formRuns(), { x: 40, y: 60, text: '*信息技术服务*/JavaScript开发' }]
  expect((await first(makePdf({ pages: [{ runs }] }))).total_amount).toBe(24849n)
})
