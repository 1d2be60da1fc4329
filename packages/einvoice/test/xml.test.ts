import { describe, expect, test } from 'vitest'
import { NO_FIELDS } from '../src/fields.ts'
import { readOriginal } from '../src/read.ts'
import { readXmlInvoice } from '../src/xml.ts'
import { airXml, eInvoice, railXml, treasuryXml } from './originals.ts'
import { type Refusal, refusal } from './refusal.ts'

const read = (xml: string | Buffer) => readXmlInvoice(Buffer.from(xml as string))
const ITEMS = { items: expect.any(Array) }

describe('the fully digital invoice', () => {
  test('all fields, exactly', () => {
    expect(read(eInvoice())).toEqual({
      invoice_type: '31',
      invoice_code: '',
      invoice_number: '26440000000000100001',
      billing_date: '2026-02-23',
      check_code: '',
      seller_name: '示例器材（广州）有限公司',
      seller_tax_no: '91440000000000000X',
      buyer_name: '示例影视有限公司',
      buyer_tax_no: '91440000000000001Y',
      amount_without_tax: 200n,
      tax_amount: 12n,
      total_amount: 212n,
      items: [
        {
          name: '*人力资源服务*劳务',
          quantity: '2',
          unit_price: '1',
          amount: 200n,
          tax_rate: '6%',
          tax_amount: 12n,
        },
      ],
    })
  })

  test.each([
    [
      'a prefix',
      (xml: string) =>
        xml.replaceAll(/<(\/?)(?=\w)/g, '<$1fp:').replace('<fp:EInvoice', '<fp:EInvoice xmlns:fp="urn:x"'),
    ],
    ['a default namespace', (xml: string) => xml.replace('<EInvoice', '<EInvoice xmlns="urn:einvoice"')],
    ['a byte order mark', (xml: string) => `\ufeff${xml}`],
    ['the root in other letters', (xml: string) => xml.replaceAll('EInvoice>', 'eInvoice>')],
    ['CDATA', (xml: string) => xml.replace('示例影视有限公司', '<![CDATA[示例影视有限公司]]>')],
    ['line breaks in a value', (xml: string) => xml.replace('示例影视有限公司', '\n  示例影视有限公司\n')],
  ])('with %s', (_name, change) => {
    const xml = change(eInvoice())
    expect(xml).not.toBe(eInvoice())
    expect(read(xml)).toEqual(read(eInvoice()))
  })

  test('number and date from their other places', () => {
    const xml = eInvoice().replace(/<TaxSupervisionInfo>.*<\/TaxSupervisionInfo>/s, '')
    expect(read(xml)).toMatchObject({ invoice_number: '26440000000000100001', billing_date: '2026-02-22' })
  })

  test.each([
    ['<LabelCode>02</LabelCode>', '32'],
    ['<LabelName>增值税专用发票</LabelName>', '31'],
    ['<LabelName>（普通发票）</LabelName>', '32'],
    ['<LabelCode>07</LabelCode>', ''],
    ['', ''],
  ])('type by %s', (label, type) => {
    const xml = eInvoice().replace(/(<GeneralOrSpecialVAT>).*(<\/GeneralOrSpecialVAT>)/s, `$1${label}$2`)
    expect(read(xml).invoice_type).toBe(type)
  })

  test('type under TaxSupervisionInfo', () => {
    const label = '<GeneralOrSpecialVAT><LabelCode>02</LabelCode></GeneralOrSpecialVAT>'
    const xml = eInvoice()
      .replace(/<GeneralOrSpecialVAT>.*<\/GeneralOrSpecialVAT>/s, '')
      .replace('<TaxSupervisionInfo>', `<TaxSupervisionInfo>${label}`)
    expect(read(xml).invoice_type).toBe('32')
  })

  test.each([
    ['0.060000', '6%'],
    ['6%', '6%'],
    ['6', '6%'],
    ['0.0', '0%'],
    ['0.005', '0.5%'],
    ['1', '1%'],
    ['免税', '免税'],
    ['***', '***'],
    ['13%/6%', '13%/6%'],
    ['', ''],
  ])('tax rate %s', (raw, rate) => {
    const xml = eInvoice().replace('<TaxRate>0.060000', `<TaxRate>${raw}`)
    expect(read(xml).items[0]?.tax_rate).toBe(rate)
  })

  test('asterisks stand for no tax, and words for a quantity', () => {
    const xml = eInvoice()
      .replace('<TotalTaxAm>0.12', '<TotalTaxAm>***')
      .replace('<ComTaxAm>0.120000', '<ComTaxAm>***')
      .replace('<Quantity>2', '<Quantity>1批')
    expect(read(xml)).toMatchObject({ tax_amount: 0n, items: [{ tax_amount: 0n, quantity: '1批' }] })
  })

  test('a red invoice has negative amounts', () => {
    const xml = eInvoice().replaceAll(/>(2\.00|0\.12|2\.12)</g, '>-$1<')
    expect(read(xml)).toMatchObject({ amount_without_tax: -200n, tax_amount: -12n, total_amount: -212n })
  })

  test('what is missing stays empty', () => {
    expect(read('<EInvoice/>')).toEqual(NO_FIELDS)
    expect(read('<EInvoice><EInvoiceData><IssuItemInformation/></EInvoiceData></EInvoice>')).toEqual(
      NO_FIELDS,
    )
  })
})

