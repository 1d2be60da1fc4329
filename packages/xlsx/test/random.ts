/** Whole numbers below `count`, the same ones for a seed (mulberry32), and what tests make of them. */
export function randomOf(seed: number) {
  let state = seed
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }
  return {
    below,
    oneOf: <T>(list: readonly T[]): T => list[below(list.length)]!,
    /** True once in `count` times. */
    once: (count: number): boolean => below(count) === 0,
  }
}
export type Random = ReturnType<typeof randomOf>
