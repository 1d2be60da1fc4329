import { costBudgetApi } from '@pianzhang/contract/api/books'
import type { BudgetsLeft } from '@pianzhang/contract/cost-budgets'
import { fenOf } from '@pianzhang/contract/money'
import { maySeeBudgetsLeft } from '@pianzhang/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { shows } from '../../platform/changes/refresh.ts'
import { itemsOf, RARELY } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'

export type BudgetLeft = BudgetsLeft['items'][number]

const KEY = 'budgets_left'
shows([KEY], 'cost_budget', 'cost_execution', 'imprest')

/**
 * What is left of the budgets of subjects, by the subject's code: for those who may see it, in a project with a budget; else undefined. Loaded
 * when a picker is opened, or at once for a form whose record has a subject (`chosen`), so that opening a form waits for nothing.
 */
export function useBudgetsLeft(chosen: boolean): {
  left: ReadonlyMap<string, BudgetLeft> | undefined
  onOpenChange: (open: boolean) => void
} {
  const may = useCan()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({
    enabled: (opened || chosen) && maySeeBudgetsLeft((model) => may(model, 'read')),
    queryKey: [KEY],
    // A failure is not reported: the field works without the figure.
    queryFn: ({ signal }) => itemsOf(costBudgetApi.left, { signal, handled: true }),
    staleTime: RARELY,
  })
  const left = useMemo(
    () =>
      data?.some(({ budget_yuan }) => fenOf(budget_yuan) !== 0n)
        ? new Map(data.map((one) => [one.code, one]))
        : undefined,
    [data],
  )
  return { left, onOpenChange: (open) => open && setOpened(true) }
}
