/**
 * The options of a list, the first of which Enter and Tab select. Results for outdated search words are left out. The selected record,
 * without which its label is missing, comes last, and not as the answer to a search.
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
