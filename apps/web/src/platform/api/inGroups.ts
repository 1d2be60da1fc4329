const AT_ONCE = 6

/** Runs `run` for each code, six at a time; results in the order of `codes`. `onDone` gets the number finished. */
export async function inGroups<T>(
  codes: readonly string[],
  run: (code: string) => Promise<T>,
  onDone?: (count: number) => void,
): Promise<T[]> {
  const found: T[] = []
  for (let from = 0; from < codes.length; from += AT_ONCE) {
    found.push(...(await Promise.all(codes.slice(from, from + AT_ONCE).map(run))))
    onDone?.(found.length)
  }
  return found
}
