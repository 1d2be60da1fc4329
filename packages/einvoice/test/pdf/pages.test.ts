import { describe, expect, test } from 'vitest'
import { readPdf } from '../../src/pdf/read.ts'
import { qrPicture } from '../qr.ts'
import { formRuns } from './form.ts'
import { makePdf, type TestPage, type TestRun } from './make-pdf.ts'
import { airRuns, billRuns, railRuns } from './tickets.ts'

const numberOf = (n: number) => `264270000002416491${String(n).padStart(2, '0')}`
const item = (name: string, amount: string, tax: string) => ({ name: [name], amount, rate: '6%', tax })

/** A whole invoice of one line. */
const one = (number: string) =>
  formRuns({
    number,
    items: [item('*餐饮服务*餐费', '100.00', '6.00')],
    net: '¥100.00',
    tax: '¥6.00',
    total: '¥106.00',
  })
const other = (number: string) =>
  formRuns({
    number,
    date: '2026年03月19日',
    seller: ['上海器材有限公司'],
    items: [item('*租赁*设备', '200.00', '12.00')],
    net: '¥200.00',
    tax: '¥12.00',
    total: '¥212.00',
  })
const read = (...pages: (TestRun[] | TestPage)[]) =>
  readPdf(makePdf({ pages: pages.map((page) => (Array.isArray(page) ? { runs: page } : page)) }))
const summary = async (...pages: (TestRun[] | TestPage)[]) => {
  const { invoices, unread } = await read(...pages)
  return [
    ...invoices.map(({ fields, pages: own }) => [
      fields.invoice_number,
      fields.total_amount,
      fields.items.map(({ name }) => name),
      own,
    ]),
    ...(unread.length > 0 ? [{ unread }] : []),
  ]
}

describe('several invoices in a file', () => {
  test('are invoices of their own, with their pages and lines', async () => {
    const { invoices, pages } = await read(one(numberOf(1)), other(numberOf(2)), one(numberOf(3)))
    expect(pages).toBe(3)
    expect(invoices).toMatchObject([
      {
        pages: [1],
        fields: { invoice_number: numberOf(1), total_amount: 10600n, billing_date: '2026-03-17' },
      },
      {
        pages: [2],
        fields: {
          invoice_number: numberOf(2),
          total_amount: 21200n,
          billing_date: '2026-03-19',
          seller_name: '上海器材有限公司',
          items: [{ name: '*租赁*设备', amount: 20000n }],
        },
      },
      { pages: [3], fields: { invoice_number: numberOf(3), items: [{ amount: 10000n }] } },
    ])
  })

  test('of different kinds, the number on the line of the title', async () => {
    // The number stands right of the title, which ends with 发票.
    const old = other('').map((run) =>
      run.size === 18 ? { ...run, text: '上海增值税电子普通发票', x: 180 } : run,
    )
    const head = [
      { x: 420, y: 400 - 12, text: '发票代码：031002600111', size: 9 },
      { x: 420, y: 400 - 30, text: '发票号码：12345671', size: 9 },
      { x: 420, y: 400 - 78, text: '校验码：12345678901234567890', size: 9 },
    ]
    const runs = [...old.filter(({ text }) => text !== '发票号码：'), ...head]
    const { invoices } = await read(one(numberOf(1)), runs)
    expect(invoices).toMatchObject([
      {
        fields: {
          invoice_number: numberOf(1),
          invoice_code: '',
          check_code: '',
          items: [{ amount: 10000n }],
        },
      },
      {
        fields: {
          invoice_type: '10',
          invoice_code: '031002600111',
          invoice_number: '12345671',
          check_code: '12345678901234567890',
          total_amount: 21200n,
        },
      },
    ])
    expect(invoices[0]?.fields.items).toHaveLength(1)
  })

  test('two on one sheet, one above the other', async () => {
    const up = one(numberOf(1)).map((run) => ({ ...run, y: run.y + 420 }))
    expect(await summary({ runs: [...up, ...other(numberOf(2))], size: [600, 840] })).toEqual([
      [numberOf(1), 10600n, ['*餐饮服务*餐费'], [1]],
      [numberOf(2), 21200n, ['*租赁*设备'], [1]],
    ])
  })

  test('two side by side have their numbers only, as nobody knows whose the figures are', async () => {
    const right = other(numberOf(2)).map((run) => ({ ...run, x: run.x + 600 }))
    expect(await summary({ runs: [...one(numberOf(1)), ...right], size: [1200, 400] })).toEqual([
      [numberOf(1), null, [], [1]],
      [numberOf(2), null, [], [1]],
    ])
  })

  test('tickets of trains and planes', async () => {
    const { invoices } = await read(railRuns(numberOf(1)), airRuns(numberOf(2)), railRuns(numberOf(3)))
    expect(
      invoices.map(({ fields }) => [fields.invoice_type, fields.invoice_number, fields.total_amount]),
    ).toEqual([
      ['51', numberOf(1), 5600n],
      ['61', numberOf(2), 96200n],
      ['51', numberOf(3), 5600n],
    ])
  })

  test('a page whose number is not read, but whose figures differ, is no part of the invoice before', async () => {
    expect(await summary(one(numberOf(1)), other(''))).toEqual([
      [numberOf(1), 10600n, ['*餐饮服务*餐费'], [1]],
      ['', 21200n, ['*租赁*设备'], [2]],
    ])
    // Nor one with the same figures: two tickets of the same fare.
    expect(await summary(one(numberOf(1)), one(''))).toEqual([
      [numberOf(1), 10600n, ['*餐饮服务*餐费'], [1]],
      ['', 10600n, ['*餐饮服务*餐费'], [2]],
    ])
  })

  test('of scans, by their QR codes; a page without one is named', async () => {
    const scan = async (n: number) => ({
      runs: [],
      picture: await qrPicture(`01,32,,${numberOf(n)},${n}.00,20260317,,A1B2`, 4),
    })
    const grey = Uint8Array.from({ length: 90 * 90 }, (_, at) => (at * 7) % 256)
    const lines = Array.from({ length: 9 }, (_, n) => ({ x: 40, y: 40 * n, text: '扫描' }))
    const unreadable = { runs: lines, picture: { width: 90, height: 90, grey } }
    expect(await summary(await scan(1), await scan(2), unreadable, await scan(3), { runs: [] })).toEqual([
      [numberOf(1), 100n, [], [1]],
      [numberOf(2), 200n, [], [2, 3]],
      [numberOf(3), 300n, [], [4, 5]],
      { unread: [3] },
    ])
  })

  test('a cover before them is none', async () => {
    const cover = [{ x: 40, y: 300, text: '项目二组三月交通费报销汇总' }]
    expect(await summary(cover, one(numberOf(1)), other(numberOf(2)))).toEqual([
      [numberOf(1), 10600n, ['*餐饮服务*餐费'], [2]],
      [numberOf(2), 21200n, ['*租赁*设备'], [3]],
    ])
  })

  test('more than ten are all read', async () => {
    const pages = Array.from({ length: 12 }, (_, n) => one(numberOf(n)))
    expect((await read(...pages)).invoices.map(({ fields }) => fields.invoice_number)).toEqual(
      pages.map((_, n) => numberOf(n)),
    )
  })
})

