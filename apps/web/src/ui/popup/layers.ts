import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Closes a dialog or drawer as its own button does, so one with changes asks first. */
type Close = () => void

interface Layer {
  close: Close
  isDialog: boolean
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Marks a history entry that a dialog added for Back to close it. The entry has the page's address, and without this mark the router
     * would not add it.
     */
    isCopy?: boolean
  }
}

/** Open layers, topmost last. */
let layers: readonly Layer[] = []
const listeners = new Set<() => void>()

function change(next: readonly Layer[]): void {
  layers = next
  for (const listener of listeners) listener()
}

function add(layer: Layer): () => void {
  change([...layers, layer])
  return () => change(layers.filter((one) => one !== layer))
}

/** For a question, which is outside React's tree; returns a function that removes it from the stack. */
export const openLayer = (close: Close): (() => void) => add({ close, isDialog: false })

/** While `open`, the browser's Back and Forward close this dialog, or the one over it, instead of changing the page under it. */
export function useLayer(close: Close, open = true): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (open ? add({ close: () => latest.current(), isDialog: true }) : undefined), [open])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const isLayerOpen = (): boolean => layers.length > 0
const isDialogOpen = (): boolean => layers.some(({ isDialog }) => isDialog)

export const isTraversal = (action: string): boolean => action !== 'PUSH' && action !== 'REPLACE'

/**
 * Used once, in the shell. It blocks without waiting for the question: TanStack Router has already set the next
 * address, and a second Back must reach the question as the topmost layer.
 */
export function useBackClosesLayers(): void {
  const open = useSyncExternalStore(subscribe, isLayerOpen)
  useBlocker({
    shouldBlockFn: ({ action }) => {
      const top = layers.at(-1)
      if (!top || !isTraversal(action)) return false
      top.close()
      return true
    },
    enableBeforeUnload: false,
    disabled: !open,
  })
  useEntryForDialogs()
}

/**
 * Before the first entry of a document (a typed address, a bookmark, a link in a chat) is another document: Back
 * would unload the page, which no blocker stops. A dialog opened there gets a copy of the entry to go back from.
 */
function useEntryForDialogs(): void {
  const router = useRouter()
  // Not for a question: it may be asked during a navigation, whose place in the history is already computed.
  const open = useSyncExternalStore(subscribe, isDialogOpen)
  useEffect(() => {
    const { history, latestLocation: here } = router
    if (!open || history.canGoBack()) return
    // A queued replacement of the address would merge with the copy and leave the old address in the first entry.
    history.flush()
    void router.commitLocation({
      ...here,
      state: { ...here.state, isCopy: true },
      resetScroll: false,
      ignoreBlocker: true,
    })
  }, [open, router])
  // Back from the copy also goes back from the same page under it.
  useEffect(() => {
    const { history } = router
    let before = history.location
    return history.subscribe(({ location, action }) => {
      const same = before.href === location.href
      before = location
      if (same && action.type === 'BACK' && !history.canGoBack()) history.back()
    })
  }, [router])
}
