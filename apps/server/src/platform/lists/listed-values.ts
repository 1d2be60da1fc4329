/** The filter values that can be codes of a closed list, as numbers; all others match nothing. */
export const listedCodes = (values: readonly string[]): number[] =>
  values.filter((value) => /^\d{1,2}$/.test(value)).map(Number)

/** The filter values that can be ids, for a `bigint[]`; all others match nothing. */
export const listedIds = (values: readonly string[]): string[] =>
  values.filter((value) => /^\d{1,18}$/.test(value))