describe('an invoice of several pages', () => {
  const first = formRuns({
    number: numberOf(1),
    items: [item('*餐饮服务*餐费', '100.00', '6.00')],
    net: '',
    tax: '',
    total: '',
  })
  const last = (number: string) =>
    formRuns({
      number,
      items: [item('*租赁*设备', '200.00', '12.00')],
      net: '¥300.00',
      tax: '¥18.00',
      total: '¥318.00',
    })

  test.each(['', numberOf(1)])(
    'has the sum on the last, with and without its number again (%s)',
    async (number) => {
      expect(await summary(first, last(number))).toEqual([
        [numberOf(1), 31800n, ['*餐饮服务*餐费', '*租赁*设备'], [1, 2]],
      ])
    },
  )

  test('that is there twice has its lines once', async () => {
    expect(await summary(one(numberOf(1)), one(numberOf(1)))).toEqual([
      [numberOf(1), 10600n, ['*餐饮服务*餐费'], [1, 2]],
    ])
    expect(await summary(first, last(numberOf(1)), first, last(numberOf(1)))).toEqual([
      [numberOf(1), 31800n, ['*餐饮服务*餐费', '*租赁*设备'], [1, 2, 3, 4]],
    ])
    // A copy behind another invoice is a page of its own invoice.
    expect(await summary(one(numberOf(1)), other(numberOf(2)), one(numberOf(1)))).toEqual([
      [numberOf(1), 10600n, ['*餐饮服务*餐费'], [1, 3]],
      [numberOf(2), 21200n, ['*租赁*设备'], [2]],
    ])
  })

  test('with equal lines on its pages has all of them', async () => {
    const page = (net: string) =>
      formRuns({
        number: numberOf(1),
        items: [item('*餐饮服务*餐费', '100.00', '6.00')],
        net,
        tax: net && '¥12.00',
        total: net && '¥212.00',
      })
    expect(await summary(page(''), page('¥200.00'))).toEqual([
      [numberOf(1), 21200n, ['*餐饮服务*餐费', '*餐饮服务*餐费'], [1, 2]],
    ])
  })

  test('has the lines of its list', async () => {
    const invoice = formRuns({
      number: numberOf(1),
      items: [item('(详见销货清单)', '300.00', '18.00')],
      net: '¥300.00',
      tax: '¥18.00',
      total: '¥318.00',
    })
    const at = (x: number, top: number, text: string) => ({ x, y: 400 - top, text, size: 9 })
    const row = (top: number, index: string, name: string, amount: string, tax: string) => [
      at(24, top, index),
      at(60, top, name),
      at(434 - amount.length * 4.5, top, amount),
      at(470, top, '6%'),
      at(582 - tax.length * 4.5, top, tax),
    ]
    const list = [
      at(200, 40, '销售货物或者提供应税劳务、服务清单'),
      at(30, 90, '所属增值税电子普通发票号码：见发票'),
      at(20, 120, '序号'),
      at(60, 120, '货物（劳务）名称'),
      at(170, 120, '规格型号'),
      at(230, 120, '单位'),
      at(275, 120, '数量'),
      at(345, 120, '单价'),
      at(416, 120, '金额'),
      at(465, 120, '税率'),
      at(564, 120, '税额'),
      ...row(140, '1', '*租赁*灯具', '120.00', '7.20'),
      ...row(155, '2', '*租赁*轨道', '180.00', '10.80'),
      at(60, 200, '小计'),
      at(60, 220, '总计'),
    ]
    expect(await summary(invoice, list)).toEqual([
      [numberOf(1), 31800n, ['*租赁*灯具', '*租赁*轨道'], [1, 2]],
    ])
  })

  test('with other figures under one number is two, so that neither has a value of the other', async () => {
    expect(await summary(one(numberOf(1)), other(numberOf(1)))).toEqual([
      [numberOf(1), 10600n, ['*餐饮服务*餐费'], [1]],
      [numberOf(1), 21200n, ['*租赁*设备'], [2]],
    ])
  })
})

