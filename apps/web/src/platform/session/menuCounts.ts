import { useSyncExternalStore } from 'react'

/** Numbers beside entries of the menu, by their path; set by parts that load after the rows of the page. */
let counts: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** 0: none is shown. */
export function setMenuCount(path: string, count: number): void {
  counts = { ...counts, [path]: count }
  for (const listener of listeners) listener()
}

export const useMenuCounts = (): Readonly<Record<string, number>> =>
  useSyncExternalStore(subscribe, () => counts)
