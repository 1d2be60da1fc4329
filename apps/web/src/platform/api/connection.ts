import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isServerReachable } from './reachable.ts'

const PROBE_MS = 3_000
let probing = false

/**
 * A call got no answer though the browser believes to be online: is it the one call or the server? While it is the server, queries
 * wait (TanStack Query is told to be offline) and it is asked again every 3 s; then everything on the page is loaded anew.
 */
export async function connectionDoubtful(): Promise<void> {
  if (probing || !navigator.onLine) return
  probing = true
  while (navigator.onLine && !(await isServerReachable())) {
    onlineManager.setOnline(false)
    await new Promise((resolve) => setTimeout(resolve, PROBE_MS))
  }
  probing = false
  onlineManager.setOnline(navigator.onLine)
}

export const isOnline = (): boolean => onlineManager.isOnline()

export const useOnline = (): boolean =>
  useSyncExternalStore((changed) => onlineManager.subscribe(changed), isOnline)
