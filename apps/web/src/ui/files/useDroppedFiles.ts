import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import { isText } from '../paste/onPage.ts'

/** Files that are dropped on an element or pasted anywhere in the page, unless `takes` is false. `over`: files are held over the element. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void, takes = true) {
  const [over, setOver] = useState(false)
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event
    if (!takes || !clipboardData?.files.length || isText(clipboardData)) return
    event.preventDefault()
    onFiles([...clipboardData.files])
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  const zone = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { over, zone }
}

/** Props of an `input` that chooses files. */
export const fileInput = (onFiles: (files: readonly File[]) => void) => ({
  type: 'file',
  // Not `hidden`, which antd's forms override.
  style: { display: 'none' },
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // Cleared, so that selecting the same file again fires `change`.
    target.value = ''
  },
})

/** `accept` of such an input. */
export const accepting = (types: readonly string[]): string => types.map((type) => `.${type}`).join(',')
