import { useEffect, useRef } from 'react'
import { Button } from '../../Button.tsx'
import { IconPrint } from '../../icons.tsx'
import { isLayerOpen } from '../../popup/layers.ts'

interface Props {
  onPrint: () => void
  /** Whether the print is being prepared. */
  loading?: boolean
}

/**
 * 打印, also by Ctrl+P: the browser alone would print only the part of the page that is on the screen. Ctrl+P is left to the browser while a
 * dialog is open.
 */
export function PrintButton({ onPrint, loading = false }: Props) {
  const press = useRef(() => {})
  press.current = loading ? () => {} : onPrint
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'p' || ctrlKey === metaKey || altKey || shiftKey || isLayerOpen()) return
      event.preventDefault()
      press.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Button icon={<IconPrint size={14} />} loading={loading} onClick={onPrint}>
      打印
    </Button>
  )
}
