/**
 * Exact decimal numbers as scaled integers. A value with `places` decimals is the
 * bigint value · 10^places; nothing here goes through a float.
 */

export type Fault = 'empty' | 'format' | 'places' | 'range'
export type Reading = { value: bigint } | { fault: Fault }

/** How many decimals are kept, and the largest absolute value, in scaled units. */
export type Scale = { places: number; max: bigint }

/** Longer texts are refused before they are parsed, so that a hostile one costs nothing. */
const MAX_TYPED = 64
/** A double needs up to 17 digits and an exponent; written out in full it has about 330 characters. */
const MAX_CELL = 400

// `Math` takes no bigint.
export const abs = (value: bigint): bigint => (value < 0n ? -value : value)
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
export const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
/** The value, or 0 if it is negative. */
export const positive = (value: bigint): bigint => most(value, 0n)

/** numerator ÷ denominator to the nearest integer, half away from zero. The denominator may be negative, not 0. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const n = abs(numerator)
  const d = abs(denominator)
  const rounded = (2n * n + d) / (2n * d)
  return numerator < 0n === denominator < 0n ? rounded : -rounded
}

/** A scaled integer with all its decimals: formatScaled(-5n, 2) is "-0.05". Any size. */
export function formatScaled(value: bigint, places: number): string {
  const digits = abs(value)
    .toString()
    .padStart(places + 1, '0')
  const cut = digits.length - places
  return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${places > 0 ? `.${digits.slice(cut)}` : ''}`
}

/** "1.50" is "1.5", "2.00" is "2": without trailing zeros behind the point. */
export const trimDecimals = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Adds thousands separators to the integer part of a plain decimal text: "-1234.5" is "-1,234.5". */
export const grouped = (text: string): string =>
  text.replace(
    /^(-?)(\d+)/,
    (_, sign: string, digits: string) => sign + digits.replace(/\B(?=(\d{3})+$)/g, ','),
  )

/**
 * What a Chinese input method writes, in ASCII: full-width letters, digits and signs, the ideographic full stop for a point, the
 * typographic minus, × and ÷, wide and non-breaking spaces; without the invisible characters that Windows' calculator and file
 * properties put around what is copied from them. Not NFKC, which would also turn 1² into 12.
 */
export const halfWidth = (text: string): string =>
  text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\u2212\u2012\u2013\ufe63]/g, '-')
    .replace(/\uffe5/g, '¥')
    .replace(/×/g, '*')
    .replace(/÷/g, '/')
    .replace(/[\u3000\u00a0\u202f]/g, ' ')

function assemble(negative: boolean, integer: string, fraction: string, { places, max }: Scale): Reading {
  // The digits are counted before BigInt() is called: converting millions of them is slow.
  const significant = integer.replace(/^0+/, '')
  if (significant.length + places > max.toString().length) return { fault: 'range' }
  if (/[1-9]/.test(fraction.slice(places))) return { fault: 'places' }
  const value = BigInt(significant + fraction.slice(0, places).padEnd(places, '0'))
  if (value > max) return { fault: 'range' }
  return { value: negative ? -value : value }
}

/**
 * The form of the API: `-?\d+(\.\d+)?` with at most `places` decimals (1.500 is one too many for 2), or a number whose shortest
 * decimal form is one. So 1e21, 1e-7, NaN and 0.1 + 0.2 are refused; -0 is 0.
 */
export function readStrict(input: string | number, scale: Scale): Reading {
  const text = typeof input === 'number' ? String(input) : input
  if (text === '') return { fault: 'empty' }
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return { fault: 'format' }
  const [, sign, integer = '', fraction = ''] = match
  if (fraction.length > scale.places) return { fault: 'places' }
  return assemble(sign === '-', integer, fraction, scale)
}

/** How many zeros a word behind a number stands for: 600万, 1.2亿. 亿 and 万 in one number (1亿2000万) are refused. */
const ZEROS: Readonly<Record<string, number>> = { 千: 3, 万: 4, 百万: 6, 千万: 7, 亿: 8 }
export const unitZeros = (unit: string): number => ZEROS[unit] ?? 0

const TYPED = /^([+-]?) *¥? *([+-]?) *(\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.(\d*))? *(千万|百万|千|万|亿)? *元?$/
const BRACKETED = /^(¥?) *\(([^()]*)\) *(元?)$/

/**
 * What a person types, or a spreadsheet holds as text. Allowed: separators every three digits (1,234.5; 1,23.4 and 0,123 are refused,
 * for they may be decimal commas), full-width characters, one sign in front, ¥ in front, 万 or another unit and 元 behind, `.5` and `5.`,
 * more decimals when they are zeros. (1,234.50) is negative: that is how Excel's accounting format copies a negative amount.
 */
export function readTyped(input: string, scale: Scale): Reading {
  if (input.length > MAX_TYPED) return { fault: 'format' }
  let text = halfWidth(input).trim()
  if (text === '') return { fault: 'empty' }
  const bracket = BRACKETED.exec(text)
  if (bracket) text = bracket[1]! + bracket[2]!.trim() + bracket[3]!
  const match = TYPED.exec(text)
  if (!match) return { fault: 'format' }
  const [, before = '', behind = '', integer = '', fraction = '', unit = ''] = match
  const zeros = unitZeros(unit)
  const sign = before + behind
  if ((integer === '' && fraction === '') || sign.length > (bracket ? 0 : 1)) return { fault: 'format' }
  const whole = integer.replaceAll(',', '') + fraction.slice(0, zeros).padEnd(zeros, '0')
  return assemble(sign === '-' || bracket !== null, whole, fraction.slice(zeros), scale)
}

/** A decimal text with or without an exponent as an exact fraction, or null; `denominator` is a power of ten. */
export function readFraction(raw: string): { numerator: bigint; denominator: bigint } | null {
  const text = raw.trim()
  const match = text.length > MAX_CELL ? null : /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text)
  const [, sign, integer = '', fraction = '', exponent = '0'] = match ?? []
  if (!match || integer + fraction === '') return null
  const power = Number(exponent) - fraction.length
  if (Math.abs(power) > 2 * MAX_CELL) return null
  const digits = BigInt(integer + fraction) * (sign === '-' ? -1n : 1n)
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-power) }
}

/**
 * The raw text of a numeric spreadsheet cell (1.2345E4, 0.30000000000000004). Such a cell is a double, so a difference below 1e-6, or
 * below one part in 2^52 of the value where doubles are coarser than that (from about 4.5 thousand million on), is noise and rounded
 * away; a larger one means that the cell has more decimals than allowed.
 */
export function readCell(raw: string, { places, max }: Scale): Reading {
  if (raw.trim() === '') return { fault: 'empty' }
  const fraction = readFraction(raw)
  if (!fraction) return { fault: 'format' }
  const { numerator, denominator } = fraction
  const unit = 10n ** BigInt(places)
  const value = divideRounded(numerator * unit, denominator)
  if (abs(value) > max) return { fault: 'range' }
  const difference = abs(numerator * unit - value * denominator)
  const noise = difference * 1_000_000n < unit * denominator || difference << 52n < abs(numerator) * unit
  return noise ? { value } : { fault: 'places' }
}
