const plain = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? value.trim() : (value ?? null))

/** Whether a field of `initial` has changed; leading and trailing spaces are ignored. */
export const isChanged = (initial: object, values: object): boolean =>
  Object.entries(initial).some(
    ([name, value]) => plain(value) !== plain((values as Record<string, unknown>)[name]),
  )
