import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isServerReachable } from './reachable.ts'

const PROBE_MS = 3_000
let probing = false

/**
 * Call after a request without response while the browser is online. If the server is unreachable, TanStack Query is
 * set offline and the server probed every 3 s; then all queries reload.
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

export const useOnline = (): boolean => useOutage() === undefined

/** What is missing: the network, or the server although there is a network; undefined when both are there. */
export const useOutage = (): 'network' | 'server' | undefined => useSyncExternalStore(subscribe, outage)

const outage = () => (isOnline() ? undefined : navigator.onLine ? 'server' : 'network')

/**
 * Listens to the browser's events too: when the network is lost while the server is unreachable, `onlineManager` is offline already and
 * notifies nobody.
 */
function subscribe(changed: () => void): () => void {
  const unsubscribe = onlineManager.subscribe(changed)
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    unsubscribe()
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
