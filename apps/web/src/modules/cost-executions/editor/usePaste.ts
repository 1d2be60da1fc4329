import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { readCells } from '../../../ui/fields/cells.ts'
import { FIELD_OF, LINE_COLUMNS, type LineColumn } from './paste.ts'

/** What the paste dialog opens with. */
export interface Pasted {
  /** Empty: nothing was pasted yet, and the dialog asks for it. */
  cells: readonly (readonly string[])[]
  /** Where the cursor was. */
  from: LineColumn
}

const columnAt = (element: Element | null): LineColumn =>
  LINE_COLUMNS.find((column) => element?.id === `line-${FIELD_OF[column]}`) ?? 'subject'

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Cells and not a text: one cell, and lines of a letter, belong where the cursor is. */
function isBlock(cells: string[][], data: DataTransfer, target: EventTarget | null): boolean {
  if (cells.length === 0 || (cells.length === 1 && cells[0]?.length === 1)) return false
  if (!isTextField(target) || data.getData('text/plain').includes('\t')) return true
  // Spreadsheets bring a table along; lines without one are a text, but no field of a line that holds one word can take them.
  const takesText = target instanceof HTMLTextAreaElement || !(target as Element).id.startsWith('line-')
  return !takesText || /<(table|td)\b/i.test(data.getData('text/html'))
}

/** Ctrl+V of cells anywhere in the form, 摘要 aside, and the button that does the same. */
export function usePaste(form: RefObject<HTMLElement | null>, enabled: boolean) {
  const [pasted, setPasted] = useState<Pasted | null>(null)

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData: data } = event
    const dialog = form.current?.closest('[role=dialog]')
    const here = target === document.body || (target instanceof Node && dialog?.contains(target))
    if (!enabled || pasted || !data || !here || event.defaultPrevented) return
    if (target instanceof Element && target.id === 'pay-summary') return
    const cells = readCells(data.getData('text/plain'))
    if (!isBlock(cells, data, target)) return
    event.preventDefault()
    setPasted({ cells, from: columnAt(document.activeElement) })
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])

  /** Browsers give the clipboard only over HTTPS and after a question; without it the dialog asks for Ctrl+V. */
  const readClipboard = async () => {
    const text = await (navigator.clipboard?.readText?.() ?? Promise.resolve('')).catch(() => '')
    setPasted({ cells: readCells(text), from: 'subject' })
  }

  return { pasted, readClipboard: () => void readClipboard(), close: () => setPasted(null) }
}
