import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_FEN, parseCell, parseTyped, yuan } from '../src/money.ts'

const fens = fc.bigInt({ min: -MAX_FEN, max: MAX_FEN })

describe('what people type', () => {
  test.each([
    ['1,234.5', 123450n],
    ['1，234．5', 123450n],
    ['１２３４．５', 123450n],
    ['　－１２ ', -1200n],
    ['−5', -500n],
    ['+5', 500n],
    ['12。5', 1250n],
    ['¥1,234.50', 123450n],
    ['￥ 5', 500n],
    ['-¥5', -500n],
    ['¥-5', -500n],
    ['5元', 500n],
    ['.5', 50n],
    ['5.', 500n],
    ['1.500', 150n],
    ['(1,234.50)', -123450n],
    ['（¥5）', -500n],
    ['¥(5) 元', -500n],
    ['1,234,567,890,123.45', 123456789012345n],
    ['600万', 600000000n],
    ['６００ 万元', 600000000n],
    ['¥1.2亿', 12000000000n],
    ['-1,234.5万', -1234500000n],
    ['(3千万)', -3000000000n],
    ['1.5百万元', 150000000n],
    ['5千', 500000n],
    ['.5万', 500000n],
    ['1.23456万', 1234560n],
    ['1.2345670万', 1234567n],
  ])('%s', (text, fen) => expect(parseTyped(text)).toEqual({ fen }))

  test.each([
    ['1,23.4', '金额格式不正确'],
    ['1,23', '金额格式不正确'],
    ['1,2345', '金额格式不正确'],
    ['1234,567', '金额格式不正确'],
    ['0,123', '金额格式不正确'],
    ['1.234,56', '金额格式不正确'],
    [',123', '金额格式不正确'],
    ['--5', '金额格式不正确'],
    ['-¥-5', '金额格式不正确'],
    ['(-5)', '金额格式不正确'],
    ['-(5)', '金额格式不正确'],
    ['((5))', '金额格式不正确'],
    ['()', '金额格式不正确'],
    ['-', '金额格式不正确'],
    ['.', '金额格式不正确'],
    ['万', '金额格式不正确'],
    ['1亿2000万', '金额格式不正确'],
    ['600万万', '金额格式不正确'],
    ['600w', '金额格式不正确'],
    ['(600)万', '金额格式不正确'],
    ['1.2345678万', '最多两位小数'],
    ['10万亿', '金额格式不正确'],
    ['99999999.9亿', '金额超出范围'],
    ['1²', '金额格式不正确'],
    ['1 234', '金额格式不正确'],
    ['1e3', '金额格式不正确'],
    ['=1+1', '金额格式不正确'],
    ['12abc', '金额格式不正确'],
    ['1.234', '最多两位小数'],
    ['10,000,000,000,000', '金额超出范围'],
    ['', '请输入金额'],
    ['　', '请输入金额'],
  ])('%j: %s', (text, error) => expect(parseTyped(text)).toEqual({ error }))

  test('never a wrong amount: what is accepted has the digits that were typed', () => {
    const characters = fc.constantFrom(...'0123456789,.-+¥元() １，．')
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 12 }), (typed) => {
        const { fen } = parseTyped(typed.join(''))
        if (fen === undefined) return
        const plain = typed
          .join('')
          .replaceAll('１', '1')
          .replaceAll('．', '.')
          .replace(/[^\d.]/g, '')
        expect(Number(yuan(fen < 0n ? -fen : fen))).toBe(Number(plain))
      }),
      { numRuns: 2000 },
    )
  })

  test('an amount in any unit is the same amount', () => {
    const units = fc.constantFrom(['千', 3], ['万', 4], ['百万', 6], ['千万', 7], ['亿', 8] as const)
    fc.assert(
      fc.property(fens, units, fc.constantFrom('', ' ', '　'), (fen, [unit, zeros], gap) => {
        const digits = String(fen < 0n ? -fen : fen).padStart(Number(zeros) + 3, '0')
        const cut = digits.length - Number(zeros) - 2
        const typed = `${fen < 0n ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}${gap}${unit}元`
        expect(parseTyped(typed)).toEqual({ fen })
        // A third decimal of the scaled amount is refused, not rounded.
        expect(parseTyped(typed.replace(/(\d)(?=\D*$)/, '$15'))).toEqual({ error: '最多两位小数' })
      }),
    )
  })
})

describe('numeric cells', () => {
  test.each([
    ['1.2345E4', 1234500n],
    ['1234.5600000000001', 123456n],
    ['300.34999999999997', 30035n],
    ['0.29999999999999999', 30n],
    ['0.30000000000000004', 30n],
    ['-1.1E-1', -11n],
    ['1e-9', 0n],
    ['1E+3', 100000n],
    ['5', 500n],
    ['9999999999999.9902', MAX_FEN],
    ['1.00000099', 100n],
  ])('%s', (raw, fen) => expect(parseCell(raw)).toEqual({ fen }))

  test.each([
    ['1.234', '最多两位小数'],
    ['1.005', '最多两位小数'],
    ['1.000001', '最多两位小数'],
    ['1E-3', '最多两位小数'],
    ['1E13', '金额超出范围'],
    ['1E308', '金额超出范围'],
    ['1E9999', '金额格式不正确'],
    ['1E99999', '金额格式不正确'],
    ['1,234', '金额格式不正确'],
    ['#N/A', '金额格式不正确'],
    ['', '请输入金额'],
  ])('%j: %s', (raw, error) => expect(parseCell(raw)).toEqual({ error }))

  test('the 17 digits that spreadsheets store are the amount that was entered', () => {
    fc.assert(
      fc.property(fens, (fen) => {
        const double = Number(yuan(fen))
        expect(parseCell(double.toPrecision(17))).toEqual({ fen })
        expect(parseCell(double.toExponential())).toEqual({ fen })
      }),
    )
  })

  test('a third decimal is never lost below a thousand million yuan', () => {
    const thousandths = fc
      .bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
      .filter((value) => value % 10n !== 0n)
    fc.assert(
      fc.property(thousandths, (value) => {
        const double = Number(value) / 1000
        expect(parseCell(double.toPrecision(17))).toEqual({ error: '最多两位小数' })
      }),
    )
  })
})
