import { NO_BUDGET, NO_TOTAL } from '@pianzhang/contract/overview'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Comparison } from '../../ui/chart/compare/comparison.ts'

export const EXECUTED = { executed: '执行', budget: '预算', none: NO_BUDGET } as const
export const PAID = { executed: '已付', budget: '合同总额', none: NO_TOTAL } as const

/** The state of a query as the properties of a panel. */
export const panelOf = (query: UseQueryResult<{ rows: readonly Comparison[] }>) => ({
  rows: query.data?.rows,
  error: query.error,
  stale: query.isPlaceholderData,
  onRetry: () => void query.refetch(),
  retrying: query.isFetching,
})
