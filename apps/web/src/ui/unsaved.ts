import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { askDiscard } from './confirm.tsx'

interface UnsavedGuard {
  /** Before a dialog closes: true when nothing was changed or the changes may go. What follows is then not asked about again. */
  mayLeave: () => Promise<boolean>
  /** After a successful save, before closing: the changes are not unsaved any more though React has not drawn yet. */
  release: () => void
}

const guards = new Set<() => Promise<boolean>>()
let sessionOver = false

/** For what changes the whole page at once (another project, logging out): asks whatever form is open. */
export async function mayLeavePage(): Promise<boolean> {
  for (const mayLeave of [...guards]) if (!(await mayLeave())) return false
  return true
}

/** The session has ended: asking would only hold a page that can save nothing any more. */
export function dropGuards(): void {
  sessionOver = true
}

/** `onDiscard`: the person gave the changes up. While `dirty`, leaving the route, closing the tab and closing the dialog (through `mayLeave`) ask first. */
export function useUnsavedGuard(dirty: boolean, onDiscard?: () => void): UnsavedGuard {
  const discarded = useRef(onDiscard)
  useEffect(() => {
    discarded.current = onDiscard
  }, [onDiscard])
  const released = useRef(false)
  const holds = useCallback(() => dirty && !released.current && !sessionOver, [dirty])

  const mayLeave = useCallback(async () => {
    if (!holds()) return true
    const leave = await askDiscard()
    if (leave) {
      released.current = true
      discarded.current?.()
    }
    return leave
  }, [holds])

  useEffect(() => {
    if (!dirty) return
    released.current = false
    guards.add(mayLeave)
    return () => void guards.delete(mayLeave)
  }, [dirty, mayLeave])

  useBlocker({
    // Another page or filter in the same address keeps the form as it is: nothing is lost, and nothing may be let go.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: holds,
    disabled: !dirty,
  })

  return useMemo(
    () => ({
      mayLeave,
      release: () => {
        released.current = true
      },
    }),
    [mayLeave],
  )
}
