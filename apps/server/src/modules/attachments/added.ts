import { invalid } from '../../platform/http/errors.ts'

/**
 * The files that a record has, followed by those of `added` that it lacks: a request that is sent twice adds them once. Throws 422 for more
 * than `most`. `what`: their name for people.
 */
export function withAdded(
  own: readonly string[],
  added: readonly string[],
  { field, what, most }: { field: string; what: string; most: number },
): string[] {
  const all = [...new Set([...own, ...added])]
  if (all.length > most)
    throw invalid([
      { field, message: `${what}最多 ${most} 个，已有 ${own.length} 个，本次 ${added.length} 个` },
    ])
  return all
}
