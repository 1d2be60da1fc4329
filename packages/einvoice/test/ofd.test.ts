import { describe, expect, test } from 'vitest'
import { makeZip, type TestPart } from '../../xlsx/test/zip.ts'
import { readOfd } from '../src/ofd.ts'
import { readOriginal } from '../src/read.ts'
import { CUSTOM_DATA, eInvoice, makeOfd, ofdRoot, railXml } from './originals.ts'
import { type Refusal, refusal } from './refusal.ts'

const MB = 1024 * 1024

/** The fields of the only invoice. */
async function readOfdInvoice(bytes: Buffer) {
  const { invoices } = await readOfd(bytes)
  expect(invoices).toHaveLength(1)
  return invoices[0]!.fields
}

test('custom data, where the total is the sum of the other two', async () => {
  expect(await readOfdInvoice(makeOfd())).toEqual({
    invoice_type: '',
    invoice_code: '',
    invoice_number: '25422000000003570205',
    billing_date: '2025-01-06',
    check_code: '',
    seller_name: '',
    seller_tax_no: '92420100MA4JMP6D4P',
    buyer_name: '',
    buyer_tax_no: '91110302MA01NP925M',
    amount_without_tax: 26139n,
    tax_amount: 261n,
    total_amount: 26400n,
    items: [],
  })
})

test('all that custom data may say', async () => {
  const root = ofdRoot({
    发票代码: '050001700111',
    发票号码: '12235358',
    校验码: '16630 28298 09915 10014',
    开票日期: '2020-08-05 10:00:00',
    合计金额: '10000.00',
    合计税额: '600.00',
    价税合计: '10,600.00',
    销售方名称: '财天下科技有限公司',
    购买方名称: '个人',
  })
  expect(await readOfdInvoice(makeOfd(root))).toMatchObject({
    invoice_code: '050001700111',
    check_code: '16630282980991510014',
    billing_date: '2020-08-05',
    total_amount: 1_060_000n,
    seller_name: '财天下科技有限公司',
    buyer_name: '个人',
  })
})

test('a total in capitals is left to the sum, asterisks are no tax', async () => {
  const data = { ...CUSTOM_DATA, 合计税额: '***', 价税合计: '贰佰陆拾壹圆叁角玖分' }
  expect(await readOfdInvoice(makeOfd(ofdRoot(data)))).toMatchObject({ tax_amount: 0n, total_amount: 26139n })
})

test('the attached invoice has the fields that custom data lacks, and wins', async () => {
  const attached = { name: 'Doc_0/Attachs/original_invoice.xml', data: eInvoice() }
  expect(await readOfdInvoice(makeOfd(ofdRoot(), [attached]))).toMatchObject({
    invoice_number: '26440000000000100001',
    invoice_type: '31',
    seller_name: '示例器材（广州）有限公司',
    total_amount: 212n,
    items: [{ name: '*人力资源服务*劳务' }],
  })
})

test('where the attached invoice and the custom data differ, both are named and nothing of the data is taken', async () => {
  const attached = eInvoice().replaceAll('26440000000000100001', '25422000000003570205')
  const root = ofdRoot({ 发票号码: '25422000000003570205', 合计金额: '3.00', 校验码: '123456' })
  const { invoices } = await readOfd(
    makeOfd(root, [{ name: 'Doc_0/Attachs/original_invoice.xml', data: attached }]),
  )
  expect(invoices).toMatchObject([
    {
      fields: { amount_without_tax: 200n, check_code: '' },
      differences: [
        {
          field: 'amount_without_tax',
          said: [
            { source: 'attached', value: 200n },
            { source: 'custom', value: 300n },
          ],
        },
      ],
    },
  ])
})

