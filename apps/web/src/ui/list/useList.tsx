import { hashKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { listQuery } from '../../platform/ledger/list.ts'
import { Empty, Failed, NothingMatches } from '../states/States.tsx'

interface Address {
  page: number
  size: number
  toPage: (part: { page?: number; per_page?: number }, replace?: boolean) => void
}

interface Without {
  /** Whether the address filters. */
  filtered: boolean
  onClear: () => void
  /** The suggested next step for an empty list, if the person has the permission. */
  add: ReactNode
}

/**
 * A page of a list for `DataTable` and `CardList`: `frame` holds the props of both, `fallback` is shown without rows.
 */
export function useList<L extends { listTotal: number }>(
  query: ReturnType<typeof listQuery<L>>,
  { page, size, toPage }: Address,
) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(query)

  // After deletions this page may no longer exist; the last page is shown instead.
  const pages = data ? Math.max(1, Math.ceil(data.listTotal / size)) : page
  useEffect(() => {
    if (!isPlaceholderData && page > pages) toPage({ page: pages }, true)
  }, [isPlaceholderData, page, pages, toPage])

  const frame = {
    address: hashKey(query.queryKey),
    stale: isPlaceholderData,
    total: data?.listTotal,
    page,
    size,
    // The URL gets both, because what page 2 shows depends on the size.
    onPage: (next: number, nextSize: number) => toPage({ page: next, per_page: nextSize }),
  }
  const fallback = ({ filtered, onClear, add }: Without): ReactNode => {
    if (error && !data) return <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    if (data?.listTotal !== 0) return undefined
    return filtered ? <NothingMatches onClear={onClear} /> : <Empty>{add}</Empty>
  }
  return { data, stale: isPlaceholderData, reload: () => void refetch(), frame, fallback }
}
