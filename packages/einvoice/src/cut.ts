// By code points: `slice` may leave half of a surrogate pair, which is no text for databases and XML.

/** The first `count` characters. */
export const firstOf = (text: string, count: number): string =>
  [...text.slice(0, 2 * count)].slice(0, count).join('')

/** The last `count` characters. */
export const lastOf = (text: string, count: number): string => [...text].slice(-count).join('')
