import { useCallback, useSyncExternalStore } from 'react'

/** Below this width the sidebar is a drawer; lists become cards below `CARDS`. */
export const NARROW = '(max-width: 991px)'
export const CARDS = '(max-width: 767px)'
/** Phones and tablets, which have a camera. */
export const TOUCH = '(pointer: coarse)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
