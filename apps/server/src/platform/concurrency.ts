/** Runs at most `most` calls at once; further calls wait in their order of arrival. */
export function limited(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      // The call that has waited longest takes over the slot.
      if (next) next()
      else running -= 1
    }
  }
}

/** Runs `work` for each item, `most` concurrently. After an error no further item begins; the error is thrown when the running items have ended. */
export async function eachConcurrently<T>(
  most: number,
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = (async function* () {
    yield* items
  })()
  let failed = false
  // An async generator queues concurrent `next()` calls, so several workers may take from it.
  const one = async () => {
    try {
      for (let next = await source.next(); !next.done && !failed; next = await source.next())
        await work(next.value)
    } catch (error) {
      failed = true
      throw error
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: most }, one))
  await source.return()
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
