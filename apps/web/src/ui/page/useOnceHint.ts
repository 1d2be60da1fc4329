import { useEffect, useState } from 'react'

const SHOWN_MS = 10_000

/** Stores the marker and returns whether it was set already; true where storage is blocked, so that no hint repeats. */
function mark(marker: string): boolean {
  try {
    if (localStorage.getItem(marker) !== null) return true
    localStorage.setItem(marker, '1')
    return false
  } catch {
    return true
  }
}

/**
 * A hint that this browser shows once, for 10 seconds from when there is something to hint at. The first click anywhere ends it sooner, and
 * `hide` does.
 */
export function useOnceHint(marker: string, ready: boolean): { shown: boolean; hide: () => void } {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (ready && !mark(marker)) setShown(true)
  }, [marker, ready])
  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(false)
    const timer = setTimeout(hide, SHOWN_MS)
    // After the page has reacted to it: the hint takes a line, so what was pressed would move away.
    document.addEventListener('click', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', hide)
    }
  }, [shown])
  return { shown, hide: () => setShown(false) }
}
