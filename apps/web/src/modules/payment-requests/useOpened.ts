import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RequestSearch } from './search.ts'

type Change = (
  next: (old: RequestSearch) => RequestSearch,
  how: { replace?: boolean; resetScroll: boolean },
) => void

/**
 * The request that the address names is open over the list. Opening and closing replace the address, so that Back closes the request and the
 * next Back leaves the page. Only where the page is the first entry of its document a request gets an entry of its own, as Back has to have the
 * list to go to; a link gets that of the list below it.
 */
export function useOpened(opened: string | undefined, change: Change) {
  const { history, subscribe } = useRouter()
  const linked = useRef(opened)
  useEffect(() => {
    const code = linked.current
    linked.current = undefined
    if (code === undefined || history.canGoBack()) return
    // After the list's own entry is there.
    const stop = subscribe('onResolved', () => {
      stop()
      change((old) => ({ ...old, code }), { resetScroll: false })
    })
    change((old) => ({ ...old, code: undefined }), { replace: true, resetScroll: false })
  }, [change, history, subscribe])
  return {
    open: (code: string) =>
      change((old) => ({ ...old, code }), { replace: history.canGoBack(), resetScroll: false }),
    close: () => change((old) => ({ ...old, code: undefined }), { replace: true, resetScroll: false }),
  }
}

/**
 * For `useLayer`: closes once the browser is where Back was pressed. The router refuses that Back and goes forward again; until then the
 * address that would be replaced is another entry's.
 */
export const onceReturned = (close: () => void) => () =>
  addEventListener('popstate', () => setTimeout(close), { once: true })
