import type { BudgetVersionList } from '@pianzhang/contract/budget-versions'
import type { CostBudgetList } from '@pianzhang/contract/cost-budgets'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { can, currentProfile, useCan } from '../../platform/session/session.ts'
import { lightPage } from '../../ui/code/lazy.tsx'
import styles from './budgets.module.css'

/** Of the feature cost_report. */
const LockLine = lightPage<{ spaced: boolean }>(() => import('../budget-versions/lock/LockLine.tsx'))
/** The key of its query, which the line loads. */
const KEY = ['budget_versions', 'locked']

/** Loads the line and whether the budget is locked before the page is drawn, so that nothing moves and no button disappears. */
export async function lockReady(): Promise<void> {
  const profile = currentProfile()
  if (profile && can(profile, 'budget_version', 'read')) await LockLine.preload()
}

/** Why a locked budget is not edited, and what to do. `write`, `unlock`: whether the person may move amounts, and unlock it. */
export const lockedReason = ({ write, unlock }: { write: boolean; unlock: boolean }): string => {
  if (unlock) return `预算已锁定，请${write ? '使用预算调剂或' : ''}先解锁`
  return `预算已锁定，请${write ? '使用预算调剂或' : ''}联系有“预算版本”权限的同事解锁`
}

/**
 * Why the lines cannot be edited, if the budget is locked, and the notice that says so. `isUnknown`: not loaded yet, so the page offers no edit. `lines`: what
 * the list's answer allows; who may not read budget versions learns of the lock from it. `spaced`: with a margin below.
 */
export function useLock(
  spaced: boolean,
  lines?: CostBudgetList['can'],
): { refused: string | undefined; isUnknown: boolean; line: ReactNode } {
  const may = useCan()
  const { data, error } = useQuery<BudgetVersionList>({ queryKey: KEY, enabled: false })
  const rights = { write: may('budget_version', 'write'), unlock: may('budget_version', 'delete') }
  if (!may('budget_version', 'read')) {
    const isLocked =
      lines && (['write', 'delete'] as const).some((act) => may('cost_budget', act) && !lines[act])
    const refused = isLocked ? lockedReason(rights) : undefined
    const line = refused && (
      <p className={styles.locked} role="status">
        {refused}
      </p>
    )
    return { refused, isUnknown: false, line }
  }
  return {
    refused: data?.locked ? lockedReason(rights) : undefined,
    // Where it could not be loaded, the server refuses.
    isUnknown: !data && !error,
    line: (
      <Suspense>
        <LockLine spaced={spaced} />
      </Suspense>
    ),
  }
}
