/** How many records a message names. Queries fetch one more, to know whether to add 等. */
export const NAMED = 3

/** "A、B、C 等" for a message. */
export const namesOf = (names: readonly string[]): string =>
  names.slice(0, NAMED).join('、') + (names.length > NAMED ? ' 等' : '')
