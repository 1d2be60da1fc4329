import { halfWidth } from '@pianzhang/contract/decimal'
import { yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'

/** Reduces typed text to characters of a total: digits, the first point with two decimals, and a leading minus. */
export function keepAmount(text: string): string {
  const plain = halfWidth(text).trim()
  const [whole = '', ...decimals] = plain.replace(/[^\d.]/g, '').split('.')
  const point = decimals.length > 0 ? `.${decimals.join('').slice(0, 2)}` : ''
  return `${/^[-−]/.test(plain) ? '-' : ''}${whole}${point}`
}

/** On blur: yuan with two decimals; zero becomes empty. An amount out of range stays, so that the form refuses it. */
export function settleAmount(text: string): string {
  const { fen } = parseField(text)
  if (fen === undefined) return /\d/.test(text) ? text : ''
  return fen === 0n ? '' : yuan(fen)
}
