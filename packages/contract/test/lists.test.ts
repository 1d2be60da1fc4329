import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  CONTRACT_CATEGORIES,
  codeOf,
  contractCategoryInput,
  contractDirection,
  FACE_TAX_RATES,
  faceTaxRate,
  faceTaxRateInput,
  isTicketed,
  labelOf,
  PAY_CHANNELS,
  payChannelInput,
  quoting,
  rateFromCell,
  rateFromText,
  unknownWord,
  VOUCHER_CATEGORIES,
  voucherCategoryInput,
} from '../src/lists.ts'

const issues = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message)

describe('lists', () => {
  test.each<[readonly { code: string; label: string }[], number, number]>([
    [PAY_CHANNELS, 1, 9],
    [VOUCHER_CATEGORIES, 1, 16],
    [CONTRACT_CATEGORIES, 0, 4],
  ])('codes count in order, labels are unique and found', (list, first, last) => {
    expect(list.map((entry) => entry.code)).toEqual(
      Array.from({ length: last - first + 1 }, (_, i) => String(first + i)),
    )
    expect(new Set(list.map((entry) => entry.label)).size).toBe(list.length)
    for (const { code, label } of list) {
      expect(labelOf(list, code)).toBe(label)
      expect(codeOf(list, label)).toBe(code)
    }
  })
  test('labels as spreadsheets carry them', () => {
    expect(codeOf(VOUCHER_CATEGORIES, ' 数电票（专用） ')).toBe('5')
    expect(codeOf(VOUCHER_CATEGORIES, '铁路／航空电子客票')).toBe('9')
    expect(codeOf(VOUCHER_CATEGORIES, '发票')).toBeNull()
    expect(codeOf(PAY_CHANNELS, '')).toBeNull()
    expect(labelOf(PAY_CHANNELS, null)).toBe('')
    expect(labelOf(PAY_CHANNELS, '10')).toBe('')
  })
  test('ticketed and direction', () => {
    expect(VOUCHER_CATEGORIES.filter((entry) => isTicketed(entry.code)).map((entry) => entry.label)).toEqual(
      VOUCHER_CATEGORIES.slice(0, 11).map((entry) => entry.label),
    )
    expect(isTicketed(null)).toBe(false)
    expect(CONTRACT_CATEGORIES.map((entry) => contractDirection(entry.code))).toEqual([
      'out',
      'out',
      'out',
      'in',
      'in',
    ])
    expect(contractDirection('5')).toBeNull()
  })
  test('inputs take the code as a string or a number', () => {
    expect(payChannelInput.parse('9')).toBe('9')
    expect(payChannelInput.parse(1)).toBe('1')
    expect(contractCategoryInput.parse(0)).toBe('0')
    expect(voucherCategoryInput.parse(16)).toBe('16')
    for (const nothing of [undefined, null, '']) {
      expect(voucherCategoryInput.parse(nothing)).toBeNull()
      expect(issues(payChannelInput, nothing)).toEqual(['请选择付款方式'])
    }
    for (const wrong of ['0', '10', 0, 10, 1.5, '01', ' 1', '现金', true, []]) {
      expect(issues(payChannelInput, wrong)).toEqual(['付款方式不正确'])
    }
    expect(issues(voucherCategoryInput, 17)).toEqual(['凭证类型不正确'])
    expect(issues(contractCategoryInput, '5')).toEqual(['合同类型不正确'])
  })
})

