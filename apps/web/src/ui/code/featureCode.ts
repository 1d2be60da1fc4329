import type { Feature } from '@pianzhang/contract/features'
import { useEffect, useState } from 'react'
import { useFeature } from '../../platform/session/session.ts'
import { loadCode } from './code.ts'

/** A hook that answers what a feature adds to a list; undefined while the company has it off, and until the code is there: rows do not wait for it. */
export function featureCode<T>(feature: Feature, load: () => Promise<T>): () => T | undefined {
  let loaded: T | undefined
  return () => {
    const on = useFeature(feature)
    const [parts, setParts] = useState(loaded)
    useEffect(() => {
      if (!on || loaded) return
      loadCode(load).then(
        (code) => {
          loaded = code
          setParts(code as T & object)
        },
        // Without its code the list stays as it is; the next visit asks again.
        () => {},
      )
    }, [on])
    return on ? parts : undefined
  }
}
