import { useEffect, useEffectEvent } from 'react'
import { isLayerOpen } from '../popup/layers.ts'

/** Whether pasted text goes into this element as usual. */
export const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])'))

/** Whether a picture was copied with cells or paragraphs, which are pasted as text. */
export const isText = ({ types }: DataTransfer): boolean =>
  types.includes('text/plain') && types.includes('text/html')

/** Calls `onTable` with the text of a table that is pasted on the page itself: in no field and in no dialog. */
export function useTableOnPage(enabled: boolean, onTable: (text: string) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!enabled || event.defaultPrevented || isLayerOpen() || isTyped(event.target)) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    // Copied cells of several columns.
    if (!text.includes('\t')) return
    event.preventDefault()
    onTable(text)
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
