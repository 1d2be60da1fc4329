import type { ReactNode } from 'react'

/** An option whose number is followed by a description. */
export interface RichOption {
  value: string
  main: string
  aside: string
  /** Second line of the option, not of the chosen value: figures that one must know to choose. */
  below?: ReactNode
  /** Searchable text in lower case. */
  words: string
}

export const richOption = (value: string, main: string, aside: string): RichOption => ({
  value,
  main,
  aside,
  words: `${main} ${aside}`.toLowerCase(),
})

/**
 * Puts the options that a record already refers to (`known`) before the loaded ones, where those lack them: a list has 999 entries at most,
 * and none until it is loaded.
 */
export const including = <T extends { value: string }>(options: readonly T[], known: readonly T[]): T[] => {
  const listed = new Set(options.map((one) => one.value))
  return [...known.filter((one) => !listed.has(one.value)), ...options]
}