test('the type and the parties as they are drawn, where the data do not name them', async () => {
  const text = (id: number, value: string) =>
    `<ofd:TextObject ID="${id}"><ofd:TextCode X="0" Y="3"><![CDATA[${value}]]></ofd:TextCode></ofd:TextObject>`
  const page = (...texts: string[]) =>
    `<ofd:Page xmlns:ofd="http://www.ofdspec.org/2016"><ofd:Content><ofd:Layer>${texts.join('')}</ofd:Layer></ofd:Content></ofd:Page>`
  const reference = (name: string, ...ids: number[]) =>
    `<fp:${name}>${ids.map((id) => `<ofd:ObjectRef PageRef="1">${id}</ofd:ObjectRef>`).join('')}</fp:${name}>`
  const tags = `<fp:eInvoice xmlns:fp="urn:fp" xmlns:ofd="urn:ofd"><fp:Seller>${reference('SellerName', 12, 13)}${reference('SellerTaxID', 14)}</fp:Seller>
    <fp:Buyer>${reference('BuyerName', 11)}</fp:Buyer>${reference('TaxInclusiveTotalAmount', 15)}</fp:eInvoice>`
  const found = await readOfdInvoice(
    makeZip([
      { name: 'OFD.xml', data: ofdRoot() },
      {
        name: 'Doc_0/Pages/Page_0/Content.xml',
        data: page(
          text(11, '星河影视有限公司'),
          text(12, '武汉光影器材'),
          text(13, '租赁有限公司'),
          text(14, '不是税号'),
          text(15, '¥999.00'),
        ),
      },
      { name: 'Doc_0/Tpls/Tpl_0/Content.xml', data: page(text(1, '电子发票（普通发票）')) },
      { name: 'Doc_0/Tags/CustomTag.xml', data: tags },
    ]),
  )
  expect(found).toMatchObject({
    invoice_type: '32',
    buyer_name: '星河影视有限公司',
    seller_name: '武汉光影器材租赁有限公司',
    seller_tax_no: '92420100MA4JMP6D4P',
    amount_without_tax: 26139n,
    tax_amount: 261n,
    total_amount: 99900n,
  })
})

test('an OFD without any custom data is no error', async () => {
  expect(await readOfdInvoice(makeOfd(ofdRoot({})))).toMatchObject({ invoice_number: '', total_amount: null })
})

