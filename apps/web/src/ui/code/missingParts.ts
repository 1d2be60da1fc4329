import { useSyncExternalStore } from 'react'
import type { CodeMissing } from './code.ts'

/** Parts whose code could not be loaded, by the function that loads each again. */
const parts = new Map<() => Promise<unknown>, CodeMissing>()
const listeners = new Set<() => void>()
let latest: CodeMissing | undefined

/** `missing` undefined: the code has been loaded. */
export function reportPart(load: () => Promise<unknown>, missing: CodeMissing | undefined): void {
  if (missing) parts.set(load, missing)
  else parts.delete(load)
  // A `gone` part has priority: only a reload of the page helps it.
  latest = [...parts.values()].findLast(({ gone }) => gone) ?? [...parts.values()].at(-1)
  for (const listener of listeners) listener()
}

export const loadMissingParts = async (): Promise<void> =>
  void (await Promise.all([...parts.keys()].map((load) => load())))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Undefined while no part has failed to load. */
export const useMissingPart = (): CodeMissing | undefined => useSyncExternalStore(subscribe, () => latest)
