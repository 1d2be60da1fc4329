import type { Profile } from '@pianzhang/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from '../platform/query.ts'
import { sweepDrafts } from '../platform/session/drafts.ts'
import { type Preferences, primePreferences } from '../platform/session/preferences.ts'
import { profileQuery } from '../platform/session/session.ts'
import { tabProject } from '../platform/session/tab.ts'
import { withAntd } from '../ui/antd/withAntd.tsx'
import { later } from '../ui/code/later.tsx'
import { onFeedbackWanted } from '../ui/popup/toast.ts'
import { startFailures } from './failures.ts'
import { router } from './router.tsx'
import { startReminders } from './Strips.tsx'

const Feedback = later(
  withAntd(async () => ({ default: (await import('../ui/antd/Feedback.tsx')).Feedback })),
  () => null,
)

/** On a slow network the frame is drawn after this wait, without its page and rows. */
const LONGEST_WAIT_MS = 500

/** Waits for the queries that the page's route has started. */
const answered = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(check)
    check()
  })

/**
 * Loads the page of the URL and its rows before the first render, so that everything appears at once. `profile`
 * and `preferences` were loaded in parallel with this code.
 */
export async function prepare(profile: Profile, preferences: Preferences): Promise<void> {
  queryClient.setQueryData(profileQuery.queryKey, profile)
  primePreferences(preferences)
  // `current_project` is the project of the address, else of the tab, else the person's last one.
  tabProject.set(profile.current_project?.code ?? null)
  sweepDrafts(profile.code)
  onFeedbackWanted(Feedback.start)
  startFailures()
  refuseDrops()
  const rows = router.load().then(answered)
  void rows.then(startReminders)
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))])
}

/** Everything behind the login. */
export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Feedback />
      </QueryClientProvider>
    </StrictMode>
  )
}

/**
 * Cancels drops of files on anything that does not take them: the browser would open the file in place of the page. An element that takes
 * them cancels `dragover` itself, before the event reaches the window.
 */
function refuseDrops(): void {
  addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    // Without an effect no `drop` follows.
    event.dataTransfer.dropEffect = 'none'
  })
}
