import { type Readings, readTable } from '@pianzhang/contract/pinyin'
import { useEffect, useSyncExternalStore } from 'react'
import { loadCode } from '../../code/code.ts'

let table: Readings | undefined
let wanted = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Undefined until the table is loaded; search by number and name works without. `needed`: false until a search is
 * possible.
 */
export function usePinyin(needed: boolean): Readings | undefined {
  useEffect(() => {
    if (wanted || !needed) return
    wanted = true
    loadCode(() => import('@pianzhang/contract/pinyin-table')).then(
      ({ PINYIN }) => {
        table = readTable(PINYIN)
        for (const listener of listeners) listener()
      },
      () => {
        // A failed load is not cached: the next picker retries.
        wanted = false
      },
    )
  }, [needed])
  return useSyncExternalStore(subscribe, () => table)
}
