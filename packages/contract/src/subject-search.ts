import { findPinyin, type Readings } from './pinyin.ts'

/** Searchable text of a subject. */
export interface SubjectWords {
  number: string
  name: string
  /** 一级科目 / 二级科目 */
  path: string
}

/** Ranking: exact match, then prefix, then substring; matches in parent names come last. */
const RANK = { whole: 0, start: 1, inside: 2, pinyinWhole: 3, pinyinStart: 4, pinyinInside: 5, path: 6 }

function rankOfWord({ number, name, path }: SubjectWords, word: string, readings?: Readings): number {
  // Numbers match by prefix only: as a substring, 01 would match nearly all.
  if (/^\d+$/.test(word) && number.startsWith(word)) return number === word ? RANK.whole : RANK.start
  const at = name.toLowerCase().indexOf(word)
  if (at >= 0) return at > 0 ? RANK.inside : name.length === word.length ? RANK.whole : RANK.start
  // Matches in a parent name rank equally, so its children stay in tree order.
  if (path.toLowerCase().includes(word)) return RANK.path
  const found =
    readings && /^[a-z\d]+$/.test(word) ? findPinyin(word, name.toLowerCase(), readings) : undefined
  if (found === undefined) return Number.POSITIVE_INFINITY
  return { whole: RANK.pinyinWhole, start: RANK.pinyinStart, inside: RANK.pinyinInside }[found]
}

/** Rank of a subject for the typed text: 0 is best, Infinity no match. Every word must match. */
export const rank = (subject: SubjectWords, typed: string, readings?: Readings): number =>
  typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .reduce((sum, word) => sum + rankOfWord(subject, word, readings), 0)
