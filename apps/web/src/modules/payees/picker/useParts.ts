import { useEffect, useState } from 'react'
import { useFeature } from '../../../platform/session/session.ts'
import { loadCode } from '../../../ui/code/code.ts'

type Parts = typeof import('./payeeColumn.tsx')
let loaded: Parts | undefined

/** What payees add to a list; undefined while the company has the feature off, and until the code is there: rows do not wait for it. */
export function usePayeeParts(): Parts | undefined {
  const on = useFeature('payee')
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!on || loaded) return
    loadCode(() => import('./payeeColumn.tsx')).then(
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