test('the older invoice of an OFD', () => {
  const xml = `<fp:eInvoice xmlns:fp="http://www.edrm.org.cn/schema/e-invoice/2019"><fp:InvoiceCode>050001700111</fp:InvoiceCode>
    <fp:InvoiceNo>12235358</fp:InvoiceNo><fp:IssueDate>2020年08月05日</fp:IssueDate><fp:InvoiceCheckCode>16630282980991510014</fp:InvoiceCheckCode>
    <fp:Buyer><fp:BuyerName>个人</fp:BuyerName><fp:BuyerTaxID/></fp:Buyer><fp:Seller><fp:SellerName>财天下科技有限公司</fp:SellerName>
    <fp:SellerTaxID>91500102563638729E</fp:SellerTaxID></fp:Seller><fp:TaxInclusiveTotalAmount>10600.00</fp:TaxInclusiveTotalAmount>
    <fp:TaxTotalAmount>600.00</fp:TaxTotalAmount><fp:TaxExclusiveTotalAmount>10000.00</fp:TaxExclusiveTotalAmount>
    <fp:GoodsInfos><fp:GoodsInfo><fp:Item>*服务*制作费</fp:Item><fp:Price>10000</fp:Price><fp:Quantity>1</fp:Quantity><fp:Amount>10000.00</fp:Amount>
    <fp:TaxScheme>6%</fp:TaxScheme><fp:TaxAmount>600.00</fp:TaxAmount></fp:GoodsInfo></fp:GoodsInfos></fp:eInvoice>`
  expect(read(xml)).toMatchObject({
    invoice_type: '',
    invoice_code: '050001700111',
    invoice_number: '12235358',
    billing_date: '2020-08-05',
    check_code: '16630282980991510014',
    buyer_name: '个人',
    buyer_tax_no: '',
    seller_name: '财天下科技有限公司',
    seller_tax_no: '91500102563638729E',
    amount_without_tax: 1_000_000n,
    tax_amount: 60_000n,
    total_amount: 1_060_000n,
    items: [
      {
        name: '*服务*制作费',
        quantity: '1',
        unit_price: '10000',
        amount: 1_000_000n,
        tax_rate: '6%',
        tax_amount: 60_000n,
      },
    ],
  })
})

describe('tickets and bills', () => {
  const number = '26329116000000000303'

  test('of trains', () => {
    expect(read(railXml(number))).toMatchObject({
      invoice_type: '51',
      invoice_number: number,
      billing_date: '2026-08-21',
      amount_without_tax: 6606n,
      tax_amount: 594n,
      total_amount: 7200n,
      buyer_name: '星河（北京）影视有限公司',
      buyer_tax_no: '91110105MA01JH69XW',
      items: [],
    })
  })

  test('of planes: the sum, not the fare', () => {
    expect(read(airXml(number))).toMatchObject({
      invoice_type: '61',
      invoice_number: number,
      billing_date: '2026-04-23',
      amount_without_tax: null,
      tax_amount: 7530n,
      total_amount: 96200n,
      seller_name: '某某航空有限公司',
    })
  })

  test('of the treasury', () => {
    expect(read(treasuryXml())).toMatchObject({
      invoice_type: '99',
      invoice_code: '11010126',
      invoice_number: '0000000001',
      billing_date: '2026-03-05',
      total_amount: 50000n,
      seller_name: '某某场馆管理处',
      seller_tax_no: '12110000000000000A',
      buyer_name: '星河（北京）影视有限公司',
      items: [{ name: '场租', amount: 50000n }],
    })
  })

  test('another document with such a root says so', async () => {
    for (const xml of ['<EInvoice><Header><Version>1</Version></Header></EInvoice>', '<xbrl><a>1</a></xbrl>'])
      await expect(readOriginal(Buffer.from(xml), '发票.xml')).rejects.toThrow(
        refusal({ reason: 'no_invoice' }),
      )
  })
})

