import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capitals, type Fen, MAX_FEN, short } from '../src/money.ts'
import rmb from './testdata/rmb.csv?raw'

const fens = fc.bigInt({ min: -MAX_FEN, max: MAX_FEN })

/** An independent reader of capitals: units multiply what stands before them. */
function readCapitals(text: string): Fen {
  const negative = text.startsWith('负')
  const [head = '', tail = ''] = text.includes('元')
    ? text.replace('负', '').split('元')
    : ['', text.replace('负', '')]
  const number = (words: string): bigint => {
    for (const [unit, size] of [
      ['亿', 100_000_000n],
      ['万', 10_000n],
      ['仟', 1000n],
      ['佰', 100n],
      ['拾', 10n],
    ] as const) {
      const at = words.lastIndexOf(unit)
      if (at >= 0) return number(words.slice(0, at)) * size + number(words.slice(at + 1))
    }
    const digits = [...words].filter((word) => word !== '零')
    expect(digits.length).toBeLessThanOrEqual(1)
    return digits.length === 0 ? 0n : BigInt('零壹贰叁肆伍陆柒捌玖'.indexOf(digits[0]!))
  }
  const part = (unit: string) =>
    BigInt(Math.max(0, '零壹贰叁肆伍陆柒捌玖'.indexOf(tail[tail.indexOf(unit) - 1] ?? '零')))
  const fen = number(head) * 100n + part('角') * 10n + part('分')
  return negative ? -fen : fen
}

describe('capitals', () => {
  const vectors = rmb.trim().split(/\r?\n/).slice(1)
  test.each(vectors.map((line) => line.split(',') as [string, string]))('%s: %s', (amount, words) => {
    expect(capitals(amount)).toBe(words)
  })
  test.each([
    ['1005000', '壹佰万伍仟元整'],
    ['10000500', '壹仟万零伍佰元整'],
    ['1000000000', '壹拾亿元整'],
    ['10.05', '壹拾元零伍分'],
    ['11.05', '壹拾壹元零伍分'],
    ['-0.50', '负伍角'],
    ['9999999999999.99', '玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  ])('%s: %s', (amount, words) => expect(capitals(amount)).toBe(words))

  test('they read back as the number, with single 零 and 整 after 元 only', () => {
    const sparse = fc
      .array(fc.constantFrom('0', '0', '0', '1', '9'), { minLength: 1, maxLength: 15 })
      .map((d) => BigInt(d.join('')))
    fc.assert(
      fc.property(fc.oneof(fens, sparse), (fen) => {
        const words = capitals(fen)
        expect(readCapitals(words)).toBe(fen)
        expect(words).not.toMatch(fen === 0n ? /零零/ : /零零|零元|零[万亿拾佰仟角分]|亿万/)
        expect(words.endsWith('整')).toBe(fen % 100n === 0n)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('万 and 亿', () => {
  test.each([
    ['0', '0'],
    ['1234.50', '1,234.5'],
    ['9999.99', '9,999.99'],
    ['10000', '1万'],
    ['12345.67', '1.23万'],
    ['12350', '1.24万'],
    ['12345678.90', '1,234.57万'],
    ['99999949.99', '9,999.99万'],
    ['99999950.00', '1亿'],
    ['99999999.99', '1亿'],
    ['123456789', '1.23亿'],
    ['-10000', '-1万'],
    ['-99999999.99', '-1亿'],
    ['9999999999999.99', '100,000亿'],
  ])('short %s is %s', (amount, text) => expect(short(amount)).toBe(text))
})
