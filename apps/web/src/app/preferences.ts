import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from './api.ts'
import { queryClient } from './query.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Preferences = Record<string, Json>

const PATH = '/api/manager/sessions/preferences'
const SAVE_AFTER_MS = 800

const load = async () => (await api.get<Preferences>(PATH, undefined, { handled: true })).data

/** What the pages remember for this person; primed before the first page is drawn, so that nothing jumps. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: load,
  staleTime: Number.POSITIVE_INFINITY,
})

let changed: Preferences = {}
let timer: ReturnType<typeof setTimeout> | undefined

/** The server replaces the whole object: only the changed keys are laid over what is there now, or two tabs would undo each other. */
async function save(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (Object.keys(changed).length === 0) return
  const mine = changed
  changed = {}
  try {
    await api.put(PATH, { ...(await load()), ...mine }, { handled: true })
  } catch {
    // Remembering a column is not worth a message; it is tried again with the next change.
    changed = { ...mine, ...changed }
  }
}

addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void save()
})

/** `const [size, setSize] = usePreference('payments.pageSize', 20)`: like useState, remembered for the person on the server. */
export function usePreference<T extends Json>(key: string, initial: T): [T, (value: T) => void] {
  const { data } = useQuery(preferencesQuery)
  const value = (data?.[key] as T | undefined) ?? initial
  const set = useCallback(
    (next: T) => {
      changed[key] = next
      queryClient.setQueryData(preferencesQuery.queryKey, (all) => ({ ...all, [key]: next }))
      clearTimeout(timer)
      timer = setTimeout(() => void save(), SAVE_AFTER_MS)
    },
    [key],
  )
  return [value, set]
}
