import type { Profile } from '@pianzhang/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useMemo } from 'react'
import { sweepDrafts } from '../platform/drafts.ts'
import { type Preferences, primePreferences } from '../platform/preferences.ts'
import { queryClient } from '../platform/query.ts'
import { profileQuery } from '../platform/session.ts'
import { tabProject } from '../platform/tab.ts'
import { withAntd } from '../ui/antd/withAntd.tsx'
import { later } from '../ui/later.tsx'
import { onFeedbackWanted } from '../ui/toast.ts'
import { startFailures } from './failures.ts'
import { router } from './router.tsx'

const Feedback = later(
  withAntd(async () => ({ default: (await import('../ui/antd/Feedback.tsx')).Feedback })),
  () => null,
)

/** Everything behind the login. `profile` and `preferences` were loaded while this code was on its way. */
export function App({ profile, preferences }: { profile: Profile; preferences: Preferences }) {
  return (
    <StrictMode>
      <QueryClientProvider client={useClient(profile, preferences)}>
        <RouterProvider router={router} />
        <Feedback />
      </QueryClientProvider>
    </StrictMode>
  )
}

/** The profile is that of the project in the address, else of the tab's, else of the one the person was in last. */
function useClient(profile: Profile, preferences: Preferences) {
  return useMemo(() => {
    queryClient.setQueryData(profileQuery.queryKey, profile)
    primePreferences(preferences)
    tabProject.set(profile.current_project?.code ?? null)
    sweepDrafts(profile.code)
    onFeedbackWanted(Feedback.start)
    startFailures()
    return queryClient
  }, [profile, preferences])
}
