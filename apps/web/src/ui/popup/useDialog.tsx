import { type ReactElement, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useReturnFocus } from './useReturnFocus.ts'

interface OpenDialog {
  /** Belongs outside of what goes away while the dialog is open. */
  dialog: ReactNode
  isOpen: boolean
  /** Opens a dialog, in the place of the open one. Its props stay as given: what must follow the page, it reads itself. */
  open: (dialog: ReactElement) => void
  close: () => void
}

/** The dialog that a component has open, and the focus back at its opener once it closes. */
export function useDialog(): OpenDialog {
  const [dialog, setDialog] = useState<ReactElement | null>(null)
  useReturnFocus(dialog !== null)
  const close = useCallback(() => setDialog(null), [])
  return { dialog: dialog && <Suspense>{dialog}</Suspense>, isOpen: dialog !== null, open: setDialog, close }
}
