import { randomText } from '../../platform/codes.ts'

/** Without characters that look or sound alike in a bank's remark: 0 O, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V, D. */
const LETTERS = '3479ACEFHJKMNPQRTWXY'
const LENGTH = 8

/** Eight characters: 25 billion codes, so that a mistyped code is hardly that of another order. */
export const newPaymentCode = (): string => randomText(LETTERS, LENGTH)

/** A copied or typed code in its stored form: without spaces and dashes, in capitals, full-width characters as half-width ones. */
export const readPaymentCode = (typed: string): string =>
  typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
