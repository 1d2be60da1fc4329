/** A keyword as a pattern for `like … escape '\'`: `%`, `_` and `\` are meant literally. */
export const containing = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
