import { divideRounded, formatScaled } from './decimal.ts'
import type { Fen } from './money.ts'

/** Lengths of the two bars of a progress box, in percent with two decimals: "94.29". */
export interface Progress {
  first: string
  second: string
}

/** `second` if money was used without a budget. It is above 100%, so it means a full bar without a percentage. */
export const NO_SHARE = '101.00'

const FULL = 10_000n

/**
 * Compares a budget with the amount used, in fen: the larger of the two gets 100%, the smaller one its percentage of the larger, rounded
 * half away from zero. Source: seed 002 §9; for its case "otherwise" see api.md §5 (Projects).
 */
export function progress(budget: Fen, actual: Fen): Progress {
  if (budget === 0n && actual === 0n) return { first: '0.00', second: '0.00' }
  if (budget === 0n) return { first: '0.00', second: NO_SHARE }
  if (actual === 0n) return { first: '100.00', second: '0.00' }
  return {
    first: share(budget, actual),
    second: share(actual, budget),
  }
}

/** 100 when `part` is not below `whole`, else `part` ÷ `whole`. */
const share = (part: Fen, whole: Fen): string =>
  formatScaled(part >= whole ? FULL : divideRounded(part * FULL, whole), 2)
