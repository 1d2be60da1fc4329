/** Calls `run` in `workers` parallel loops for `milliseconds`; returns calls per second. */
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

/** Calls `run` until `until()`, one call after the other, starting at most one every `every` ms; returns each duration in ms. */
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

/** The value below which `share` (0–1) of the values lie, without interpolation. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
