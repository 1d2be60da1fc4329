/** So many workers do the same again and again for so long; how often in a second. */
export async function perSecond(
  workers: number,
  milliseconds: number,
  run: (worker: number) => Promise<void>,
): Promise<number> {
  const start = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() - start < milliseconds) {
        await run(worker)
        done += 1
      }
    }),
  )
  return (done / (performance.now() - start)) * 1000
}

/** How long each of `count` took, one after the other, `every` milliseconds from start to start at least. */
export async function paced(
  every: number,
  until: () => boolean,
  run: () => Promise<void>,
): Promise<number[]> {
  const times: number[] = []
  while (!until()) {
    const start = performance.now()
    await run()
    const took = performance.now() - start
    times.push(took)
    if (took < every) await new Promise((resolve) => setTimeout(resolve, every - took))
  }
  return times
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
