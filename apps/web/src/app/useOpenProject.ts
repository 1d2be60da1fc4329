import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { mayLeavePage } from '../ui/unsaved.ts'
import { firstPage } from './menu.ts'
import { selectProject } from './session.ts'

/** Opens a project: chosen on the server, kept for the tab, on to its first page. `opening` is the code of the one under way. */
export function useOpenProject(): { open: (code: string) => Promise<void>; opening: string | null } {
  const navigate = useNavigate()
  const [opening, setOpening] = useState<string | null>(null)
  const open = useCallback(
    async (code: string) => {
      if (!(await mayLeavePage())) return
      setOpening(code)
      try {
        const profile = await selectProject(code)
        await navigate({ to: firstPage(profile), search: {} as never })
      } catch {
        // Shown already.
      } finally {
        setOpening(null)
      }
    },
    [navigate],
  )
  return { open, opening }
}
