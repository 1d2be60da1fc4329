import type { SubjectLevel } from '@pianzhang/contract/subjects'

/**
 * The number after the highest one of its level and parent, 4-2-2 digits; null when there is none left (seed 001 §5): level one in
 * whole hundreds up to 9900, below it 01 to 99. `highest` is null where there is none yet.
 */
export function numberAfter(
  level: SubjectLevel,
  parent: string | null,
  highest: string | null,
): string | null {
  if (level === 0) {
    const next = highest === null ? 1000 : Number(highest) + 100
    return next > 9900 ? null : String(next)
  }
  const next = highest === null ? 1 : Number(highest.slice(-2)) + 1
  return next > 99 ? null : `${parent}${String(next).padStart(2, '0')}`
}
