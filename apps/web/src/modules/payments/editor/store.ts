import { useRef, useSyncExternalStore } from 'react'
import type { Draft } from './draft.ts'

/**
 * The draft of one open editor, kept outside React state: fields subscribe to their own values, so a keystroke
 * does not render every line, and uploads continue while another line is shown.
 */
export interface DraftStore {
  get: () => Draft
  subscribe: (listener: () => void) => () => void
  update: (change: (draft: Draft) => Draft) => void
}

export function draftStore(initial: Draft): DraftStore {
  let draft = initial
  const listeners = new Set<() => void>()
  return {
    get: () => draft,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    update(change) {
      const next = change(draft)
      if (next === draft) return
      draft = next
      for (const listener of listeners) listener()
    },
  }
}

/** Renders again only when the result of `select` changes; it must return the same object for the same draft. */
export const useDraft = <T>(store: DraftStore, select: (draft: Draft) => T): T =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))

/** Keys of the lines; the same array until a line is added, removed or moved. */
export function useLineKeys(store: DraftStore): readonly string[] {
  const known = useRef<{ lines: Draft['lines']; keys: readonly string[] }>({ lines: [], keys: [] })
  return useDraft(store, ({ lines }) => {
    const { lines: old, keys } = known.current
    if (old === lines) return keys
    const same = old.length === lines.length && lines.every((line, at) => line.key === keys[at])
    known.current = { lines, keys: same ? keys : lines.map((line) => line.key) }
    return known.current.keys
  })
}
