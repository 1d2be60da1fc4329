/** A message names so many records; of more only that there are. Whoever looks for them asks for one more. */
export const NAMED = 3

/** "A、B、C 等" for a message. */
export const namesOf = (names: readonly string[]): string =>
  names.slice(0, NAMED).join('、') + (names.length > NAMED ? ' 等' : '')
