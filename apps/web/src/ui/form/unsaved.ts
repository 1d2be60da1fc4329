import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { askDiscard } from '../popup/confirm.tsx'
import { isLayerOpen, isTraversal } from '../popup/layers.ts'

interface UnsavedGuard {
  /** Call before closing: resolves to true when nothing changed or the changes may be discarded; does not ask again after that. */
  mayLeave: () => Promise<boolean>
  /** Call after a save, before closing: clears the dirty state without waiting for React to render. */
  release: () => void
}

const guards = new Set<() => Promise<boolean>>()
let sessionOver = false

/** Call before leaving the whole page (another project, logging out): asks for every open form. */
export async function mayLeavePage(): Promise<boolean> {
  for (const mayLeave of [...guards]) if (!(await mayLeave())) return false
  return true
}

/** Whether an open form has unsaved changes. */
export const hasUnsaved = (): boolean => guards.size > 0

/** Called when the session has ended: the page can save nothing any more, so asking is useless. */
export function dropGuards(): void {
  sessionOver = true
}

interface Destination {
  pathname: string
  search: object
}
const projectOf = ({ search }: Destination) => ('project' in search ? search.project : undefined)
const isSamePage = (one: Destination, other: Destination): boolean =>
  one.pathname === other.pathname && projectOf(one) === projectOf(other)

/**
 * While `dirty`, leaving the page, closing the tab and closing the dialog (through `mayLeave`) ask first. `onDiscard`: called when the
 * changes are discarded. `question`: replaces the default question, where something other than typed text would be lost.
 */
export function useUnsavedGuard(
  dirty: boolean,
  onDiscard?: () => void,
  question: () => Promise<boolean> = askDiscard,
): UnsavedGuard {
  const discarded = useRef(onDiscard)
  const asked = useRef(question)
  useEffect(() => {
    discarded.current = onDiscard
    asked.current = question
  }, [onDiscard, question])
  const released = useRef(false)
  const holds = useCallback(() => dirty && !released.current && !sessionOver, [dirty])

  const mayLeave = useCallback(async () => {
    if (!holds()) return true
    const leave = await asked.current()
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
    shouldBlockFn: async ({ action, current, next }) => {
      // Back closes the dialog, and its close function asks.
      if (isTraversal(action) && isLayerOpen()) return false
      // Another filter of the same page keeps the form mounted, so nothing is lost and no question is needed.
      return !isSamePage(current, next) && !(await mayLeave())
    },
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
