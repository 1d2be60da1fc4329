/**
 * Normalizes a column title for comparison: without `*`, spaces and a unit such as （元）, in half-width characters.
 */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .replace(/\(元\)$/, '')
