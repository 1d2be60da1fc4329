import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { withProject } from '../../platform/address/search.ts'
import { ApiError } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/query.ts'
import { firstPage, HOME, pageAt } from '../../platform/session/menu.ts'
import { safeRedirect } from '../../platform/session/redirect.ts'
import { currentProfile, selectProject } from '../../platform/session/session.ts'
import { mayLeavePage, stayedOnPage } from '../../ui/form/unsaved.ts'
import { enterProject } from './enterProject.ts'

/** The project page requested while no project was selected. */
function wantedPage({
  pathname,
  search,
}: {
  pathname: string
  search: { redirect?: string | undefined }
}): string | undefined {
  const wanted = pathname === HOME ? safeRedirect(search.redirect ?? null) : HOME
  return pageAt(new URL(wanted, location.href).pathname)?.section === 'project' ? wanted : undefined
}

/**
 * Opens a project: selects it on the server, then navigates to the requested page or its first. `opening`: code of the
 * project being opened.
 */
export function useOpenProject(): { open: (code: string) => Promise<void>; opening: string | null } {
  const router = useRouter()
  const [opening, setOpening] = useState<string | null>(null)
  const busy = useRef(false)
  const open = useCallback(
    async (code: string) => {
      // Ignored while another project is being opened: two selections would race for the tab.
      if (busy.current || !(await mayLeavePage())) return
      busy.current = true
      setOpening(code)
      try {
        await selectProject(code)
        const profile = currentProfile()
        const first = profile ? firstPage(profile, true) : HOME
        // A person who may open none of the project's pages stays on the list.
        if (first === HOME) await enterProject(code)
        const href = wantedPage(router.latestLocation) ?? first
        await router.navigate({ href: first === HOME ? HOME : withProject(href, code) })
      } catch (error) {
        // The failure has been reported; a deleted project must not be offered again.
        if (error instanceof ApiError && error.status === 404)
          void queryClient.invalidateQueries({ queryKey: ['projects'] })
      } finally {
        stayedOnPage()
        busy.current = false
        setOpening(null)
      }
    },
    [router],
  )
  return { open, opening }
}