describe('what an OFD draws', () => {
  /** A text at `x`, `y` (mm from the top left), as issuing programs write it: with a box, and with its own unit in points. */
  const text = (id: number, x: number, y: number, value: string) =>
    `<ofd:TextObject ID="${id}" CTM="0.3528 0 0 0.3528 0 0" Boundary="${x} ${y - 3} 80 4" Size="9"><ofd:TextCode X="0" Y="9" DeltaX="g ${value.length - 1} ${/^[\x20-\x7e]/.test(value) ? 4.5 : 9}">${value}</ofd:TextCode></ofd:TextObject>`
  const page = (...texts: string[]) =>
    `<ofd:Page xmlns:ofd="http://www.ofdspec.org/2016"><ofd:Content><ofd:Layer>${texts.join('')}</ofd:Layer></ofd:Content></ofd:Page>`
  const form = page(
    text(1, 70, 10, '电子发票（普通发票）'),
    text(2, 150, 12, '发票号码：'),
    text(3, 150, 18, '开票日期：'),
    text(4, 20, 90, '价税合计（大写）'),
    text(5, 130, 90, '（小写）'),
  )
  const values = (number: string, date: string, total: string) =>
    page(text(11, 168, 12, number), text(12, 168, 18, date), text(13, 148, 90, total))
  const ofd = (root: string, ...pages: string[]) =>
    makeZip([
      { name: 'OFD.xml', data: root },
      { name: 'Doc_0/Tpls/Tpl_0/Content.xml', data: form },
      ...pages.map((data, n) => ({ name: `Doc_0/Pages/Page_${n}/Content.xml`, data })),
    ])
  const [one, two] = ['25422000000003570205', '25422000000003570206'] as const

  test('is read beside the titles of the form behind it', async () => {
    const { invoices, pages } = await readOfd(ofd(ofdRoot({}), values(one, '2025年01月06日', '¥264.00')))
    expect(pages).toBe(1)
    expect(invoices).toMatchObject([
      {
        pages: [1],
        differences: [],
        fields: { invoice_type: '32', invoice_number: one, billing_date: '2025-01-06', total_amount: 26400n },
      },
    ])
  })

  test('is compared with its data, which count', async () => {
    const { invoices } = await readOfd(ofd(ofdRoot(), values(one, '2025年01月07日', '¥264.01')))
    expect(invoices).toMatchObject([
      {
        fields: { invoice_number: one, billing_date: '2025-01-06', total_amount: 26400n },
        differences: [
          {
            field: 'billing_date',
            said: [
              { source: 'custom', value: '2025-01-06' },
              { source: 'page', value: '2025-01-07' },
            ],
          },
          {
            field: 'total_amount',
            said: [
              { source: 'custom', value: 26400n },
              { source: 'page', value: 26401n },
            ],
          },
        ],
      },
    ])
  })

  test('on several pages are several invoices; the data are those of their number', async () => {
    const pages = [values(two, '2025年01月07日', '¥9.00'), values(one, '2025年01月06日', '¥264.00')]
    const { invoices } = await readOfd(ofd(ofdRoot(), ...pages))
    expect(invoices).toMatchObject([
      {
        pages: [1],
        fields: { invoice_number: two, total_amount: 900n, tax_amount: null, seller_tax_no: '' },
      },
      {
        pages: [2],
        fields: {
          invoice_number: one,
          total_amount: 26400n,
          tax_amount: 261n,
          seller_tax_no: '92420100MA4JMP6D4P',
        },
      },
    ])
  })

  test('and data of a number that no page has are an invoice of their own', async () => {
    const other = '25422000000003570299'
    const { invoices } = await readOfd(
      ofd(
        ofdRoot({ ...CUSTOM_DATA, 发票号码: other }),
        values(one, '2025年01月06日', '¥264.00'),
        values(two, '2025年01月07日', '¥9.00'),
      ),
    )
    expect(invoices.map(({ fields }) => [fields.invoice_number, fields.total_amount])).toEqual([
      [one, 26400n],
      [two, 900n],
      [other, 26400n],
    ])
  })

  test('documents of one OFD are invoices of their own', async () => {
    const body = (root: string) => /<ofd:DocBody>.*<\/ofd:DocBody>/s.exec(root)![0]
    const second = body(
      ofdRoot({ ...CUSTOM_DATA, 发票号码: two, 合计金额: '8.00', 合计税额: '1.00', 校验码: '123456' }),
    )
    const root = ofdRoot().replace('</ofd:OFD>', `${second.replace('Doc_0', 'Doc_1')}</ofd:OFD>`)
    const bytes = makeZip([
      { name: 'OFD.xml', data: root },
      { name: 'Doc_0/Pages/Page_0/Content.xml', data: page() },
      { name: 'Doc_1/Pages/Page_0/Content.xml', data: page() },
    ])
    const { invoices, pages } = await readOfd(bytes)
    expect(pages).toBe(2)
    expect(invoices).toMatchObject([
      { pages: [1], fields: { invoice_number: one, total_amount: 26400n, check_code: '' } },
      { pages: [2], fields: { invoice_number: two, total_amount: 900n, check_code: '123456' } },
    ])
  })

  test('with several attached tickets is as many invoices, drawn or not', async () => {
    const numbers = ['26329116000000000301', '26329116000000000302', '26329116000000000303'] as const
    const bytes = makeZip([
      { name: 'OFD.xml', data: ofdRoot({}) },
      { name: 'Doc_0/Pages/Page_0/Content.xml', data: page(text(2, 10, 20, `发票号码:${numbers[1]}`)) },
      { name: 'Doc_0/Pages/Page_1/Content.xml', data: page() },
      ...numbers.map((number) => ({ name: `Doc_0/Attachs/rai_issuer_${number}.xml`, data: railXml(number) })),
    ])
    const { invoices, unread } = await readOfd(bytes)
    expect(invoices.map(({ fields, pages }) => [fields.invoice_number, fields.total_amount, pages])).toEqual([
      [numbers[1], 7200n, [1, 2]],
      [numbers[0], 7200n, []],
      [numbers[2], 7200n, []],
    ])
    expect(unread).toEqual([2])
  })

  test('a railway ticket: its data and its page', async () => {
    const number = '26329116000000000303'
    const drawn = (day: string) =>
      page(
        text(1, 70, 10, '电子发票（铁路电子客票）'),
        text(2, 10, 20, `发票号码:${number}`),
        text(3, 100, 20, `开票日期:${day}`),
        text(4, 10, 60, '票价:'),
        text(5, 22, 60, '￥'),
        text(6, 28, 60, '72.00'),
      )
    const bytes = (day: string, attached: boolean) =>
      makeZip([
        { name: 'OFD.xml', data: ofdRoot({}) },
        { name: 'Doc_0/Pages/Page_0/Content.xml', data: drawn(day) },
        ...(attached ? [{ name: `Doc_0/Attachs/rai_issuer_${number}.xml`, data: railXml(number) }] : []),
      ])
    const read = {
      invoice_type: '51',
      invoice_number: number,
      billing_date: '2026-08-21',
      total_amount: 7200n,
    }
    expect(await readOfdInvoice(bytes('2026年08月21日', false))).toMatchObject({ ...read, tax_amount: null })
    expect(await readOfdInvoice(bytes('2026年08月21日', true))).toMatchObject({
      ...read,
      amount_without_tax: 6606n,
      tax_amount: 594n,
      buyer_name: '星河（北京）影视有限公司',
    })
    expect((await readOfd(bytes('2026年08月20日', true))).invoices).toMatchObject([
      { fields: read, differences: [{ field: 'billing_date' }] },
    ])
  })
})

