/** Colours of slices in their order, distinguishable with any colour blindness; the last one is for 其他. */
export const PALETTE = [
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

/** Reads a custom property's current value, because a canvas cannot use custom properties. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

export interface Look {
  font: string
  text: string
  axis: string
  red: string
  background: string
}

export const look = (): Look => ({
  font: token('--font'),
  text: token('--text'),
  axis: '#C9CCC8',
  red: token('--red'),
  background: token('--bg'),
})
