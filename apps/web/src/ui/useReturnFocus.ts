import { useEffect, useState } from 'react'

/** For a dialog that is mounted while it is open: when it goes, the focus returns to where it was, so that the keyboard goes on there. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the dialog has taken its focus trap along.
      setTimeout(() => {
        if (
          opener instanceof HTMLElement &&
          opener.isConnected &&
          (document.activeElement ?? document.body) === document.body
        )
          opener.focus()
      })
    },
    [opener],
  )
}
