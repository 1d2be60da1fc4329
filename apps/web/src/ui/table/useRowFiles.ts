import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isText, isTyped } from '../paste/onPage.ts'
import { isLayerOpen } from '../popup/layers.ts'
import { toast } from '../popup/toast.ts'

/** What takes the files that are dropped or pasted on a row. */
export interface RowFiles<R> {
  /** 凭证图片 */
  what: string
  onFiles: (row: R, files: readonly File[]) => void
}

const keyAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row-key]')?.dataset.rowKey : undefined

/**
 * Files dropped on a row, or pasted while the pointer or the focus is in it: whichever came there last. Returns the key of the row
 * under the dragged files, and the handlers of the rows' frame.
 */
export function useRowFiles<R>(
  rows: readonly R[],
  rowKey: (row: R) => string,
  takes: RowFiles<R> | undefined,
) {
  const [over, setOver] = useState<string>()
  const last = useRef<string>(undefined)
  const give = (key: string | undefined, files: FileList) => {
    const row = rows.find((one) => rowKey(one) === key)
    if (row) takes?.onFiles(row, [...files])
    else toast.warning(`请先将鼠标移到要添加${takes?.what}的一行，再粘贴`)
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event
    if (!takes || !clipboardData?.files.length || isText(clipboardData)) return
    if (event.defaultPrevented || isLayerOpen() || isTyped(event.target)) return
    event.preventDefault()
    give(last.current, clipboardData.files)
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  if (!takes) return { over, handlers: undefined }
  const point = ({ target }: { target: EventTarget }) => {
    last.current = keyAt(target)
  }
  return {
    over,
    handlers: {
      onPointerMove: point,
      onFocus: point,
      onPointerLeave: () => {
        last.current = keyAt(document.activeElement)
      },
      onDragOver: (event: DragEvent) => {
        const key = event.dataTransfer.types.includes('Files') ? keyAt(event.target) : undefined
        setOver(key)
        if (key !== undefined) event.preventDefault()
      },
      onDragLeave: () => setOver(undefined),
      onDrop: (event: DragEvent) => {
        setOver(undefined)
        const key = keyAt(event.target)
        if (key === undefined) return
        event.preventDefault()
        give(key, event.dataTransfer.files)
      },
    },
  }
}
