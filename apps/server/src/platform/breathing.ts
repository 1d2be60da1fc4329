import { setImmediate as nextTurn } from 'node:timers/promises'

const BREATH_MS = 2

/**
 * For long work in one piece: called after each step, it answers a promise to wait for when it is time to let everybody else through,
 * every 2 ms.
 */
export function breathing(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < BREATH_MS) return
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}
