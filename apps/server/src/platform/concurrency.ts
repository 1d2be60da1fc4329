/** Runs at most `most` calls at once, the others in the order in which they came. */
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
      // The one that waited longest takes over its slot.
      if (next) next()
      else running -= 1
    }
  }
}

/** Runs `work` for each item, `most` concurrently. After an error no further item begins; throws it when the running ones have ended. */
export async function eachConcurrently<T>(
  most: number,
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = (async function* () {
    yield* items
  })()
  let failed = false
  // An async generator answers its calls in their order, so several may take from it.
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
