import { abs, divideRounded, formatScaled, grouped, trimDecimals } from './decimal.ts'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const DIGIT_UNITS = ['', '拾', '佰', '仟']

/** 1–9999: a run of zeros between digits is one 零, none at the end. */
function upToFourDigits(value: bigint): string {
  const digits = value.toString()
  let words = ''
  let zero = false
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[i])
    if (digit === 0) zero = true
    else {
      words += (zero ? '零' : '') + DIGITS[digit] + DIGIT_UNITS[digits.length - 1 - i]
      zero = false
    }
  }
  return words
}

/** Splits at 亿, then at 万; 零 between the parts where the lower one has a leading zero. 12,345 亿 is 壹万贰仟叁佰肆拾伍亿. */
function integerWords(value: bigint): string {
  if (value === 0n) return ''
  if (value < 10_000n) return upToFourDigits(value)
  const [size, unit] = value < 100_000_000n ? [10_000n, '万'] : [100_000_000n, '亿']
  const low = value % size
  return `${integerWords(value / size)}${unit}${low > 0n && low < size / 10n ? '零' : ''}${integerWords(low)}`
}

/**
 * 人民币大写 after 《支付结算办法》附一; where that leaves a choice: 整 after 元 only, one 零 for a run of
 * zeros, 零 where the digit of 元 is 0 and that of 角 is not, 万亿 instead of 兆, 负 in front, no 人民币. `fen` of any size.
 */
export function fenToCapitals(fen: bigint): string {
  const value = abs(fen)
  const whole = value / 100n
  const jiao = Number((value / 10n) % 10n)
  const cent = Number(value % 10n)
  const sign = fen < 0n ? '负' : ''
  if (value === 0n) return '零元整'
  const words = whole > 0n ? `${integerWords(whole)}元` : ''
  if (jiao === 0 && cent === 0) return `${sign}${words}整`
  const gap = whole > 0n && (jiao === 0 || whole % 10n === 0n) ? '零' : ''
  return sign + words + gap + (jiao > 0 ? `${DIGITS[jiao]}角` : '') + (cent > 0 ? `${DIGITS[cent]}分` : '')
}

/**
 * 万/亿 for overview boxes and chart axes: "9,999.5", "1.23万", "1,234.57万", "1亿". At most two decimals, half away from
 * zero; rounded first, so that 99,999,999.99 is 1亿 and not 10000万.
 */
export function fenToShort(fen: bigint): string {
  const value = abs(fen)
  const sign = fen < 0n ? '-' : ''
  const figure = (hundredths: bigint) => sign + grouped(trimDecimals(formatScaled(hundredths, 2)))
  if (value < 1_000_000n) return figure(value)
  const wan = divideRounded(value, 10_000n)
  return wan < 1_000_000n ? `${figure(wan)}万` : `${figure(divideRounded(value, 100_000_000n))}亿`
}
