/** Of the values of a filter those that can be codes of a closed list, as numbers: any other matches nothing. */
export const listedCodes = (values: readonly string[]): number[] =>
  values.filter((value) => /^\d{1,2}$/.test(value)).map(Number)

/** Of the values of a filter those that can be ids, for a `bigint[]`: any other matches nothing. */
export const listedIds = (values: readonly string[]): string[] =>
  values.filter((value) => /^\d{1,18}$/.test(value))
