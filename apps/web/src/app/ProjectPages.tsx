import { getRouteApi, Outlet, useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../platform/api/api.ts'
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
  return project === current ? <Outlet key={project} /> : <PageSkeleton />
}

/** The project of the address could not be entered. */
export function ProjectFailed({ error }: { error: unknown }) {
  const router = useRouter()
  if (!(error instanceof ApiError)) return <PageCrash />
  return <Failed error={error} onRetry={() => void router.invalidate()} />
}
