/**
 * The records that a list offers, the first of which Enter and Tab choose: none that were found for other words, and the chosen one,
 * which needs its label, neither first nor as the answer to a search.
 */
export function offeredOf<T extends { code: string }>(
  items: readonly T[],
  chosen: T | undefined,
  { outdated, typed }: { outdated: boolean; typed: string },
): readonly T[] {
  const found = outdated ? [] : items
  const needed = chosen && typed.trim() === '' && !found.some(({ code }) => code === chosen.code)
  return needed ? [...found, chosen] : found
}