describe('face tax rates', () => {
  test.each([
    ['6', '6%'],
    ['6%', '6%'],
    ['6.0%', '6%'],
    [' ６．０ ％ ', '6%'],
    ['06', '6%'],
    ['1.50', '1.5%'],
    ['0', '0%'],
    ['100%', '100%'],
    ['0.25%', '0.25%'],
    [6, '6%'],
    [0.06, '0.06%'],
    [' 免税', '免税'],
    ['不征税', '不征税'],
  ])('%j is %s', (input, rate) => expect(faceTaxRate(input)).toBe(rate))
  test.each([
    '',
    '%',
    '-6',
    '-0',
    '100.01',
    '101',
    '1.234',
    '6%%',
    '%6',
    '1,3',
    '1 3%',
    '六',
    '免税%',
    '1e1',
    '免 税',
    1e-7,
    Number.NaN,
    -1,
  ])('%j is refused', (input) => {
    expect(faceTaxRate(input)).toBeNull()
  })
  test('the list is in its own spelling, and a spelling is stable', () => {
    for (const rate of FACE_TAX_RATES) expect(faceTaxRate(rate)).toBe(rate)
    fc.assert(
      fc.property(fc.nat(10_000), (hundredths) => {
        const rate = faceTaxRate((hundredths / 100).toFixed(2))
        expect(rate).toBe(`${hundredths / 100}%`)
        expect(faceTaxRate(rate!)).toBe(rate)
        // The same rate in a cell with a percent format, with a double's noise.
        expect(rateFromCell((hundredths / 10_000).toPrecision(17), true)).toEqual({ rate })
      }),
    )
  })
  test.each([
    ['0.06', true, '6%'],
    ['6E-2', true, '6%'],
    ['7.0000000000000007E-2', true, '7%'],
    ['1', true, '100%'],
    ['0', true, '0%'],
    ['6', true, null],
    ['0.06123', true, null],
    ['6', false, '6%'],
    ['0', false, '0%'],
    ['1', false, '1%'],
    ['0.06', false, '6%'],
    ['0.13000000000000001', false, '13%'],
    ['0.01', false, '1%'],
    ['0.5', false, null],
    ['0.015', false, null],
    ['0.99', false, null],
    ['-6', false, null],
    ['101', false, null],
    ['', false, null],
    ['x', true, null],
  ])('cell %s, percent %s: %s', (raw, percent, rate) =>
    expect(rateFromCell(raw, percent).rate ?? null).toBe(rate),
  )
  test('13%, 0.13 and 13 in cells are one rate, however they came', () => {
    for (const rate of FACE_TAX_RATES) {
      expect(rateFromText(rate)).toEqual({ rate })
      if (!rate.endsWith('%')) continue
      const points = rate.slice(0, -1)
      const share = String(Number(points) / 100)
      for (const text of [points, share]) expect(rateFromText(text)).toEqual({ rate })
      expect(rateFromCell(points, false)).toEqual({ rate })
      expect(rateFromCell(share, false)).toEqual({ rate })
      expect(rateFromCell(share, true)).toEqual({ rate })
    }
    expect(rateFromText('0.5')).toEqual({ error: '票面税率 0.5 有歧义，请写成百分数，如 0.5%' })
    expect(rateFromText('0.5%')).toEqual({ rate: '0.5%' })
  })
  test('schema', () => {
    expect(faceTaxRateInput.parse('6')).toBe('6%')
    expect(faceTaxRateInput.parse(13)).toBe('13%')
    for (const nothing of [undefined, null, '', ' ']) expect(faceTaxRateInput.parse(nothing)).toBeNull()
    expect(issues(faceTaxRateInput, 'x')).toEqual(['票面税率格式不正确'])
    expect(issues(faceTaxRateInput, true)).toEqual(['票面税率格式不正确'])
  })
  test('OpenAPI', () => {
    const body = z.object({ channel: payChannelInput, voucher: voucherCategoryInput, rate: faceTaxRateInput })
    const schema = z.toJSONSchema(body, { io: 'input' })
    expect(schema.required).toEqual(['channel'])
    expect(schema.properties?.channel).toMatchObject({
      anyOf: [{ enum: PAY_CHANNELS.map((entry) => entry.code) }, {}],
      example: '1',
    })
  })
})

describe('a message about a word', () => {
  test('quotes it before the words that may stand there', () => {
    expect(quoting(unknownWord('付款方式不存在', ['现金', '网银']), '现钞')).toBe(
      '付款方式不存在：“现钞”，可填：现金、网银',
    )
    expect(quoting('科目不存在', '摄影')).toBe('科目不存在：“摄影”')
  })
})
