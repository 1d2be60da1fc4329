/** Runs at most `most` calls at once, the others in the order in which they came. */
export function turns(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      // The one that waited longest takes over this turn.
      if (next) next()
      else running -= 1
    }
  }
}