describe('refused', () => {
  const total = (text: string) =>
    eInvoice().replace('<TotalTax-includedAmount>2.12', `<TotalTax-includedAmount>${text}`)
  test.each<[string, string | Buffer, Refusal]>([
    ['NaN', total('NaN'), { reason: 'bad_value', field: 'total_amount', value: 'NaN', fault: 'format' }],
    [
      'an exponent',
      total('2e3'),
      { reason: 'bad_value', field: 'total_amount', value: '2e3', fault: 'format' },
    ],
    [
      'infinity',
      total('Infinity'),
      { reason: 'bad_value', field: 'total_amount', value: 'Infinity', fault: 'format' },
    ],
    ['a third decimal', total('2.125'), { reason: 'bad_value', fault: 'places' }],
    ['more than an amount may be', total('99999999999999999'), { reason: 'bad_value', fault: 'range' }],
    [
      'a million digits',
      total('9'.repeat(1_000_000)),
      { reason: 'bad_value', field: 'total_amount', value: `${'9'.repeat(40)}…` },
    ],
    [
      'NaN as a line’s amount',
      eInvoice().replace('<Amount>2.00', '<Amount>NaN'),
      { reason: 'bad_value', field: 'item_amount', value: 'NaN' },
    ],
    [
      'an exponent as a price',
      eInvoice().replace('<UnPrice>1', '<UnPrice>1e5'),
      { reason: 'bad_value', field: 'item_unit_price', value: '1e5', fault: 'no_number' },
    ],
    [
      'NaN as a rate',
      eInvoice().replace('<TaxRate>0.060000', '<TaxRate>NaN'),
      { reason: 'bad_value', field: 'item_tax_rate', value: 'NaN', fault: 'form' },
    ],
    [
      'a number with letters',
      eInvoice().replaceAll('26440000000000100001', '2644X'),
      { reason: 'bad_value', field: 'invoice_number', value: '2644X', fault: 'form' },
    ],
    [
      'a day that does not exist',
      eInvoice().replace('2026-02-23 10:08:05', '2026-02-30'),
      { reason: 'bad_value', field: 'billing_date', value: '2026-02-30', fault: 'no_day' },
    ],
    [
      'two totals',
      eInvoice().replace(
        '</TotalTaxAm>',
        '</TotalTaxAm><TotalTax-includedAmount>9</TotalTax-includedAmount>',
      ),
      { reason: 'damaged', format: 'xml' },
    ],
    [
      'a name of ten thousand signs',
      eInvoice().replace('示例影视有限公司', '长'.repeat(10_000)),
      { reason: 'field_too_long', field: 'buyer_name', limit: 200 },
    ],
    ['a DTD', eInvoice().replace('<EInvoice>', '<!DOCTYPE EInvoice><EInvoice>'), { reason: 'entities' }],
    [
      'entities that multiply',
      `<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${eInvoice().replace('示例影视', '&b;')}`,
      { reason: 'entities' },
    ],
    [
      'a file of ours',
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><EInvoice>&a;</EInvoice>`,
      { reason: 'entities' },
    ],
    ['an entity without a DTD', eInvoice().replace('示例影视', '&a;'), { reason: 'entities' }],
    ['half a file', eInvoice().slice(0, 500), { reason: 'damaged', format: 'xml' }],
    ['another root', '<Invoice><InvoiceNumber>1</InvoiceNumber></Invoice>', { reason: 'no_invoice' }],
    [
      'too many levels',
      `<EInvoice>${'<a>'.repeat(40)}${'</a>'.repeat(40)}</EInvoice>`,
      { reason: 'too_complex', format: 'xml' },
    ],
    [
      'too many elements',
      `<EInvoice>${'<a/>'.repeat(250_000)}</EInvoice>`,
      { reason: 'too_complex', format: 'xml' },
    ],
    [
      'too many lines',
      `<EInvoice><EInvoiceData>${'<IssuItemInformation/>'.repeat(5_001)}</EInvoiceData></EInvoice>`,
      { reason: 'too_many_lines', limit: 5_000 },
    ],
    [
      'one attribute twice a hundred thousand times',
      `<EInvoice ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')} a1=""/>`,
      { reason: 'damaged', format: 'xml' },
    ],
    [
      'one text of five million signs',
      `<EInvoice><a>${'x'.repeat(5_000_000)}</a></EInvoice>`,
      { reason: 'text_too_long' },
    ],
    ['UTF-16', Buffer.from(`\ufeff${eInvoice()}`, 'utf16le'), { reason: 'encoding', found: 'UTF-16' }],
    [
      'UTF-16 the other way round',
      Buffer.from(`\ufeff${eInvoice()}`, 'utf16le').swap16(),
      { reason: 'encoding', found: 'UTF-16' },
    ],
    ['UTF-16 without a mark', Buffer.from(eInvoice(), 'utf16le'), { reason: 'encoding', found: 'UTF-16' }],
    ['an encoding it names', eInvoice().replace('utf-8', 'GBK'), { reason: 'encoding', found: 'GBK' }],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('<EInvoice>'), Buffer.from([0xb7, 0xa2]), Buffer.from('</EInvoice>')]),
      { reason: 'encoding', found: undefined },
    ],
  ])('%s', (_name, xml, error) => {
    expect(() => read(xml)).toThrow(refusal(error))
  })
})

test('an XML with another name is refused, one with its own is read', async () => {
  const bytes = Buffer.from(eInvoice())
  expect(await readOriginal(bytes, '发票.XML')).toMatchObject({
    kind: 'xml',
    invoices: [{ fields: { ...ITEMS, total_amount: 212n }, pages: [] }],
  })
  await expect(readOriginal(bytes, '发票.pdf')).rejects.toThrow(
    refusal({ reason: 'other_content', found: 'xml', extension: 'pdf' }),
  )
  await expect(readOriginal(bytes, '发票.exe')).rejects.toThrow(refusal({ reason: 'unknown_extension' }))
  await expect(readOriginal(Buffer.from('a,b'), '发票.xml')).rejects.toThrow(
    refusal({ reason: 'other_content', format: 'xml', found: undefined }),
  )
})
