import { useEffect, useState } from 'react'

const WAIT_MS = 300

/** The text once it has not changed for a moment; for a search on the server. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
