import type { UseQueryResult } from '@tanstack/react-query'
import type { Figure, Rest, Shown } from './figures.ts'

/** A chart's figures and their loading state, for its panel. */
export interface Figures {
  /** Undefined: loading or failed. */
  figures: readonly Figure[] | undefined
  /** Items beyond the response's limit, as one figure. */
  others: Rest | null
  /** Whether these are the previous filter's figures. */
  stale: boolean
  error: unknown
  onRetry: () => void
  retrying: boolean
}

export const figuresOf = (query: UseQueryResult<Shown>): Figures => ({
  figures: query.data?.figures,
  others: query.data?.rest ?? null,
  stale: query.isPlaceholderData,
  error: query.error,
  onRetry: () => void query.refetch(),
  retrying: query.isFetching,
})
