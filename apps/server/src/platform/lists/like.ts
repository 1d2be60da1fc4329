import { halfWidth } from '@pianzhang/contract/decimal'
import { type RawBuilder, sql } from 'kysely'

/** A keyword as a pattern for `like … escape '\'`: `%`, `_` and `\` in it match literally. */
export const containing = (keyword: string) => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`

/** The signs of ASCII stand at full width in the same order, this much further. */
const WIDER = 0xfee0

const moved = (text: string, signs: RegExp, by: number): string =>
  text.replace(signs, (sign) => String.fromCharCode(sign.charCodeAt(0) + by))

/** How a keyword may be written in a stored text: as typed, at half and at full width, and as Chinese text mixes them, `ABC（北京）`. */
export function spellings(keyword: string): string[] {
  const half = halfWidth(keyword)
  return [...new Set([keyword, half, moved(half, /[!-/:-@[-`{-~]/g, WIDER), moved(half, /[!-~]/g, WIDER)])]
}

/** SQL condition that one of the texts, columns or expressions, has the keyword in it, whatever the case and the width of its signs. */
export function contains(keyword: string, ...texts: (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  // LIKE is many times faster than ILIKE, and most Chinese keywords have no upper and lower case.
  const like = keyword.toLowerCase() === keyword.toUpperCase() ? sql`like` : sql`ilike`
  const each = texts
    .map((text) => (typeof text === 'string' ? sql.ref(text) : text))
    .flatMap((text) => spellings(keyword).map((word) => sql`${text} ${like} ${containing(word)}`))
  return sql`(${sql.join(each, sql` or `)})`
}
