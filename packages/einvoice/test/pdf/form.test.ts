import { describe, expect, test } from 'vitest'
import { addsUp } from '../../src/fields.ts'
import { piecesOf } from '../../src/pdf/form.ts'
import { readForm } from '../../src/pdf/form-fields.ts'
import { type Form, formRuns, olderRuns } from './form.ts'
import type { TestRun } from './make-pdf.ts'

const width = (text: string, size: number) =>
  [...text].reduce((sum, sign) => sum + (sign < '\u0100' ? size / 2 : size), 0)
const read = (runs: readonly TestRun[]) => {
  const page = piecesOf(
    runs.map(({ text, x, y, size = 9 }) => ({
      str: text,
      width: width(text, size),
      transform: [size, 0, 0, size, x, y],
    })),
    [0, 0, 600, 400],
  )
  return readForm(page.pieces, page.width).fields
}
const form = (changes: Form = {}) => read(formRuns(changes))
const READ = form()

test('the form as issuing programs draw it', () => {
  expect(READ).toMatchObject({
    invoice_type: '32',
    invoice_number: '26427000000241649137',
    billing_date: '2026-03-17',
    seller_name: '无锡光影器材租赁有限公司',
    seller_tax_no: '9132021156294X0012',
    buyer_name: '星河（北京）影视有限公司',
    buyer_tax_no: '91110105MA01JH69XW',
    amount_without_tax: 22168n,
    tax_amount: 2681n,
    total_amount: 24849n,
  })
  expect(READ.items).toHaveLength(2)
  expect(addsUp(READ)).toBe(true)
})

describe('drawn otherwise, and read alike', () => {
  /** Each character, or every few, as a piece of its own. */
  const split = (runs: TestRun[], length: number) =>
    runs.flatMap((run) =>
      (run.text.match(new RegExp(`.{1,${length}}`, 'gu')) ?? []).map((text, index) => ({
        ...run,
        text,
        x: run.x + width(run.text.slice(0, index * length), run.size ?? 9),
      })),
    )
  test.each<[string, (runs: TestRun[]) => TestRun[]]>([
    ['characters one by one', (runs) => split(runs, 1)],
    ['in bits of three', (runs) => split(runs, 3)],
    ['in the opposite order', (runs) => runs.toReversed()],
    [
      'in half-width characters',
      (runs) =>
        runs.map((run) => ({
          ...run,
          text: run.text.replace('：', ': ').replace('（小写）', '(小写)').replace('（大写）', '(大写)'),
        })),
    ],
    [
      'with radicals instead of characters',
      (runs) =>
        runs.map((run) => ({
          ...run,
          text: run.text.replace('子', '⼦').replace('方', '⽅').replace('小', '⼩'),
        })),
    ],
    [
      'with the full-width sign of the currency',
      (runs) => runs.map((run) => ({ ...run, text: run.text.replace('¥', '￥') })),
    ],
    ['a point higher and lower', (runs) => runs.map((run, index) => ({ ...run, y: run.y + (index % 2) }))],
  ])('%s', (_name, change) => {
    const runs = change(formRuns())
    expect(runs).not.toEqual(formRuns())
    const plain = (name: string) => name.replace('⼦', '子')
    const found = read(runs)
    expect({ ...found, seller_name: plain(found.seller_name) }).toEqual(READ)
  })

  test('titles with spaces between their characters', () => {
    const spaced = formRuns().map((run) => ({ ...run, text: run.text.replace('名称：', '名 称：') }))
    expect(read(spaced)).toMatchObject({ buyer_name: READ.buyer_name, seller_name: READ.seller_name })
  })

  test('names wrapped into two lines', () => {
    const long = ['中国建筑第八工程局有限公司华东', '分公司苏州项目部']
    expect(form({ buyer: long }).buyer_name).toBe(long.join(''))
    expect(form({ buyer: long, seller: long })).toMatchObject({
      buyer_name: long.join(''),
      seller_name: long.join(''),
    })
  })
})

