import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  amountField,
  amountOutput,
  fenOf,
  formatYuan,
  isAmount,
  MAX_FEN,
  multiply,
  nonZeroField,
  parseCell,
  parseTyped,
  parseYuan,
  percent,
  positiveField,
  ratio,
  ratioOutput,
  sum,
  yuan,
} from '../src/money.ts'
import { parseField } from '../src/money-field.ts'

const fens = fc.bigInt({ min: -MAX_FEN, max: MAX_FEN })
const issues = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message)

/** What the work costs the processor, which other programs of the machine do not change. */
function cost(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

describe('the strict form', () => {
  test.each([
    ['0', 0n],
    ['-0', 0n],
    ['1234.5', 123450n],
    ['-0.05', -5n],
    ['007', 700n],
    ['9999999999999.99', MAX_FEN],
    [0.1, 10n],
    [-0, 0n],
    [1e3, 100000n],
    [9999999999999.99, MAX_FEN],
  ])('%j is %s', (input, fen) => expect(parseYuan(input)).toBe(fen))

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '5.',
    '1,234',
    '1e3',
    '１２',
    '1.234',
    '1.500',
    '10000000000000',
    '0x10',
    'NaN',
    '1\n',
  ])('%j is refused', (input) => expect(parseYuan(input)).toBeNull())
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7, 0.1 + 0.2, 1.005, 1e13])(
    'the number %d is refused',
    (input) => expect(parseYuan(input)).toBeNull(),
  )

  test('parse ∘ format = identity', () => {
    fc.assert(
      fc.property(fens, (fen) => {
        expect(parseYuan(yuan(fen))).toBe(fen)
        expect(fenOf(yuan(fen))).toBe(fen)
        expect(parseTyped(formatYuan(fen))).toEqual({ fen })
        expect(parseCell(yuan(fen))).toEqual({ fen })
        expect(parseField(formatYuan(fen))).toEqual({ fen })
      }),
    )
  })

  test('a JSON number that prints an amount is that amount', () => {
    fc.assert(
      fc.property(fens, (fen) => {
        expect(parseYuan(Number(yuan(fen)))).toBe(fen)
      }),
    )
  })

  test('a hostile text is refused at once', () => {
    const nines = '9'.repeat(1e6)
    const all = cost(() => {
      for (const text of [nines, `1.${nines}`, '-'.repeat(1e6), `${'1'.repeat(1e6)}x`]) {
        expect(parseYuan(text)).toBeNull()
        expect(parseTyped(text).fen).toBeUndefined()
        expect(parseCell(text).fen).toBeUndefined()
        expect(parseField(`=${text}`).fen).toBeUndefined()
      }
    })
    // None of the sixteen is made a number.
    expect(all).toBeLessThan(cost(() => BigInt(nines)))
  })
})

describe('formats', () => {
  test.each([
    [123450n, '1234.50', '1,234.50'],
    [-5n, '-0.05', '-0.05'],
    [0n, '0.00', '0.00'],
    [-100000000n, '-1000000.00', '-1,000,000.00'],
    [10n ** 20n, '1000000000000000000.00', '1,000,000,000,000,000,000.00'],
  ])('%s', (fen, plain, separated) => {
    expect(yuan(fen)).toBe(plain)
    expect(formatYuan(fen)).toBe(separated)
    expect(formatYuan(plain)).toBe(separated)
    expect(amountOutput.parse(plain)).toBe(plain)
  })
  test('formatYuan of other texts', () => {
    expect(formatYuan('1234.5')).toBe('1,234.50')
    expect(formatYuan('-0.00')).toBe('0.00')
    expect(formatYuan('-')).toBe('-')
    expect(formatYuan('')).toBe('')
    expect(() => fenOf('')).toThrow(RangeError)
  })
})

