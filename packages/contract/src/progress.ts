import { divideRounded, formatScaled } from './decimal.ts'
import type { Fen } from './money.ts'

/** Lengths of the two bars of a progress box, in percent with two decimals: "94.29". */
export interface Progress {
  first: string
  second: string
}

/** The `second` of an amount without a budget: more than a full bar, and no share to show. */
export const NO_SHARE = '101.00'

const FULL = 10_000n

/**
 * The progress helper: a budget against what was used of it, in fen. The larger of the two is 100 and the other its share of
 * it, rounded half away from zero. Source: seed 002 §9, "otherwise" as api.md §5 (Projects) settles it.
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
