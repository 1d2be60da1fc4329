import { FAILURES } from '@pianzhang/contract/errors'
import {
  createRootRoute,
  createRoute,
  getRouteApi,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { enterProject } from '../modules/projects/enterProject.ts'
import { addressText } from '../platform/address/address.ts'
import { isCompanyPath, withProject } from '../platform/address/search.ts'
import { ApiError } from '../platform/api/api.ts'
import { firstPage, HOME, mayOpen, pageAt } from '../platform/session/menu.ts'
import { currentProfile, forgetProject } from '../platform/session/session.ts'
import { tabProject } from '../platform/session/tab.ts'
import { PageCrash } from '../ui/page/PageCrash.tsx'
import { toast } from '../ui/popup/toast.ts'
import { PageSkeleton } from '../ui/states/Loading.tsx'
import { Failed } from '../ui/states/States.tsx'
import { Layout } from './Layout.tsx'

const route = getRouteApi('/in-project')

/**
 * Renders a project's page once the tab is in the project of the URL. Another project remounts it, so that no typed or selected
 * value is carried over.
 */
function ProjectPages() {
  const { project } = route.useSearch()
  const current = useSyncExternalStore(tabProject.subscribe, tabProject.get)
  return project === current ? <Outlet key={project} /> : <PageSkeleton />
}

/** The project of the address could not be entered. */
function ProjectFailed({ error }: { error: unknown }) {
  const router = useRouter()
  if (!(error instanceof ApiError)) return <PageCrash />
  return <Failed error={error} onRetry={() => void router.invalidate()} />
}

/** Every page is below it. */
export const root = createRootRoute({
  component: Layout,
  errorComponent: PageCrash,
  // Not a component: /404 is a page of its own, drawn without the shell (main.tsx).
  notFoundComponent: () => {
    location.replace('/404')
    return null
  },
  beforeLoad: ({ location: { pathname }, preload }) => {
    if (isCompanyPath(pathname)) checkRight(pathname, preload)
  },
})

/** Redirects a person without permission for this page to the first page they may open. */
function checkRight(pathname: string, preload: boolean): void {
  const page = pageAt(pathname)
  const profile = currentProfile()
  if (!page || !profile || mayOpen(profile, page)) return
  if (!preload) toast.error(FAILURES.forbidden.msg)
  throw redirect({ to: firstPage(profile), replace: true })
}

/** The project that the current navigation is switching the tab to. */
let entering: { project: string } | null = null

/**
 * Parent route of every project page: switches this tab to the project of the URL before the page loads. A new module's route
 * only needs to name it as its parent.
 */
export const inProject = createRoute({
  getParentRoute: () => root,
  id: 'in-project',
  validateSearch: z.object({ project: addressText }),
  search: {
    // Adds the tab's project to every link and filter change that names none. While the next
    // project loads, the menu is still shown: a click on it means the project that was just selected.
    middlewares: [
      ({ search, next }) => {
        const { project = entering?.project ?? tabProject.get() ?? undefined, ...own } = next(search)
        return { project, ...own }
      },
    ],
  },
  beforeLoad: async ({ search: { project }, location, preload, abortController }) => {
    // The router only preloads the page, because the pointer hovers over a link.
    if (preload) return
    const current = currentProfile()?.current_project
    if (!project) {
      throw current
        ? redirect({ href: withProject(location.href, current.code), replace: true })
        : redirect({ to: HOME, search: { redirect: location.href }, replace: true })
    }
    if (project !== tabProject.get() || project !== current?.code) {
      const attempt = { project }
      entering = attempt
      const entered = await enterProject(project, abortController.signal).finally(() => {
        if (entering === attempt) entering = null
      })
      if (!entered) {
        toast.error(FAILURES.noProject.msg)
        if (current && project === current.code) await forgetProject()
        throw redirect({ to: HOME, replace: true })
      }
      if (abortController.signal.aborted) return
    }
    checkRight(location.pathname, preload)
  },
  component: ProjectPages,
  errorComponent: ProjectFailed,
})
