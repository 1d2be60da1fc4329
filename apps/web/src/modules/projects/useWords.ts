import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

const QUIET_MS = 300

/** Text of the search box. It filters at once and is written to the URL when typing pauses, for reloads and links. */
export function useWords(): [string, (words: string) => void] {
  const { keywords = '' } = useSearch({ from: '/project/index' })
  const navigate = useNavigate()
  const [words, setWords] = useState(keywords)
  const applied = useRef(keywords)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The URL was changed from outside: by Back, or by the menu's entry for this page.
  useEffect(() => {
    if (keywords === applied.current) return
    applied.current = keywords
    clearTimeout(timer.current)
    setWords(keywords)
  }, [keywords])

  function change(next: string) {
    setWords(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      applied.current = next.trim()
      void navigate({
        to: '/project/index',
        search: (old) => ({ ...old, keywords: applied.current || undefined }),
        replace: true,
        resetScroll: false,
      })
    }, QUIET_MS)
  }

  return [words, change]
}
