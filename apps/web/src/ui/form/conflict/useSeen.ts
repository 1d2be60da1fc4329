import { useCallback, useState } from 'react'

/** The versions of a record that a form has received, newest first, and a function that adds one. */
export function useSeen<R>(record: R | null | undefined): readonly [readonly R[], (latest: R) => void] {
  const [seen, setSeen] = useState<readonly R[]>(record ? [record] : [])
  return [seen, useCallback((latest: R) => setSeen((old) => [latest, ...old]), [])]
}

/** The options that these records refer to, each once. If several records refer to one, the first record's is used. */
export const referred = <R, O extends { value: string }>(
  seen: readonly R[],
  optionOf: (record: R) => O | null | undefined,
): O[] => {
  const options = seen.flatMap((one) => optionOf(one) ?? [])
  return options.filter(({ value }, at) => options.findIndex((one) => one.value === value) === at)
}
