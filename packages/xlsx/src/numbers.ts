import type { NumberFormat } from './styles.ts'

/** Excel keeps and shows this many significant digits; further ones are rounding errors of a double. */
const DIGITS = 15
/** Decimal text without trailing zeros: some writers print 123 as `123.0`. */
const PLAIN = /^-?\d+(\.\d*[1-9])?$/
const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,4}))?$/

/**
 * The exact decimal text of a number cell, without exponent (`-1.5E-7` → `-0.00000015`); null if it is no number or
 * its exponent is outside of a double's range. Does not round.
 */
export function plainDecimal(raw: string): string | null {
  if (PLAIN.test(raw)) return raw
  const match = NUMBER.exec(raw)
  if (!match || match[2] + match[3]! === '') return null
  const exponent = Number(match[4] ?? 0)
  if (Math.abs(exponent) > 400) return null
  return joinDecimal(match[1] === '-', match[2]!, match[3]!, exponent)
}

function joinDecimal(negative: boolean, whole: string, fraction: string, exponent: number): string {
  const digits = whole + fraction
  const point = whole.length + exponent
  const left = point > 0 ? digits.slice(0, point).padEnd(point, '0') : ''
  const right =
    point >= digits.length ? '' : '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point))
  const clean = left.replace(/^0+(?=\d)/, '') || '0'
  const rest = right.replace(/0+$/, '')
  const zero = clean === '0' && rest === ''
  return (negative && !zero ? '-' : '') + clean + (rest === '' ? '' : `.${rest}`)
}

/** Rounds plain decimal text to 15 significant digits, half away from zero, without a float. */
function roundDigits(plain: string): string {
  const [whole, fraction = ''] = plain.replace('-', '').split('.') as [string, string?]
  const digits = (whole + fraction).replace(/^0+/, '')
  const excess = digits.length - DIGITS
  if (excess <= 0) return plain
  const unit = 10n ** BigInt(excess)
  const rounded = (BigInt(digits) + unit / 2n) / unit
  return joinDecimal(plain.startsWith('-'), String(rounded), '', excess - fraction.length)
}

/** A number as Excel shows it: no exponent, 15 digits, percent sign and leading zeros by format. */
export function numberText(plain: string, format: NumberFormat): string {
  const shown = plain.length <= DIGITS ? plain : roundDigits(plain)
  if (format.kind === 'percent') {
    const [whole, fraction = ''] = shown.replace('-', '').split('.') as [string, string?]
    return `${joinDecimal(shown.startsWith('-'), whole, fraction, 2)}%`
  }
  if (format.kind === 'pad' && /^\d+$/.test(shown)) return shown.padStart(format.width, '0')
  return shown
}
