import { halfWidth } from '@pianzhang/contract/decimal'
import { yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'

/** What is typed as a total set: digits, the first point with two decimals, and a leading minus stay. */
export function keepAmount(text: string): string {
  const plain = halfWidth(text).trim()
  const [whole = '', ...decimals] = plain.replace(/[^\d.]/g, '').split('.')
  const point = decimals.length > 0 ? `.${decimals.join('').slice(0, 2)}` : ''
  return `${/^[-−]/.test(plain) ? '-' : ''}${whole}${point}`
}

/** When the field is left: yuan with two decimals; zero becomes empty. An amount out of range stays, for the form to refuse. */
export function settleAmount(text: string): string {
  const { fen } = parseField(text)
  if (fen === undefined) return /\d/.test(text) ? text : ''
  return fen === 0n ? '' : yuan(fen)
}
