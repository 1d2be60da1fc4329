/** A record: most have a code, types and entries of the log an id. */
export type Keyed = { code: string } | { id: string }

export const keyOf = (row: Keyed): string => ('code' in row ? row.code : row.id)
