import { eventApi } from '@pianzhang/contract/api/sessions'
import type { Order } from '@pianzhang/contract/orders'
import { ApiError, NETWORK, TIMEOUT } from '../../../platform/api/api.ts'
import { addressOf } from '../../../platform/api/endpoint.ts'

/** Interval of `check` (seed 001 §9). Transfers are not polled: they are confirmed by hand, so the event is enough. */
const POLL_MS = 3_000
/** A tab that has been hidden for this long stops following, until it is visible again. */
const HIDDEN_MS = 10 * 60_000

interface Calls {
  check: (options: { signal: AbortSignal }) => Promise<boolean>
  read: (options: { signal: AbortSignal }) => Promise<Order>
}

interface Listener {
  /** Called with the current order, at first and after each change. */
  onOrder: (order: Order) => void
  /** Called with whether the last request reached the server. */
  onReached: (reached: boolean) => void
}

/** Whether polling can go on after this error. It ends with the session or the right, whose loss is reported for the whole page. */
const isPassing = ({ status, code }: ApiError): boolean =>
  code === NETWORK || code === TIMEOUT || status === 429 || status >= 500

/**
 * Follows an order until `signal` is aborted: by its event stream and, for online payments, by `check` every 3 s, whichever is first.
 * After a lost connection both try again, for as long as the tab is visible.
 */
export function followOrder(
  { code, payment_type }: Pick<Order, 'code' | 'payment_type'>,
  { check, read }: Calls,
  { onOrder, onReached }: Listener,
  signal: AbortSignal,
): void {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  /** Aborts the current run. A poll of an earlier run that is still under way sees its own signal aborted and schedules no other. */
  let run: AbortController | undefined

  const poll = async (own: AbortSignal) => {
    try {
      const paid = await check({ signal: own })
      // The browser does not reopen a refused stream (for example by a proxy): the poll then reads the order, to notice a cancellation, too.
      if (paid || stream?.readyState !== EventSource.OPEN) {
        const order = await read({ signal: own })
        if (!own.aborted) onOrder(order)
      }
      if (!own.aborted) onReached(true)
    } catch (error) {
      if (own.aborted) return
      if (error instanceof ApiError && !isPassing(error)) return stop()
      onReached(false)
    }
    if (!own.aborted) timer = setTimeout(poll, POLL_MS, own)
  }
  const start = () => {
    run = new AbortController()
    stream = new EventSource(addressOf(eventApi.order, { query: { code } }))
    stream.addEventListener('order', ({ data }: MessageEvent<string>) => {
      onReached(true)
      onOrder(JSON.parse(data) as Order)
    })
    if (payment_type !== 'transfer') timer = setTimeout(poll, POLL_MS, run.signal)
  }
  const stop = () => {
    clearTimeout(timer)
    run?.abort()
    run = undefined
    stream?.close()
  }
  const onVisibility = () => {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') hidden = setTimeout(stop, HIDDEN_MS)
    else if (!run) start()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(hidden)
    stop()
  })
  start()
}
