import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { mayLeavePage } from '../ui/unsaved.ts'
import { ApiError } from './api.ts'
import { firstPage } from './menu.ts'
import { queryClient } from './query.ts'
import { selectProject } from './session.ts'

/** Opens a project: chosen on the server, kept for the tab, on to its first page. `opening` is the code of the one under way. */
export function useOpenProject(): { open: (code: string) => Promise<void>; opening: string | null } {
  const navigate = useNavigate()
  const [opening, setOpening] = useState<string | null>(null)
  const busy = useRef(false)
  const open = useCallback(
    async (code: string) => {
      // A second project chosen meanwhile would race the first for the tab.
      if (busy.current || !(await mayLeavePage())) return
      busy.current = true
      setOpening(code)
      try {
        const profile = await selectProject(code)
        await navigate({ to: firstPage(profile), search: {} as never })
      } catch (error) {
        // Shown already. A colleague deleted it: it must not be offered again.
        if (error instanceof ApiError && error.status === 404)
          void queryClient.invalidateQueries({ queryKey: ['projects'] })
      } finally {
        busy.current = false
        setOpening(null)
      }
    },
    [navigate],
  )
  return { open, opening }
}
