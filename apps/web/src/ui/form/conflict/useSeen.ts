import { useCallback, useState } from 'react'

/** The versions of a record that a form has met, the newest first, and what adds one. */
export function useSeen<R>(record: R | null): readonly [readonly R[], (latest: R) => void] {
  const [seen, setSeen] = useState<readonly R[]>(record ? [record] : [])
  return [seen, useCallback((latest: R) => setSeen((old) => [latest, ...old]), [])]
}

/** What these versions refer to, each once: a list of options may not have it, or may not be readable. */
export const referred = <R, O extends { value: string }>(
  seen: readonly R[],
  optionOf: (record: R) => O | null | undefined,
): O[] => [
  ...new Map(seen.flatMap((one) => optionOf(one) ?? []).map((option) => [option.value, option])).values(),
]
