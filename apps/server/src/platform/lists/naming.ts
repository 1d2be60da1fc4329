/** How many records a message names. Queries fetch one more, to know whether to add 等. */
export const MAX_NAMED = 3

/** "A、B、C 等" for a message. */
export const namesOf = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join('、') + (names.length > MAX_NAMED ? ' 等' : '')
