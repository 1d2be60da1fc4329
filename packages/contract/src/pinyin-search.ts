import type { Readings } from './pinyin.ts'

/** A name of characters with several readings has no more spellings than this: 重庆行长 has eight. */
const MAX_SPELLINGS = 8

/** A keyword as it is looked for in `searchText`: half-width, lower case, without blanks. */
export const searchKey = (typed: string): string => typed.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')

/**
 * The name, its spellings in full and its spellings by initials, each after a blank, so that a keyword found in it is part of one of them: `横店木作
 * hengdianmuzuo hdmz`, with a blank before the first, too. Latin letters and digits stand for themselves.
 */
export function searchText(name: string, readings: Readings): string {
  const plain = searchKey(name)
  let spellings: { full: string; initials: string }[] = [{ full: '', initials: '' }]
  for (const character of plain) {
    const read = readings.get(character) ?? [character]
    const next = spellings.flatMap(({ full, initials }) =>
      read.map((syllable) => ({ full: full + syllable, initials: initials + syllable.slice(0, 1) })),
    )
    // Further readings of later characters are left out.
    spellings = next.length <= MAX_SPELLINGS ? next : next.filter((_, at) => at % read.length === 0)
  }
  const all = [plain, ...spellings.map(({ full }) => full), ...spellings.map(({ initials }) => initials)]
  return ` ${[...new Set(all)].join(' ')}`
}
