import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Closes a dialog or drawer as its own button does, so one with changes asks first. */
type Close = () => void

/** Open layers, topmost last. */
let layers: readonly Close[] = []
const listeners = new Set<() => void>()

function change(next: readonly Close[]): void {
  layers = next
  for (const listener of listeners) listener()
}

/** For a dialog outside React's tree; returns a function that removes it from the stack. */
export function openLayer(close: Close): () => void {
  change([...layers, close])
  return () => change(layers.filter((layer) => layer !== close))
}

/** While `open`, the browser's Back and Forward close this dialog, or the one over it, instead of changing the page under it. */
export function useLayer(close: Close, open = true): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (open ? openLayer(() => latest.current()) : undefined), [open])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const isLayerOpen = (): boolean => layers.length > 0

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
      top()
      return true
    },
    enableBeforeUnload: false,
    disabled: !open,
  })
}
