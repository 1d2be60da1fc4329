/** Longest single timer. Timers stand still while a computer sleeps, so the clock is read at least this often. */
const LONGEST_MS = 60_000
const SHORTEST_MS = 1_000

/**
 * Calls `run` once the clock (`Date.now()`) has reached `moment`, also after a sleep of the computer. Since `run` may fail, calls it
 * again every minute, and whenever the tab becomes visible, until `signal` is aborted.
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
