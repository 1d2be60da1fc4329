import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '../platform/api/api.ts'
import { profileQuery } from '../platform/session/session.ts'
import { tabProject } from '../platform/session/tab.ts'
import { PageCrash } from '../ui/page/PageCrash.tsx'
import { PageSkeleton } from '../ui/states/Loading.tsx'
import { Failed } from '../ui/states/States.tsx'

const route = getRouteApi('/in-project')

/**
 * Renders a project's page once the tab is in the project of the URL. Another project remounts it, so that no typed or selected
 * value is carried over.
 */
export function ProjectPages() {
  const { project } = route.useSearch()
  const current = useSyncExternalStore(tabProject.subscribe, tabProject.get)
  const router = useRouter()
  // The reloaded profile has no project: the route redirects to the list of projects.
  const gone = useQuery(profileQuery).data?.current_project === null
  useEffect(() => {
    if (gone) void router.invalidate()
  }, [gone, router])
  return project === current ? <Outlet key={project} /> : <PageSkeleton />
}

/** The project of the address could not be entered. */
export function ProjectFailed({ error }: { error: unknown }) {
  const router = useRouter()
  if (!(error instanceof ApiError)) return <PageCrash />
  return <Failed error={error} onRetry={() => void router.invalidate()} />
}
