/** A keyword as a pattern for `like … escape '\'`: `%`, `_` and `\` in it match literally. */
export const containing = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
