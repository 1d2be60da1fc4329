/** A whole number from 0, below `below`. */
export type Pick = (below: number) => number

/** Pseudo-random numbers (Park and Miller): the same seed gives the same sequence. */
export function numbersFrom(seed: number): Pick {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Cuts, removes or changes bytes. */
export function mutate(bytes: Buffer, pick: Pick): Buffer {
  const copy = Buffer.from(bytes)
  const kind = pick(5)
  if (kind === 0) return copy.subarray(0, pick(copy.length))
  if (kind === 1) {
    const from = pick(copy.length)
    return Buffer.concat([copy.subarray(0, from), copy.subarray(from + pick(64))])
  }
  // Half of the changes hit the zip directory at the end, where every byte matters.
  const start = kind === 2 ? Math.max(0, copy.length - 600) : 0
  for (let hits = 1 + pick(4); hits > 0; hits--) copy[start + pick(copy.length - start)] = pick(256)
  return copy
}
