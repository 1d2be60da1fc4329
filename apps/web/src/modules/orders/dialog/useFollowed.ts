import type { Order } from '@pianzhang/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../../../platform/query.ts'
import { checkOrder, orderQuery, readOrder } from '../api.ts'
import { followOrder } from './follow.ts'

/** An open dialog's order as it is now, followed while it is pending; `reached`: false while the connection is lost. */
export function useFollowed(known: Order): { order: Order; reached: boolean } {
  const { data: order = known } = useQuery(orderQuery(known))
  const [reached, setReached] = useState(true)
  const pending = order.status === 'pending'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` is a new object on each render, its code is the same
  useEffect(() => {
    if (!pending) return
    const left = new AbortController()
    const calls = {
      check: (options: { signal: AbortSignal }) => checkOrder(known.code, options),
      read: (options: { signal: AbortSignal }) => readOrder(known.code, options),
    }
    const onOrder = (now: Order) => queryClient.setQueryData(orderQuery(known).queryKey, now)
    followOrder(known, calls, { onOrder, onReached: setReached }, left.signal)
    return () => left.abort()
  }, [known.code, pending])
  return { order, reached }
}
