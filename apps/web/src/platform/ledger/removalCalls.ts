import { api } from '../api/api.ts'
import { GONE, listIfGone } from './list.ts'

/** The calls that delete records of a ledger. `base`: path of its API; `key`: the first part of its query keys. */
export function removalCalls(base: string, key: string) {
  const at = (code: string): string => `${base}/${encodeURIComponent(code)}`
  return {
    removeOne: (code: string) => api.delete(at(code)).catch(listIfGone(key)),
    removeMany: (codes: readonly string[]) =>
      api.delete(`${base}/batch`, { codes }, { timeout: 30_000, handled: [GONE] }).catch(listIfGone(key)),
  }
}
