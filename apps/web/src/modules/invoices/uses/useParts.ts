import { useEffect, useState } from 'react'
import { useFeature } from '../../../platform/session/session.ts'
import { loadCode } from '../../../ui/code/code.ts'

export type UsesParts = typeof import('./columns.ts')
let loaded: UsesParts | undefined

/** What the feature `missing_invoice` adds to the list; undefined while it is off, and until the code is there: rows do not wait for it. */
export function useUsesParts(): UsesParts | undefined {
  const on = useFeature('missing_invoice')
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!on || loaded) return
    loadCode(() => import('./columns.ts')).then(
      (code) => {
        loaded = code
        setParts(code)
      },
      // Without its code the list stays as it is; the next visit asks again.
      () => {},
    )
  }, [on])
  return on ? parts : undefined
}
