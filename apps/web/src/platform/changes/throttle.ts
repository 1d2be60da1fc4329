/** Calls `run` at most once per interval; calls in between are dropped. */
export function throttled<A extends unknown[]>(
  milliseconds: number,
  run: (...args: A) => void,
): (...args: A) => void {
  let last = Number.NEGATIVE_INFINITY
  return (...args) => {
    const now = performance.now()
    if (now - last < milliseconds) return
    last = now
    run(...args)
  }
}
