import { divideRounded } from './decimal.ts'
import { calculate } from './expression.ts'
import { AMOUNT_TEXTS, isAmount, parseTyped, type Typed } from './money.ts'

// Not in money.ts: lists and charts show amounts without fields to type them in.

/**
 * The arithmetic of the amount fields: `=12*30`, `=(1000-20.5)*3/2`, `=5000*6%` (with or without the `=`). Worked out exactly and
 * rounded to the fen once, at the end, half away from zero. Here brackets only group: `=(5)` is 5, while parseTyped reads `(5)` as -5.
 */
export function evaluate(text: string): Typed {
  const result = calculate(text)
  if ('error' in result) return result
  const fen = divideRounded(result.numerator * 100n, result.denominator)
  return isAmount(fen) ? { fen } : { error: AMOUNT_TEXTS.range }
}

/** The amount in a field when it loses the focus: arithmetic behind `=`, else a typed amount. */
export const parseField = (text: string): Typed =>
  /^\s*[=＝]/.test(text) ? evaluate(text) : parseTyped(text)
