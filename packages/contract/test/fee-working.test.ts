import { describe, expect, test } from 'vitest'
import { grossOfNet, NOTHING, type TaxBasis, type Taxed, taxOfGross } from '../src/fee-rules.ts'
import { workingOf } from '../src/fee-working.ts'
import { formatYuan } from '../src/money.ts'
import { and, basis, fen, VAT } from './fee-samples.ts'

describe('the working', () => {
  const words = (taxed: Taxed | null, of: TaxBasis, agreed: 'gross' | 'net') =>
    taxed &&
    workingOf(taxed, of, agreed).map(({ label, text, amount }) => `${label}｜${text}｜${formatYuan(amount)}`)

  test('from net to gross', () => {
    const of = basis('labor')
    expect(words(grossOfNet(fen('30000.00'), of), of, 'net')).toEqual([
      '税后金额｜21,000.00 < 税后 ≤ 49,500.00｜30,000.00',
      '税前收入｜(30,000.00 − 2,000.00) ÷ 0.76｜36,842.10',
      '增值税及附加｜不代扣｜0.00',
      '减除费用｜36,842.10 × 20%｜7,368.42',
      '应纳税所得额｜36,842.10 − 7,368.42｜29,473.68',
      '预扣税额｜29,473.68 × 30% − 2,000.00｜6,842.10',
      '实发金额｜36,842.10 − 6,842.10｜30,000.00',
    ])
  })

  test.each([
    ['700.00', '税后 ≤ 800.00', '不扣税'],
    ['3000.00', '800.00 < 税后 ≤ 3,360.00', '(3,000.00 − 160.00) ÷ 0.8'],
    ['10000.00', '3,360.00 < 税后 ≤ 21,000.00', '10,000.00 ÷ 0.84'],
    ['100000.00', '税后 > 49,500.00', '(100,000.00 − 7,000.00) ÷ 0.68'],
  ])('the formula of net %s', (net, range, formula) => {
    const of = basis('labor')
    const lines = workingOf(grossOfNet(fen(net), of) as Taxed, of, 'net')
    expect(lines.slice(0, 2).map(({ text }) => text)).toEqual([range, formula])
  })

  test('of the second fee of a month', () => {
    const month = and(NOTHING, taxOfGross(fen('3000.00'), basis('labor')))
    const of = basis('labor', { month })
    expect(words(taxOfGross(fen('3000.00'), of), of, 'gross')).toEqual([
      '税前金额｜约定的税前金额｜3,000.00',
      '增值税及附加｜不代扣｜0.00',
      '当月累计收入｜当月合并为一次：前1笔 3,000.00 + 本笔 3,000.00｜6,000.00',
      '减除费用｜6,000.00 × 20%｜1,200.00',
      '累计应纳税所得额｜6,000.00 − 1,200.00｜4,800.00',
      '累计应扣税额｜4,800.00 × 20%｜960.00',
      '本笔预扣税额｜960.00 − 当月已扣 440.00｜520.00',
      '实发金额｜3,000.00 − 520.00｜2,480.00',
    ])
    const [net, gross] = workingOf(grossOfNet(fen('3000.00'), of) as Taxed, of, 'net')
    expect(net?.text).toBe('3,360.00 < 当月累计税后 ≤ 21,000.00（前1笔实发 2,560.00）')
    expect(gross?.text).toBe('5,560.00 ÷ 0.84 − 前1笔税前 3,000.00')
  })

  test('with VAT', () => {
    const of = basis('labor', { vat: VAT })
    expect(words(taxOfGross(fen('20000.00'), of), of, 'gross')).toEqual([
      '税前金额｜约定的税前金额｜20,000.00',
      '增值税｜当日 20,000.00 ÷ (1 + 1%) × 1%｜198.02',
      '附加税费｜198.02 × 3.5%｜6.93',
      '不含税收入｜20,000.00 − 198.02｜19,801.98',
      '减除费用｜19,801.98 × 20%｜3,960.40',
      '应纳税所得额｜19,801.98 − 3,960.40 − 附加 6.93｜15,834.65',
      '预扣税额｜15,834.65 × 20%｜3,166.93',
      '实发金额｜20,000.00 − 198.02 − 6.93 − 3,166.93｜16,628.12',
    ])
    const exempt = workingOf(taxOfGross(fen('1009.99'), of), of, 'gross')
    expect(exempt[1]?.text).toBe('当日 1,009.99，不含税不足 1,000.00，免征')
  })

  test('from net to gross while VAT may be withheld', () => {
    const of = basis('labor', { vat: VAT })
    const first = (net: string, own = of) => words(grossOfNet(fen(net), own), own, 'net')?.slice(0, 3)
    // Below the exemption it is as ever, also after a fee of another day.
    expect(first('900.00')).toEqual([
      '税后金额｜800.00 < 税后 ≤ 3,360.00｜900.00',
      '税前收入｜(900.00 − 160.00) ÷ 0.8｜925.00',
      '增值税及附加｜当日 925.00，不含税不足 1,000.00，免征｜0.00',
    ])
    const month = and(NOTHING, taxOfGross(fen('900.00'), of))
    expect(first('700.00', basis('labor', { vat: VAT, month }))?.[1]).toBe(
      '税前收入｜(1,580.00 − 160.00) ÷ 0.8 − 前1笔税前 900.00｜875.00',
    )
    expect(first('16628.12')).toEqual([
      '税后金额｜约定的实发金额｜16,628.12',
      '税前收入｜含增值税，逐分试算：按下列各步扣税后实发恰为 16,628.12；少1分即 19,999.99，实发 16,628.11，不足｜20,000.00',
      '增值税｜当日 20,000.00 ÷ (1 + 1%) × 1%｜198.02',
    ])
  })

  test('of a non-resident', () => {
    const of = basis('nonresident')
    const lines = words(taxOfGross(fen('50000.00'), of), of, 'gross')
    expect(lines?.at(-2)).toBe('预扣税额｜40,000.00 × 30% − 4,410.00｜7,590.00')
    expect(words(grossOfNet(fen('42410.00'), of), of, 'net')?.[1]).toBe(
      '税前收入｜(42,410.00 − 4,410.00) ÷ 0.76｜50,000.00',
    )
  })
})
