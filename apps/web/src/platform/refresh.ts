import type { Model } from '@pianzhang/contract/permissions'
import type { InvalidateQueryFilters } from '@tanstack/react-query'
import type { Heard } from './changes.ts'
import { loadsAnew } from './ownWrites.ts'
import { ofProject, queryClient } from './query.ts'

type Key = readonly string[]

/** What shows a resource, or something of it, by the first parts of the query keys. One that is not here: everything of the project. */
const SHOWN_IN: Partial<Record<Model, readonly Key[]>> = {
  // Also the rates typed, the invoices used, the sums of the contracts.
  cost_execution: [
    ['cost_executions'],
    ['selects', 'cost_execution_face_tax_rate'],
    ['invoices'],
    ['contracts'],
  ],
  contract: [['contracts'], ['selects', 'contracts'], ['cost_executions']],
  invoice: [['invoices'], ['cost_executions']],
  project: [['profile'], ['projects']],
  // Never renamed, and what is in use is not deleted: the payments show what they did.
  subject: [
    ['subjects'],
    ['selects', 'subject_trees'],
    ['selects', 'subjects'],
    ['selects', 'subject_three'],
  ],
  // A payment shows its type by name.
  pay_category: [['pay_categories'], ['selects', 'pay_categories'], ['cost_executions']],
}

const PROFILE: Key = ['profile']

async function reload(heard: Heard): Promise<void> {
  const keys = heard === null ? undefined : SHOWN_IN[heard]
  const filters: InvalidateQueryFilters[] = keys ? keys.map((queryKey) => ({ queryKey })) : [ofProject]
  // Who may do what, and whether the project is archived, is not of the project's queries.
  if (heard === null) filters.push({ queryKey: PROFILE })
  await Promise.all(filters.map((filter) => queryClient.invalidateQueries(filter)))
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
