import { findPinyin, readReadings } from './pinyin.ts'
import { searchKey } from './pinyin-search.ts'

/** Searchable text of a subject. */
export interface SubjectWords {
  number: string
  name: string
  /** 一级科目 / 二级科目 */
  path: string
  /** `writtenReadings` of the name. */
  pinyin: string
}

/** Ranking: exact match, then prefix, then substring; matches in parent names come last. */
const RANK = { whole: 0, start: 1, inside: 2, pinyinWhole: 3, pinyinStart: 4, pinyinInside: 5, path: 6 }

function rankOfWord({ number, name, path, pinyin }: SubjectWords, word: string): number {
  // Numbers match by prefix only: as a substring, 01 would match nearly all.
  if (/^\d+$/.test(word) && number.startsWith(word)) return number === word ? RANK.whole : RANK.start
  const at = searchKey(name).indexOf(word)
  if (at >= 0) return at > 0 ? RANK.inside : searchKey(name).length === word.length ? RANK.whole : RANK.start
  // Matches in a parent name rank equally, so its children stay in tree order.
  if (searchKey(path).includes(word)) return RANK.path
  const found = /^[a-z\d]+$/.test(word) ? findPinyin(word, readReadings(pinyin)) : undefined
  if (found === undefined) return Number.POSITIVE_INFINITY
  return { whole: RANK.pinyinWhole, start: RANK.pinyinStart, inside: RANK.pinyinInside }[found]
}

/** Rank of a subject for the typed text: 0 is best, Infinity no match. Every word must match. */
export const rank = (subject: SubjectWords, typed: string): number =>
  typed
    .split(/\s+/)
    .map(searchKey)
    .filter((word) => word !== '')
    .reduce((sum, word) => sum + rankOfWord(subject, word), 0)
