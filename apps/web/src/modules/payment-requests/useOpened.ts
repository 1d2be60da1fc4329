import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RequestSearch } from './search.ts'

type Change = (
  next: (old: RequestSearch) => RequestSearch,
  how: { replace?: boolean; resetScroll: boolean },
) => void

/**
 * The request that the address names is open over the list. Opening and closing replace the address, so that Back closes it and the next
 * Back leaves the page. A link that opens one gets the list as an entry of its own below it: otherwise Back would lead to the link again.
 */
export function useOpened(opened: string | undefined, change: Change) {
  const router = useRouter()
  const linked = useRef(opened)
  useEffect(() => {
    const code = linked.current
    linked.current = undefined
    if (code === undefined || router.history.canGoBack()) return
    change((old) => ({ ...old, code: undefined }), { replace: true, resetScroll: false })
    // After the list's own entry is there.
    const stop = router.subscribe('onResolved', () => {
      stop()
      change((old) => ({ ...old, code }), { resetScroll: false })
    })
  }, [change, router])
  const show = (code: string | undefined) =>
    change((old) => ({ ...old, code }), { replace: true, resetScroll: false })
  return { open: (code: string) => show(code), close: () => show(undefined) }
}
