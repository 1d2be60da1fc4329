/**
 * Normalizes a column title for comparison: without `*`, spaces, invisible characters and a unit such as （元）, in half-width characters.
 */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*\p{Cf}]/gu, '')
    .replace(/\(元\)$/, '')
