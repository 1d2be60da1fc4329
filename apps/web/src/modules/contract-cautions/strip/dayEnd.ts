/** At most this long is waited at once: timers stand still while a computer sleeps. */
const LONGEST_MS = 60_000
const SHORTEST_MS = 1_000

/**
 * Calls `run` once the moment (`Date.now()`) is reached, also after a sleep, or when the tab becomes visible after it; and
 * again while `signal` is not aborted, at most every minute, since `run` may fail.
 */
export function onceOver(moment: number, run: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    const left = moment - Date.now()
    if (left <= 0) run()
    const wait = left <= 0 ? LONGEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, left))
    timer = setTimeout(check, wait)
  }
  const seen = () => document.visibilityState === 'visible' && check()
  document.addEventListener('visibilitychange', seen, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  const left = moment - Date.now()
  timer = setTimeout(check, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, left)))
}