describe('arithmetic', () => {
  const near = (n: bigint, d: bigint, rounded: bigint) => {
    const twice = 2n * (n - rounded * d)
    const off = twice < 0n ? -twice : twice
    const size = d < 0n ? -d : d
    // At most half a unit away, and a half goes away from zero.
    expect(off <= size).toBe(true)
    if (off === size) expect((rounded < 0n ? -rounded : rounded) * size > (n < 0n ? -n : n)).toBe(true)
  }

  test('multiply rounds half away from zero', () => {
    expect(multiply(1n, 5_000n)).toBe(1n)
    expect(multiply(-1n, 5_000n)).toBe(-1n)
    expect(multiply(1n, 4_999n)).toBe(0n)
    expect(multiply(1005n, 15_000n)).toBe(1508n)
    fc.assert(
      fc.property(fens, fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (a, q) =>
        near(a * q, 10_000n, multiply(a, q)),
      ),
    )
  })
  test('ratio', () => {
    expect(ratio(1n, 3n)).toBe('0.333333')
    expect(ratio(2n, 3n)).toBe('0.666667')
    expect(ratio(-1n, 3n)).toBe('-0.333333')
    expect(ratio(-1n, 10n ** 9n)).toBe('0.000000')
    expect(ratio(1n, 0n)).toBe('0.000000')
    expect(ratio(5n, 2n)).toBe('2.500000')
    expect(percent('0.333333')).toBe('33.33%')
    expect(percent('-1.000050')).toBe('-100.01%')
    fc.assert(
      fc.property(
        fens,
        fens.filter((b) => b !== 0n),
        (a, b) => {
          const text = ratio(a, b)
          expect(ratioOutput.safeParse(text).success).toBe(true)
          near(a * 1_000_000n, b, BigInt(text.replace('.', '')))
        },
      ),
    )
  })
  test('sums are exact, in any order and grouping', () => {
    fc.assert(
      fc.property(fc.array(fens), fc.array(fens), (a, b) => {
        expect(sum([...a, ...b])).toBe(sum(b) + sum([...a].reverse()))
      }),
    )
    expect(sum([])).toBe(0n)
    expect(isAmount(sum([MAX_FEN, 1n]))).toBe(false)
    expect(isAmount(-MAX_FEN)).toBe(true)
  })
})

describe('schemas', () => {
  const amountInput = amountField()
  const nonZeroAmount = nonZeroField()

  test('messages', () => {
    expect(amountInput.parse('1234.5')).toBe(123450n)
    expect(amountInput.parse(-12.34)).toBe(-1234n)
    expect(issues(amountInput, '1,234')).toEqual(['金额格式不正确'])
    expect(issues(amountInput, true)).toEqual(['金额格式不正确'])
    expect(issues(amountInput, ['1'])).toEqual(['金额格式不正确'])
    expect(issues(amountInput, Number.NaN)).toEqual(['金额格式不正确'])
    expect(issues(amountInput, '1.234')).toEqual(['最多两位小数'])
    expect(issues(amountInput, 0.1 + 0.2)).toEqual(['最多两位小数'])
    expect(issues(amountInput, '10000000000000')).toEqual(['金额超出范围'])
    expect(issues(nonZeroAmount, '-0.00')).toEqual(['金额不能为0'])
    expect(issues(positiveField(), '-1')).toEqual(['金额须大于0'])
    expect(issues(nonZeroAmount, 'x')).toEqual(['金额格式不正确'])
    const price = amountField('单价')
    for (const wrong of ['1,234', true, ['1'], Number.NaN, '1e1'])
      expect(issues(price, wrong)).toEqual(['单价格式不正确'])
    expect(issues(price, '10000000000000')).toEqual(['单价超出范围'])
    expect(issues(price, '1.234')).toEqual(['最多两位小数'])
    expect(issues(nonZeroField('付款金额'), '0')).toEqual(['金额不能为0'])
    for (const missing of [undefined, null, '']) {
      expect(issues(amountInput, missing)).toEqual(['请输入金额'])
      expect(issues(amountField('付款金额'), missing)).toEqual(['请输入付款金额'])
    }
    expect(issues(z.object({ amount: amountInput }), {})).toEqual(['请输入金额'])
  })
  test('OpenAPI', () => {
    const schema = z.toJSONSchema(z.object({ amount: nonZeroAmount }), { io: 'input' })
    expect(schema.required).toEqual(['amount'])
    expect(schema.properties?.amount).toMatchObject({
      anyOf: [{ type: 'string', pattern: String.raw`^-?\d+(\.\d{1,2})?$` }, { type: 'number' }],
      example: '1234.50',
    })
    expect(z.toJSONSchema(amountOutput)).toMatchObject({ type: 'string', example: '1234.50' })
  })
})
