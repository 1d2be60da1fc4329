import type { SubjectLevel } from '@pianzhang/contract/subjects'

/** All numbers that a subject of this level can have below `parent`, ascending: 4-2-2 digits, level one in whole hundreds. */
function possible(level: SubjectLevel, parent: string | null): string[] {
  if (level === 0) return Array.from({ length: 90 }, (_, index) => String(1000 + index * 100))
  return Array.from({ length: 99 }, (_, index) => `${parent}${String(index + 1).padStart(2, '0')}`)
}

/**
 * The number to propose: the next one after the highest sibling's number; if there is no next one, the lowest free number; null if none is free.
 * `siblings`: the numbers of the siblings, in any order.
 */
export function freeNumber(
  level: SubjectLevel,
  parent: string | null,
  siblings: readonly string[],
): string | null {
  const used = new Set(siblings)
  const all = possible(level, parent)
  const highest = all.findLastIndex((number) => used.has(number))
  return all[highest + 1] ?? all.find((number) => !used.has(number)) ?? null
}
