import type { Model } from '@pianzhang/contract/permissions'
import type { Query } from '@tanstack/react-query'
import { ofProject, queryClient } from '../query.ts'
import { PROFILE } from '../session/session.ts'
import type { ChangedResource } from './changes.ts'
import { markReloaded } from './exceptOwn.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The resources whose changes reload this query. Without it, any change in the project does. */
      shows?: readonly Model[]
    }
  }
}

/** Declares for all queries with this key prefix which resources they show. */
export const shows = (key: readonly string[], ...models: readonly Model[]): void =>
  queryClient.setQueryDefaults(key, { meta: { shows: models } })

const showing = (resource: Model) => (query: Query) =>
  query.meta?.shows ? query.meta.shows.includes(resource) : ofProject.predicate(query)

/** TanStack Query notifies observers from a timer: after this one, what it loaded is rendered. */
const rendered = () => new Promise((resolve) => setTimeout(resolve))

async function reload(resource: ChangedResource, isUntouched?: (query: Query) => boolean): Promise<void> {
  if (resource === null) {
    // The profile, with rights and the archived state, is not among the project's queries. It is loaded first: what it no longer permits leaves the
    // page, and is not loaded in vain.
    await queryClient.invalidateQueries({ queryKey: [PROFILE] })
    await rendered()
  }
  const shown = resource === null ? ofProject.predicate : showing(resource)
  await queryClient.invalidateQueries({ predicate: (query) => shown(query) && !isUntouched?.(query) })
  // A closing dialog then knows whether its opener still exists.
  await rendered()
}

/** After a write of this page: reloads every query that shows the resource, but for those that this write leaves as they are. */
export function resourceChanged(resource: Model, isUntouched?: (query: Query) => boolean): Promise<void> {
  markReloaded(resource)
  return reload(resource, isUntouched)
}

const LEAST_MS = 500
const visible = () => document.visibilityState === 'visible'

/**
 * Reloads what colleagues changed, one round at a time and at most every half second, so that a burst of events neither
 * floods the server nor aborts requests in flight. A hidden tab waits until it is visible.
 */
export function refresher(signal: AbortSignal, load = reload): (resource: ChangedResource) => void {
  let pending = new Set<ChangedResource>()
  let running = false
  const run = async () => {
    if (running) return
    running = true
    while (pending.size > 0 && visible() && !signal.aborted) {
      const now = pending.has(null) ? [null] : [...pending]
      pending = new Set()
      const pause = new Promise((resolve) => setTimeout(resolve, LEAST_MS))
      // The API client reports the failure.
      await Promise.allSettled([...now.map((resource) => load(resource)), pause])
    }
    running = false
  }
  document.addEventListener('visibilitychange', () => void run(), { signal })
  return (one) => {
    pending.add(one)
    void run()
  }
}
