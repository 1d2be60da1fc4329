import { useEffect } from 'react'
import { reportFailure } from '../platform/api/api.ts'
import { connectionDoubtful } from '../platform/api/connection.ts'
import { listenToChanges } from '../platform/changes/changes.ts'
import { exceptOwn } from '../platform/changes/exceptOwn.ts'
import { noticesChanged } from '../platform/changes/notices.ts'
import { refresher } from '../platform/changes/refresh.ts'

/** Reloads what colleagues change in the open project, and tells the page when it may not be open any more. Each project has its own event stream. */
export function useChanges(person: string, project: string | undefined): void {
  useEffect(() => {
    if (!project) return
    const left = new AbortController()
    const stop = listenToChanges(person, project, {
      onChange: exceptOwn(refresher(left.signal)),
      onRefused: reportFailure,
      onLost: () => void connectionDoubtful(),
      onNotices: noticesChanged,
    })
    return () => {
      left.abort()
      stop()
    }
  }, [person, project])
}
