const plain = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? value.trim() : (value ?? null))

/** Whether a field has another value than at the beginning; spaces around a text are none. Only the fields of `initial` count. */
export const isChanged = (initial: object, values: object): boolean =>
  Object.entries(initial).some(
    ([name, value]) => plain(value) !== plain((values as Record<string, unknown>)[name]),
  )
