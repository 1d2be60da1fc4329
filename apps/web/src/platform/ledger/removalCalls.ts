import { api } from '../api/api.ts'
import { inGroups } from '../api/inGroups.ts'
import { GONE, isGone, listIfGone } from './list.ts'

/** The calls that delete records of a ledger. `base`: path of its API; `key`: the first part of its query keys. */
export function removalCalls(base: string, key: string) {
  const at = (code: string): string => `${base}/${encodeURIComponent(code)}`
  return {
    removeOne: (code: string) => api.delete(at(code)).catch(listIfGone(key)),
    removeMany: (codes: readonly string[]) =>
      api.delete(`${base}/batch`, { codes }, { timeout: 30_000, handled: [GONE] }).catch(listIfGone(key)),
    /** Which of these still exist; the 404s of the others are not reported. */
    existing: async (codes: readonly string[]): Promise<Set<string>> => {
      const found = await inGroups(codes, (code) =>
        api.get(at(code), undefined, { handled: [GONE] }).then(
          () => [code],
          (error: unknown) => {
            if (isGone(error)) return []
            throw error
          },
        ),
      )
      return new Set(found.flat())
    },
  }
}
