import { useCallback, useState } from 'react'

/** The versions of a record that a form has met, the newest first, and what adds one. */
export function useSeen<R>(record: R | null): readonly [readonly R[], (latest: R) => void] {
  const [seen, setSeen] = useState<readonly R[]>(record ? [record] : [])
  return [seen, useCallback((latest: R) => setSeen((old) => [latest, ...old]), [])]
}