describe('refused', () => {
  const changed = (change: Partial<TestPart>, name = 'OFD.xml') => [{ name, data: ofdRoot(), ...change }]
  test.each<[string, Buffer, Refusal]>([
    [
      'gigabytes, as the directory says',
      makeZip(changed({ lie: { size: 2 ** 31 } })),
      { reason: 'too_large', format: 'ofd', limit: 64 * MB },
    ],
    [
      'more than 64 MB in all',
      makeOfd(ofdRoot(), [{ name: 'x', data: Buffer.alloc(65 * MB) }]),
      { reason: 'too_large', format: 'ofd', limit: 64 * MB },
    ],
    [
      'more than its directory says',
      makeZip(changed({ data: ofdRoot() + ' '.repeat(5 * MB), lie: { size: 1_000 } })),
      { reason: 'damaged', format: 'ofd' },
    ],
    [
      'a path out of the zip',
      makeOfd(ofdRoot(), [{ name: '../../etc/passwd', data: '' }]),
      { reason: 'unsafe_file_name' },
    ],
    [
      'an absolute path',
      makeOfd(ofdRoot(), [{ name: '/etc/passwd', data: '' }]),
      { reason: 'unsafe_file_name' },
    ],
    [
      'thousands of files',
      makeOfd(
        ofdRoot(),
        Array.from({ length: 1_001 }, (_, n) => ({ name: `x/${n}`, data: '' })),
      ),
      { reason: 'too_many_files', format: 'ofd' },
    ],
    [
      'an encrypted part',
      makeZip(changed({ lie: { flags: 0x0801 } })),
      { reason: 'encrypted', format: 'ofd' },
    ],
    ['a wrong checksum', makeZip(changed({ lie: { crc: 1 } })), { reason: 'damaged', format: 'ofd' }],
    ['no OFD.xml', makeZip(changed({}, 'x.xml')), { reason: 'no_ofd_root' }],
    [
      'an entity in its page',
      makeZip([
        { name: 'OFD.xml', data: ofdRoot() },
        { name: 'Doc_0/Pages/Page_0/Content.xml', data: '<!DOCTYPE x><a/>' },
      ]),
      { reason: 'entities' },
    ],
    ['half a file', makeOfd().subarray(0, 200), { reason: 'damaged', format: 'ofd' }],
    ['no zip', Buffer.from('%PDF-1.7'), { reason: 'damaged', format: 'ofd' }],
    [
      'NaN',
      makeOfd(ofdRoot({ ...CUSTOM_DATA, 合计金额: 'NaN' })),
      { reason: 'bad_value', field: 'amount_without_tax', value: 'NaN' },
    ],
    ['an entity', makeOfd(`<!DOCTYPE x [<!ENTITY a "b">]>${ofdRoot().slice(38)}`), { reason: 'entities' }],
    [
      'an entity in the attached invoice',
      makeOfd(ofdRoot(), [{ name: 'Doc_0/Attachs/original_invoice.xml', data: '<!DOCTYPE x><eInvoice/>' }]),
      { reason: 'entities' },
    ],
  ])('%s', async (_name, bytes, error) => {
    await expect(readOfd(bytes)).rejects.toThrow(refusal(error))
  })

  test('entries that share their bytes', async () => {
    const parts = Array.from({ length: 30 }, (_, n) => ({
      name: `x/${n}`,
      data: '0'.repeat(MB),
      lie: { offset: 0 },
    }))
    await expect(readOfd(makeOfd(ofdRoot(), parts))).rejects.toThrow(
      refusal({ reason: 'damaged', format: 'ofd' }),
    )
  })
})

test('an OFD is known by its content', async () => {
  expect(await readOriginal(makeOfd(), '发票.ofd')).toMatchObject({ kind: 'ofd' })
  await expect(readOriginal(makeOfd(), '发票.xml')).rejects.toThrow(
    refusal({ reason: 'other_content', found: 'ofd' }),
  )
  await expect(readOriginal(makeZip([{ name: 'a', data: '' }]), '发票.ofd')).rejects.toThrow(
    refusal({ reason: 'other_content', found: 'zip' }),
  )
})
