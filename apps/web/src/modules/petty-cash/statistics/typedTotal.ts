import { halfWidth } from '@pianzhang/contract/decimal'
import { yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'

/** Reduces typed text to characters of a total: digits, the first point with two decimals, a leading minus and a unit; a formula stays. */
export function keepAmount(text: string): string {
  const plain = halfWidth(text).trim()
  if (plain.startsWith('=')) return plain.replace(/[^\d.,+\-*/()%=¥元千百万亿 ]/g, '')
  const unit = /\d[\d., ]*([千百万亿])/.test(plain) ? plain.replace(/[^千百万亿]/g, '') : ''
  const [whole = '', ...decimals] = plain.replace(/[^\d.]/g, '').split('.')
  // 1.2345万 has two decimals in yuan.
  const point = decimals.length > 0 ? `.${decimals.join('').slice(0, unit ? undefined : 2)}` : ''
  return `${/^[-−]/.test(plain) ? '-' : ''}${whole}${point}${unit}`
}

/** On blur: yuan with two decimals; zero becomes empty. What is no amount, or out of range, stays, so that the form refuses it. */
export function settleAmount(text: string): string {
  const { fen } = parseField(text)
  if (fen === undefined) return /\d/.test(text) ? text : ''
  return fen === 0n ? '' : yuan(fen)
}
