import { useEffect, useEffectEvent } from 'react'
import { isTyped } from '../paste/onPage.ts'

/** Takes a copied file or table on Ctrl+V while the import dialog is open. `text`: pasted before it opened. */
export function useDialogPaste(
  text: string | undefined,
  enabled: boolean,
  { onFile, onText }: { onFile: (file: File) => void; onText: (text: string) => void },
): void {
  const begin = useEffectEvent(() => text !== undefined && onText(text))
  useEffect(() => void begin(), [])
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData: data, target } = event
    if (!enabled || !data || event.defaultPrevented || isTyped(target)) return
    event.preventDefault()
    const [file] = data.files
    // Spreadsheets copy a picture of the cells, too.
    if (file && data.getData('text/plain') === '') return onFile(file)
    onText(data.getData('text/plain'))
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
