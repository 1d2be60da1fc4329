import type { Model } from '@pianzhang/contract/permissions'
import type { Query } from '@tanstack/react-query'
import { ofProject, queryClient } from '../query.ts'
import { PROFILE } from '../session/session.ts'
import type { Heard } from './changes.ts'
import { loadsAnew } from './ownWrites.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the answer shows something of: it is loaded anew when that changes. Without it: when anything of the project does. */
      shows?: readonly Model[]
    }
  }
}

/** All queries whose keys begin so show something of these. */
export const shows = (key: readonly string[], ...models: readonly Model[]): void =>
  queryClient.setQueryDefaults(key, { meta: { shows: models } })

const showing = (heard: Model) => (query: Query) =>
  query.meta?.shows ? query.meta.shows.includes(heard) : ofProject.predicate(query)

async function reload(heard: Heard): Promise<void> {
  // Who may do what, and whether the project is archived, is not of the project's queries.
  const anything = (query: Query) => ofProject.predicate(query) || query.queryKey[0] === PROFILE
  await queryClient.invalidateQueries({ predicate: heard === null ? anything : showing(heard) })
  // TanStack notifies observers by a timer: after this one the new rows are drawn, and a dialog that closes now sees whether its opener is gone.
  await new Promise((resolve) => setTimeout(resolve))
}

/** After a write of this page: what shows the resource is loaded anew. */
export function resourceChanged(resource: Model): Promise<void> {
  loadsAnew(resource)
  return reload(resource)
}

const LEAST_MS = 500
const visible = () => document.visibilityState === 'visible'

/**
 * Loads anew what colleagues changed: at once, but one round at a time and at most one in half a second, so that a burst neither
 * floods the server nor breaks off each answer before it is there. A tab that nobody sees waits until somebody does.
 */
export function refresher(signal: AbortSignal, load = reload): (heard: Heard) => void {
  let heard = new Set<Heard>()
  let running = false
  const run = async () => {
    if (running) return
    running = true
    while (heard.size > 0 && visible() && !signal.aborted) {
      const now = heard.has(null) ? [null] : [...heard]
      heard = new Set()
      const pause = new Promise((resolve) => setTimeout(resolve, LEAST_MS))
      // What fails is shown by the call itself.
      await Promise.allSettled([...now.map(load), pause])
    }
    running = false
  }
  document.addEventListener('visibilitychange', () => void run(), { signal })
  return (one) => {
    heard.add(one)
    void run()
  }
}