test.each([
  ['电子发票（增值税专用发票）', '31'],
  ['电子发票（普通发票）', '32'],
  ['江苏增值税电子普通发票', '10'],
  ['江苏增值税电子专用发票', '08'],
  ['北京增值税专用发票', '01'],
  ['北京增值税普通发票', '04'],
  ['机动车销售统一发票', '03'],
  ['电子发票（铁路电子客票）', '51'],
  ['电子发票（航空运输电子客票行程单）', '61'],
  ['网络预约出租车行程单', ''],
])('%s is of type %s', (title, type) => {
  expect(form({ title }).invoice_type).toBe(type)
})

describe('what is not there stays empty', () => {
  test('a buyer without a tax number', () => {
    expect(form({ buyerNo: '', buyer: ['个人（个人）'] })).toMatchObject({
      buyer_tax_no: '',
      buyer_name: '个人（个人）',
      seller_tax_no: READ.seller_tax_no,
    })
  })
  test('a number with a digit too few, a day that does not exist', () => {
    expect(form({ number: '2642700000024164913' }).invoice_number).toBe('')
    expect(form({ date: '2026年02月30日' }).billing_date).toBeNull()
  })
  test('amounts that are none', () => {
    expect(form({ total: '¥NaN' }).total_amount).toBeNull()
    expect(form({ total: '¥1e5' }).total_amount).toBeNull()
    expect(form({ total: '¥1,23.45' }).total_amount).toBeNull()
  })
  test('lines that do not add up to the net amount', () => {
    expect(form({ net: '¥221.67' })).toMatchObject({ amount_without_tax: 22167n, items: [] })
  })
  test('quantity and price whose product is not the amount', () => {
    const items = [
      { name: ['*住宿服务*住宿费'], quantity: '3', price: '100', amount: '221.68', rate: '6%', tax: '13.30' },
    ]
    expect(form({ items }).items).toMatchObject([{ amount: 22168n, quantity: '', unit_price: '' }])
  })
})

test('no tax, written as asterisks', () => {
  const items = [{ name: ['*蔬菜*土豆'], amount: '221.68', rate: '免税', tax: '***' }]
  const found = form({ items, tax: '***', total: '¥221.68' })
  expect(found).toMatchObject({ amount_without_tax: 22168n, tax_amount: 0n, total_amount: 22168n })
  expect(found.items).toMatchObject([{ tax_rate: '免税', tax_amount: 0n }])
})

test('a red invoice, whose note names the one it takes back', () => {
  const items = [{ name: ['*餐饮服务*餐费'], amount: '-221.68', rate: '6%', tax: '-13.30' }]
  const note = { x: 34.5, y: 60, text: '被红冲蓝字数电发票号码：25427000000000000001' }
  const found = read([note, ...formRuns({ items, net: '¥-221.68', tax: '¥-13.30', total: '¥ -234.98' })])
  expect(found).toMatchObject({
    invoice_number: READ.invoice_number,
    amount_without_tax: -22168n,
    tax_amount: -1330n,
    total_amount: -23498n,
    items: [{ amount: -22168n }],
  })
})

test('a total that contradicts the other figures is read as it is, and named', () => {
  const found = form({ total: '¥ 248.94' })
  expect(found.total_amount).toBe(24894n)
  expect(addsUp(found)).toBe(false)
})

test('the older form: code, check code, the parties one above the other, the cipher beside them', () => {
  expect(read(olderRuns())).toEqual({
    invoice_type: '10',
    invoice_code: '011002000111',
    invoice_number: '12345678',
    billing_date: '2024-03-05',
    check_code: '16630282980991510014',
    buyer_name: '星河影视有限公司',
    buyer_tax_no: '91110105MA01JH69XW',
    seller_name: '光影后期制作有限公司',
    seller_tax_no: '91110108MA01XYZW3Q',
    amount_without_tax: 94340n,
    tax_amount: 5660n,
    total_amount: 100000n,
    items: [
      {
        name: '*广播影视服务*后期制作',
        quantity: '',
        unit_price: '',
        amount: 94340n,
        tax_rate: '6%',
        tax_amount: 5660n,
      },
    ],
  })
})
