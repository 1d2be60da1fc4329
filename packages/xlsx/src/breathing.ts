import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 2

/**
 * For long synchronous work: call it after each step and await its result. Every 2 ms it returns a promise that lets the event loop handle
 * other requests first.
 */
export function breathing(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}
