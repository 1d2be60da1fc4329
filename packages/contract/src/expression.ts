import { halfWidth, unitZeros } from './decimal.ts'

/** An exact fraction; the denominator is positive. */
type Fraction = { numerator: bigint; denominator: bigint }

/** In characters; this also bounds the depth of brackets and the size of the fractions. */
const MAX_LENGTH = 200
const NUMBER = /¥? *([1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?|\d+\.?\d*|\.\d+)(?: *(千万|百万|千|万|亿))?(?: *元)?/y

const TEXTS = {
  format: '算式格式不正确',
  zero: '除数不能为0',
  length: `算式不能超过${MAX_LENGTH}个字符`,
} as const
type Reason = keyof typeof TEXTS

/** Caught in calculate; an exception keeps the error path out of the grammar below. */
const fail = (reason: Reason): never => {
  throw { reason }
}

/**
 * Exact arithmetic on a typed text: + - * / × ÷, brackets, signs, and `%` behind a value for its hundredth (100+6% is 100.06, as in a
 * spreadsheet). Numbers may have any decimals, separators every three digits, ¥ in front, 万 or another unit and 元 behind. A leading `=` is skipped. No eval: recursive descent
 *
 *   sum = product (("+" | "-") product)*     product = signed (("*" | "/") signed)*
 *   signed = ("+" | "-") signed | value "%"*  value = number | "(" sum ")"
 */
export function calculate(input: string): Fraction | { error: string } {
  if (input.length > MAX_LENGTH) return { error: TEXTS.length }
  const text = halfWidth(input).trim().replace(/^=/, '')
  let offset = 0

  const peek = (): string => {
    while (text[offset] === ' ') offset++
    return text[offset] ?? ''
  }
  const take = (wanted: string): boolean => {
    const found = peek() !== '' && wanted.includes(peek())
    if (found) offset++
    return found
  }

  const value = (): Fraction => {
    if (take('(')) {
      const inner = additive()
      return take(')') ? inner : fail('format')
    }
    NUMBER.lastIndex = offset
    const [found, digits, unit = ''] = NUMBER.exec(text) ?? []
    if (found === undefined || digits === undefined) return fail('format')
    offset += found.length
    const [integer = '', fraction = ''] = digits.replaceAll(',', '').split('.')
    const numerator = BigInt(integer + fraction) * 10n ** BigInt(unitZeros(unit))
    return { numerator, denominator: 10n ** BigInt(fraction.length) }
  }

  const signed = (): Fraction => {
    if (take('+')) return signed()
    if (take('-')) {
      const { numerator, denominator } = signed()
      return { numerator: -numerator, denominator }
    }
    let result = value()
    while (take('%')) result = { numerator: result.numerator, denominator: result.denominator * 100n }
    return result
  }

  const product = (): Fraction => {
    let left = signed()
    for (;;) {
      if (take('*')) {
        const right = signed()
        left = {
          numerator: left.numerator * right.numerator,
          denominator: left.denominator * right.denominator,
        }
      } else if (take('/')) {
        const right = signed()
        if (right.numerator === 0n) return fail('zero')
        const flip = right.numerator < 0n ? -1n : 1n
        left = {
          numerator: left.numerator * right.denominator * flip,
          denominator: left.denominator * right.numerator * flip,
        }
      } else return left
    }
  }

  function additive(): Fraction {
    let left = product()
    for (;;) {
      const sign = take('+') ? 1n : take('-') ? -1n : 0n
      if (sign === 0n) return left
      const right = product()
      left = {
        numerator: left.numerator * right.denominator + sign * right.numerator * left.denominator,
        denominator: left.denominator * right.denominator,
      }
    }
  }

  try {
    const result = additive()
    return peek() === '' ? result : { error: TEXTS.format }
  } catch (thrown) {
    const reason = (thrown as { reason?: Reason }).reason
    if (reason === undefined) throw thrown
    return { error: TEXTS[reason] }
  }
}
