/** Colours of slices in their order, distinguishable with any colour blindness; the last one is for 其他. */
const PALETTE = [
  '#0B6470',
  '#C88D0F',
  '#5497D6',
  '#993C0E',
  '#C4C187',
  '#4A2362',
  '#8CD8EB',
  '#88847D',
] as const
export const ACCENT = PALETTE[0]
export const OCHRE = PALETTE[1]
export const OTHERS = PALETTE[7]

export const colorOf = (index: number): string => PALETTE[index] ?? OTHERS
