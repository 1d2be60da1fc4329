import { useCallback, useState } from 'react'

/** The versions of a record that a form has met, the newest first, and what adds one. */
export function useSeen<R>(record: R | null): readonly [readonly R[], (latest: R) => void] {
  const [seen, setSeen] = useState<readonly R[]>(record ? [record] : [])
  return [seen, useCallback((latest: R) => setSeen((old) => [latest, ...old]), [])]
}

/** The options that these records refer to, each once, as the first record has it. */
export const referred = <R, O extends { value: string }>(
  seen: readonly R[],
  optionOf: (record: R) => O | null | undefined,
): O[] => {
  const options = seen.flatMap((one) => optionOf(one) ?? [])
  return options.filter(({ value }, at) => options.findIndex((one) => one.value === value) === at)
}
