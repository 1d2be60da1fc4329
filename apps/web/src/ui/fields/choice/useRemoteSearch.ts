import { keepPreviousData, type QueryFunction, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoaded } from '../../../platform/ledger/selects.ts'
import { loadProps } from '../../states/LoadFailed.tsx'
import { useDebounced } from '../useDebounced.ts'
import { offeredOf } from './offered.ts'

interface Options<T> {
  /** Query of the records that match these words; its key contains the words. */
  queryOf: (keywords: string) => {
    queryKey: readonly unknown[]
    queryFn: QueryFunction<T[]>
    staleTime?: number
  }
  /** The selected record. */
  chosen: T | undefined
  labelOf: (record: T) => string
  /** Search only while the list is open. */
  lazy?: boolean
}

/** Props of an antd `Select` whose options are records found by a search on the server. */
export function useRemoteSearch<T extends { code: string }>({
  queryOf,
  chosen,
  labelOf,
  lazy = false,
}: Options<T>) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const keywords = useDebounced(typed.trim())
  const search = useQuery({
    ...queryOf(keywords),
    placeholderData: keepPreviousData,
    enabled: open || !lazy,
  })
  const { items, state } = useLoaded(search)
  const outdated = search.isPlaceholderData || keywords !== typed.trim()
  const offered = offeredOf(items ?? [], chosen, { outdated, typed })
  return {
    offered,
    select: {
      options: offered.map((one) => ({ value: one.code, label: labelOf(one) })),
      notFoundContent: outdated || search.isFetching ? '加载中…' : '没有符合条件的数据',
      ...loadProps(state, offered.length, setOpen),
      loading: outdated || search.isFetching,
      showSearch: { filterOption: false, onSearch: setTyped },
    },
  }
}
