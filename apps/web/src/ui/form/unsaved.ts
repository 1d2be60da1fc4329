import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { askDiscard } from '../popup/confirm.tsx'
import { isLayerOpen, isTraversal } from '../popup/layers.ts'

interface UnsavedGuard {
  /** Call before closing: resolves to true when nothing changed or the changes may be discarded. */
  mayLeave: () => Promise<boolean>
  /** Call after a save, before closing: clears the dirty state without waiting for React to render. */
  release: () => void
}

/** A form with unsaved changes. */
export interface Guard {
  /** Whether leaving must ask. */
  holds: () => boolean
  question: () => Promise<boolean>
  /** Whether the form stays mounted. */
  stays: (from: Destination, to: Destination) => boolean
  /** Called when the person agreed to lose the changes; they are discarded when the form is gone. */
  agree: () => void
  /** Called when the form is still mounted: it asks again. */
  stay: () => void
  /** Whether the changes are kept as a draft, which outlives the page. */
  drafted: () => boolean
}

const guards = new Set<Guard>()
let sessionOver = false

/** Asks each question once. The guards are released only if all questions were answered with yes. */
export async function askAll(asked: readonly Guard[]): Promise<boolean> {
  const holding = asked.filter((guard) => guard.holds())
  for (const question of new Set(holding.map((guard) => guard.question)))
    if (!(await question())) return false
  for (const guard of holding) guard.agree()
  return true
}

/** What becomes of unsaved changes when the session has ended; undefined where there are none. */
export function unsavedText(): string | undefined {
  if (guards.size === 0) return undefined
  return [...guards].every((guard) => guard.drafted())
    ? '已填写的内容已存为草稿，重新登录后可恢复。'
    : '重新登录后，未保存的内容将丢失。需要留存时请先取消并复制。'
}

/** Call before leaving the whole page (another project, logging out): asks for every open form. */
export const mayLeavePage = (): Promise<boolean> => askAll([...guards])

/** Call when the page was not left after all: its forms ask again. */
export function stayedOnPage(): void {
  for (const guard of guards) guard.stay()
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
const paramOf = ({ search }: Destination, name: string): unknown => (search as Record<string, unknown>)[name]

/** Whether both addresses are the same page of the same project, with the same values of the parameters on which the form depends. */
export const isSamePage =
  (...params: readonly string[]) =>
  (one: Destination, other: Destination): boolean =>
    one.pathname === other.pathname &&
    ['project', ...params].every((name) => paramOf(one, name) === paramOf(other, name))

interface Options {
  /** Called when the form is gone and its changes were to be discarded. */
  onDiscard?: () => void
  /** Replaces the default question, where something other than typed text would be lost. */
  question?: () => Promise<boolean>
  /** Navigation that keeps the form mounted. */
  stays?: Guard['stays']
  /** The changes are kept as a draft. */
  drafted?: boolean
}

const anywhereOnPage = isSamePage()

/**
 * While `dirty`, leaving the page, closing the tab and closing the dialog (through `mayLeave`) ask first. A form that is still there after
 * the answer asks again.
 */
export function useUnsavedGuard(dirty: boolean, options: Options = {}): UnsavedGuard {
  const router = useRouter()
  const latest = useRef({ dirty, options })
  latest.current = { dirty, options }
  const state = useRef<'guarding' | 'agreed' | 'released'>('guarding')
  const guard = useMemo(
    (): Guard => ({
      holds: () => latest.current.dirty && state.current === 'guarding' && !sessionOver,
      get question() {
        return latest.current.options.question ?? askDiscard
      },
      stays: (from, to) => (latest.current.options.stays ?? anywhereOnPage)(from, to),
      agree: () => {
        state.current = 'agreed'
      },
      drafted: () => latest.current.options.drafted === true,
      stay: () => {
        if (state.current === 'agreed') state.current = 'guarding'
      },
    }),
    [],
  )

  useEffect(() => {
    if (!dirty) return
    state.current = 'guarding'
    guards.add(guard)
    // A navigation has ended, and the form is still there.
    const unsubscribe = router.subscribe('onResolved', guard.stay)
    return () => {
      unsubscribe()
      guards.delete(guard)
    }
  }, [dirty, guard, router])
  useEffect(
    () => () => {
      if (state.current === 'agreed') latest.current.options.onDiscard?.()
    },
    [],
  )

  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      // Back closes the dialog, and its close function asks.
      if (isTraversal(action) && isLayerOpen()) return false
      return !(await askAll([...guards].filter((one) => !one.stays(current, next))))
    },
    enableBeforeUnload: guard.holds,
    disabled: !dirty,
  })

  return useMemo(
    () => ({
      mayLeave: () => askAll([guard]),
      release: () => {
        state.current = 'released'
      },
    }),
    [guard],
  )
}
