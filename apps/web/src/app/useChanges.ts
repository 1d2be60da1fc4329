import { useEffect } from 'react'
import { listenToChanges } from '../platform/changes/changes.ts'
import { exceptOwn } from '../platform/changes/exceptOwn.ts'
import { refresher } from '../platform/changes/refresh.ts'

/** Reloads what colleagues change in the open project. Each project has its own event stream. */
export function useChanges(person: string, project: string | undefined): void {
  useEffect(() => {
    if (!project) return
    const left = new AbortController()
    const stop = listenToChanges(person, project, exceptOwn(refresher(left.signal)))
    return () => {
      left.abort()
      stop()
    }
  }, [person, project])
}
