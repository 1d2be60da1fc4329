import type { Order } from '@pianzhang/contract/orders'
import { ApiError, NETWORK, TIMEOUT } from '../../../platform/api/api.ts'

const STREAM = '/api/common/event_source/order'
/** Seed 001 §9; a transfer is confirmed by hand, so that its event is enough. */
const POLL_MS = 3_000
/** A tab that nobody has looked at for this long stops asking, until it is seen again. */
const HIDDEN_MS = 10 * 60_000

interface Calls {
  check: (options: { signal: AbortSignal }) => Promise<boolean>
  read: (options: { signal: AbortSignal }) => Promise<Order>
}

interface Listener {
  /** The order as it is now; at first, and after each change. */
  onOrder: (order: Order) => void
  /** Whether the server was reached last time. */
  onReached: (reached: boolean) => void
}

/** Whether asking again makes sense: the end of a session, or of a right, is reported for the whole page. */
const isPassing = ({ status, code }: ApiError): boolean =>
  code === NETWORK || code === TIMEOUT || status === 429 || status >= 500

/**
 * Follows an order until `signal` is aborted: by its event stream and, paid online, by `check` every 3 s, whichever says it first.
 * A lost connection is tried again for as long as the tab is looked at.
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
  /** Of the present run; a call of an earlier one, still under way, ends without another. */
  let run: AbortController | undefined

  const poll = async (own: AbortSignal) => {
    try {
      const paid = await check({ signal: own })
      // The browser gives a stream up that was refused, as by a proxy: the poll then also finds what a colleague cancelled.
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
    stream = new EventSource(`${STREAM}?code=${encodeURIComponent(code)}`)
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
