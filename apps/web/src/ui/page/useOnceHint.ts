import { useEffect, useState } from 'react'

const SHOWN_MS = 10_000

/** Remembers it, and answers whether it was there already. Where nothing can be remembered: no hint is better than one every time. */
function mark(marker: string): boolean {
  try {
    if (localStorage.getItem(marker) !== null) return true
    localStorage.setItem(marker, '1')
    return false
  } catch {
    return true
  }
}

/** A hint that this browser shows once, for 10 seconds from when there is something to hint at. `hide` ends it sooner. */
export function useOnceHint(marker: string, ready: boolean): { shown: boolean; hide: () => void } {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (ready && !mark(marker)) setShown(true)
  }, [marker, ready])
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return { shown, hide: () => setShown(false) }
}
