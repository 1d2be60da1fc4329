import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { readCells } from '../../../ui/fields/cells.ts'
import { readClipboard } from '../../../ui/paste/PasteBox.tsx'
import { LINE_COLUMNS, type LineColumn } from './paste.ts'

/** Initial content of the paste dialog. */
export interface Pasted {
  /** Empty: the dialog asks to paste. */
  cells: readonly (readonly string[])[]
  /** The field that had the focus. */
  from: LineColumn
}

const columnAt = (element: Element | null): LineColumn =>
  LINE_COLUMNS.find((column) => element?.id === `line-${column}`) ?? 'subject_three_code'

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Whether the clipboard holds a table. A single cell or plain text is pasted into the focused field as usual. */
function isBlock(cells: string[][], data: DataTransfer, target: EventTarget | null): boolean {
  if (cells.length === 0 || (cells.length === 1 && cells[0]?.length === 1)) return false
  if (!isTextField(target) || data.getData('text/plain').includes('\t')) return true
  // A one-column table has no tab, but spreadsheets also put an HTML table on the clipboard. Plain lines count as
  // a table only in single-line fields of a payment line, which cannot take them.
  const takesText = target instanceof HTMLTextAreaElement || !(target as Element).id.startsWith('line-')
  return !takesText || /<(table|td)\b/i.test(data.getData('text/html'))
}

/** Opens the paste dialog on Ctrl+V of a table anywhere in the form except 摘要, or by its button. */
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

  const askClipboard = async () =>
    setPasted({ cells: readCells(await readClipboard()), from: 'subject_three_code' })

  return { pasted, readClipboard: () => void askClipboard(), close: () => setPasted(null) }
}