// Shown upright by /Rotate, and shown turned.
test.each([
  [90, 90],
  [180, 180],
  [270, 270],
  [90, undefined],
  [180, undefined],
  [270, undefined],
  [undefined, 90],
  [undefined, 180],
] as const)(
  'a page whose content is turned by %s, and the page by %s, is read as upright',
  async (turned, rotate) => {
    expect(await read({ runs: formRuns(), turned, rotate })).toEqual(await read(formRuns()))
  },
)

describe('tickets', () => {
  test('of trains: the fare, the day of issue, the buyer', async () => {
    const { invoices } = await read(railRuns(numberOf(1)))
    expect(invoices[0]?.fields).toMatchObject({
      invoice_type: '51',
      invoice_number: numberOf(1),
      billing_date: '2026-04-23',
      total_amount: 5600n,
      amount_without_tax: null,
      buyer_name: '星河（北京）影视有限公司',
      buyer_tax_no: '91110105MA01JH69XW',
      seller_name: '',
    })
  })

  test('of trains, given back: what was kept', async () => {
    const { invoices } = await read(railRuns(numberOf(1), { fare: '退票费:￥11.00' }))
    expect(invoices[0]?.fields.total_amount).toBe(1100n)
  })

  test('of the treasury: bills', async () => {
    const { invoices } = await read(billRuns('0000000001'), billRuns('0000000002'))
    const fields = {
      invoice_type: '99',
      invoice_code: '11010126',
      billing_date: '2026-03-05',
      total_amount: 50000n,
      buyer_name: '星河（北京）影视有限公司',
      seller_name: '某某场馆管理处',
    }
    expect(invoices).toMatchObject([
      { pages: [1], fields: { ...fields, invoice_number: '0000000001' } },
      { pages: [2], fields: { ...fields, invoice_number: '0000000002' } },
    ])
  })

  test('of planes: the day of issue, the sum with the fund, the tax', async () => {
    const { invoices } = await read(airRuns(numberOf(1)))
    expect(invoices[0]?.fields).toMatchObject({
      invoice_type: '61',
      invoice_number: numberOf(1),
      billing_date: '2026-04-23',
      amount_without_tax: null,
      tax_amount: 7530n,
      total_amount: 96200n,
      seller_name: '某某航空服务有限公司',
      buyer_name: '星河（北京）影视有限公司',
      buyer_tax_no: '91110105MA01JH69XW',
    })
  })
})

describe('the QR code and the page', () => {
  const withCode = async (coded: string) => ({ runs: one(numberOf(1)), picture: await qrPicture(coded, 4) })

  test('of one invoice complete each other', async () => {
    const { invoices } = await read({
      runs: one('').filter(({ text }) => text !== '¥106.00'),
      picture: await qrPicture(`01,32,,${numberOf(1)},106.00,20260317,,A1B2`, 4),
    })
    expect(invoices).toMatchObject([
      { fields: { invoice_number: numberOf(1), total_amount: 10600n }, differences: [] },
    ])
  })

  test('of one ticket whose code has a type that nobody has named are not different', async () => {
    const picture = await qrPicture(`01,58,,${numberOf(1)},962.00,20260423,,A1B2`, 4)
    const { invoices } = await read({ runs: airRuns(numberOf(1)), picture })
    expect(invoices).toMatchObject([
      { fields: { invoice_type: '61', total_amount: 96200n }, differences: [] },
    ])
  })

  test('that differ are both named, and nothing of the code is taken', async () => {
    const { invoices } = await read(await withCode(`01,32,,${numberOf(9)},9.99,20260318,,A1B2`))
    const said = (page: unknown, code: unknown) => [
      { source: 'page', value: page },
      { source: 'code', value: code },
    ]
    expect(invoices).toMatchObject([
      {
        fields: { invoice_number: numberOf(1), billing_date: '2026-03-17', total_amount: 10600n },
        differences: [
          { field: 'invoice_number', said: said(numberOf(1), numberOf(9)) },
          { field: 'billing_date', said: said('2026-03-17', '2026-03-18') },
          { field: 'total_amount', said: said(10600n, 999n) },
        ],
      },
    ])
  })
})
