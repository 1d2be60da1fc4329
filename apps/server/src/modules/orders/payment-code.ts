import { randomInt } from 'node:crypto'

/** Without characters that look or sound alike in a bank's remark: 0 O, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V, D. */
const LETTERS = '3479ACEFHJKMNPQRTWXY'
const LENGTH = 8

/** Eight characters: 25 thousand million codes, so that a mistyped one is hardly another order's. */
export const newPaymentCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** As it is stored, from what a person copied: without spaces and dashes, in capitals, full-width characters as usual ones. */
export const readPaymentCode = (typed: string): string =>
  typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
