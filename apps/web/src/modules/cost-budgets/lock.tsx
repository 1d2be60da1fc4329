import type { BudgetVersionList } from '@pianzhang/contract/budget-versions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { can, currentProfile, useCan } from '../../platform/session/session.ts'
import { lightPage } from '../../ui/code/lazy.tsx'

/** Of the feature cost_report. */
const LockLine = lightPage<{ spaced: boolean }>(() => import('../budget-versions/lock/LockLine.tsx'))
/** The key of its query, which the line loads. */
const KEY = ['budget_versions', 'locked']

/** Loads the line and whether the budget is locked before the page is drawn, so that nothing moves and no button disappears. */
export async function lockReady(): Promise<void> {
  const profile = currentProfile()
  if (profile && can(profile, 'budget_version', 'read')) await LockLine.preload()
}

/** Whether the budget is locked, and the line that says so. `spaced`: with a margin below. */
export function useLock(spaced: boolean): { locked: boolean; line: ReactNode } {
  const on = useCan()('budget_version', 'read')
  const { data, error } = useQuery<BudgetVersionList>({ queryKey: KEY, enabled: false })
  if (!on) return { locked: false, line: null }
  return {
    // Until it is known nothing is offered that may be refused. Where it could not be loaded, the server refuses.
    locked: data ? data.locked !== null : !error,
    line: (
      <Suspense>
        <LockLine spaced={spaced} />
      </Suspense>
    ),
  }
}
