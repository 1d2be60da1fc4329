/** A title as it is compared: it may carry its `*`, spaces, full-width signs and a unit such as （元）. */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .replace(/\(元\)$/, '')
