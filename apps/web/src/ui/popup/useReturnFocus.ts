import { useEffect, useState } from 'react'

/**
 * For components that open dialogs: when the last one closes, the focus returns to where it was before the first. One
 * dialog may hand over to another.
 */
export function useReturnFocus(open: boolean): void {
  const [opener, setOpener] = useState<Element | null>(null)
  if (open && !opener) setOpener(document.activeElement)
  useEffect(() => {
    if (open || !opener) return
    setOpener(null)
    // Deferred until the dialog's focus trap is removed.
    setTimeout(() => {
      const active = document.activeElement ?? document.body
      // A question that is closing keeps the focus until it has faded out.
      if (active !== document.body && !active.closest('.ant-modal-confirm')) return
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // The opener may be gone, such as the button of a deleted row; focus then moves to the page.
      else document.getElementById('main')?.focus({ preventScroll: true })
    })
  }, [open, opener])
}
