import { sessionApi } from '@pianzhang/contract/api/sessions'
import { useCallback, useSyncExternalStore } from 'react'
import { call, read } from '../api/api.ts'
import { unsavedPreferences } from './tab.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Preferences = Record<string, Json>

const SAVE_AFTER_MS = 800

let values: Preferences = {}
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes not yet stored on the server, and those being sent. */
let changed: Preferences = {}
let sending: Preferences = {}
let timer: ReturnType<typeof setTimeout> | undefined
let saved: Promise<void> = Promise.resolve()

/** Sets the stored preferences before the first render, so that the layout does not shift. Saves cut off by a reload are resent. */
export function primePreferences(loaded: Preferences): void {
  const cut = unsavedPreferences.get()
  changed = cut ? (JSON.parse(cut) as Preferences) : {}
  values = { ...loaded, ...changed }
  saveNow()
}

function keepUnsaved(): void {
  const unsaved = { ...sending, ...changed }
  unsavedPreferences.set(Object.keys(unsaved).length > 0 ? JSON.stringify(unsaved) : null)
}

/** PUT replaces the whole object, so changed keys are merged into the current one; otherwise two tabs would undo each other. */
async function save(): Promise<void> {
  if (Object.keys(changed).length === 0) return
  sending = changed
  changed = {}
  try {
    const stored = await read(sessionApi.preferences, { handled: true })
    await call(sessionApi.savePreferences, { body: { ...stored, ...sending }, handled: true })
  } catch {
    // A failed save is silent and retried with the next change.
    changed = { ...sending, ...changed }
  }
  sending = {}
  keepUnsaved()
}

/** Saves run in sequence: a second one that reads before the first has written would undo it. */
function saveNow(): void {
  clearTimeout(timer)
  saved = saved.then(save)
}

addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') saveNow()
})

/** Current value, for code outside components. */
export const preference = <T extends Json>(key: string, initial: T): T =>
  (values[key] as T | undefined) ?? initial

/**
 * `const [size, setSize] = usePreference('payments.size', 20)`: like useState, stored per person on the server. Not a query:
 * queries notify observers asynchronously, and a ticked checkbox would flicker.
 */
export function usePreference<T extends Json>(key: string, initial: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => values[key] as T | undefined)
  const set = useCallback(
    (next: T) => {
      if (Object.is(values[key], next)) return
      changed[key] = next
      keepUnsaved()
      values = { ...values, [key]: next }
      for (const listener of listeners) listener()
      clearTimeout(timer)
      timer = setTimeout(saveNow, SAVE_AFTER_MS)
    },
    [key],
  )
  return [value ?? initial, set]
}
