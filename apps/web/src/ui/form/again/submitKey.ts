import type { KeyboardEvent } from 'react'

/** Leaves the focused field and comes back: `=12*30` is worked out and a typed day is read when the field is left. */
export function settleField(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

/**
 * Ctrl+Enter is 保存并继续, Ctrl+S saves and closes; both as soon as they are pressed, before an open list takes the key. For
 * `onKeyDownCapture` of the form or its dialog; keys pressed in a dialog over it are ignored.
 */
export function submitKey(event: KeyboardEvent<HTMLElement>): 'again' | 'save' | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey, currentTarget, target } = event
  const wanted = key === 'Enter' ? 'again' : key.toLowerCase() === 's' ? 'save' : undefined
  if (!wanted || !(ctrlKey || metaKey) || shiftKey || altKey) return undefined
  if (!currentTarget.contains(target as Node)) return undefined
  event.preventDefault()
  event.stopPropagation()
  settleField()
  return wanted
}
