import { MAX_LINES } from '@pianzhang/contract/payments'
import { enterGoesOn } from '../../../ui/fields/Field.tsx'
import { submitKey } from '../../../ui/form/again/submitKey.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { activate, addLine, copyLine, type Draft, HEADER_FIELDS } from './draft.ts'
import { firstError } from './draftErrors.ts'
import type { DraftStore } from './store.ts'

export const focus = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

/** Focuses the first field with an error: the header first, then the active line. */
export function focusFirstError(draft: Draft): void {
  const header = HEADER_FIELDS.find((name) => draft.headerErrors[name])
  const line = firstError(draft, draft.active)
  if (header) focus(`pay-${header}`)
  else if (line) focus(`line-${line}`)
}

/** Stops the key from reaching the field: Enter would open a closed select. */
const take = (event: React.KeyboardEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/** Blurs the focused field, because `=12*30` is evaluated on blur and an unmounted field gets none. */
const settleField = () => document.activeElement instanceof HTMLElement && document.activeElement.blur()

/** Line actions for the buttons, and all shortcuts of the form. `save` and `help` are passed in for their keys. */
export function useLineTools(store: DraftStore, save: (goesOn: boolean) => void, help: () => void) {
  const insert = (change: (draft: Draft) => Draft) => {
    settleField()
    const before = store.get()
    store.update(change)
    if (store.get() === before) toast.warning(`最多${MAX_LINES}条明细`)
    else focus('line-subject_three_code')
  }
  const add = () => insert(addLine)
  const copy = () => insert((draft) => copyLine(draft, draft.active))

  /** Shows the line above or below and keeps the same field focused, so that one field can be filled line by line. */
  const go = (by: number) => {
    const { lines, active } = store.get()
    const next = lines[lines.findIndex((line) => line.key === active) + by]
    if (!next) return
    const field = document.activeElement?.id ?? ''
    settleField()
    store.update((draft) => activate(draft, next.key))
    focus(field.startsWith('line-') ? field : 'line-subject_three_code')
  }

  // `code` names the physical key: with Alt, macOS types another character.
  const withAlt = new Map([
    ['KeyN', add],
    ['KeyC', copy],
    ['ArrowUp', () => go(-1)],
    ['ArrowDown', () => go(1)],
  ])
  const goingOn = enterGoesOn(add)
  const onKeyDownCapture = (event: React.KeyboardEvent<HTMLElement>) => {
    const plain = !event.ctrlKey && !event.metaKey
    const shortcut = plain && event.altKey ? withAlt.get(event.code) : undefined
    if (shortcut) {
      take(event)
      shortcut()
    } else if (event.key === 'F1') {
      take(event)
      help()
    } else {
      const submits = submitKey(event)
      if (submits) save(submits === 'again')
      else goingOn.onKeyDownCapture(event)
    }
  }

  return { add, copy, keys: { onKeyDownCapture, onKeyDown: goingOn.onKeyDown } }
}
