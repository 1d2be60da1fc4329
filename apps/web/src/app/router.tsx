import { FAILURES } from '@pianzhang/contract/errors'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { paymentListQuery } from '../modules/cost-executions/api.ts'
import { LIST as PAYMENTS, paymentSearch } from '../modules/cost-executions/search.ts'
import { knownTab } from '../modules/cost-executions/tabs.ts'
import { payCategoryListQuery } from '../modules/pay-categories/api.ts'
import { LIST as PAY_CATEGORIES, payCategorySearch } from '../modules/pay-categories/search.ts'
import { projectsQuery } from '../modules/projects/api.ts'
import { projectSearch } from '../modules/projects/search.ts'
import { subjectListQuery } from '../modules/subjects/api.ts'
import { LIST as SUBJECTS, subjectSearch } from '../modules/subjects/search.ts'
import { PageSkeleton } from '../ui/Loading.tsx'
import { PageCrash } from '../ui/PageCrash.tsx'
import { toast } from '../ui/toast.ts'
import { Layout } from './Layout.tsx'
import { listLoader } from './list.ts'
import { firstPage, HOME, mayOpen, pageAt } from './menu.ts'
import { queryClient } from './query.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { currentProfile } from './session.ts'

const root = createRootRoute({
  component: Layout,
  errorComponent: PageCrash,
  // Not a component: /404 is a page of its own, drawn without the shell (main.tsx).
  notFoundComponent: () => {
    location.replace('/404')
    return null
  },
  beforeLoad: ({ location: { pathname }, preload }) => {
    const page = pageAt(pathname)
    const profile = currentProfile()
    if (!page || !profile) return
    if (!mayOpen(profile, page)) {
      if (!preload) toast.error(FAILURES.forbidden.msg)
      throw redirect({ to: firstPage(profile), replace: true })
    }
    if (page.section === 'project' && !profile.current_project) throw redirect({ to: HOME, replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/project', replace: true })
  },
})

const project = createRoute({
  getParentRoute: () => root,
  path: '/project',
  beforeLoad: () => {
    throw redirect({ to: '/project/index', replace: true })
  },
})

const projects = createRoute({
  getParentRoute: () => root,
  path: '/project/index',
  validateSearch: projectSearch,
  loader: ({ preload }) => {
    if (!preload) void queryClient.prefetchQuery(projectsQuery)
  },
  component: lazyRouteComponent(() => import('../modules/projects/Page.tsx')),
})

const buy = createRoute({
  getParentRoute: () => root,
  path: '/project/buy',
  component: lazyRouteComponent(() => import('../modules/projects/BuyPage.tsx')),
})

const loadPayments = listLoader(PAYMENTS, paymentListQuery)

const payments = createRoute({
  getParentRoute: () => root,
  path: '/implement/cost',
  validateSearch: paymentSearch,
  loaderDeps: ({ search }) => search,
  // The charts ask for their own.
  loader: (entering) => {
    if (knownTab(entering.deps) === 'second') loadPayments(entering)
  },
  component: lazyRouteComponent(() => import('../modules/cost-executions/PaymentsPage.tsx')),
})

const subjects = createRoute({
  getParentRoute: () => root,
  path: '/setting/subject',
  validateSearch: subjectSearch,
  loaderDeps: ({ search }) => search,
  loader: listLoader(SUBJECTS, subjectListQuery),
  component: lazyRouteComponent(() => import('../modules/subjects/Page.tsx')),
})

const payCategories = createRoute({
  getParentRoute: () => root,
  path: '/setting/PayType',
  validateSearch: payCategorySearch,
  loaderDeps: ({ search }) => search,
  loader: listLoader(PAY_CATEGORIES, payCategoryListQuery),
  component: lazyRouteComponent(() => import('../modules/pay-categories/Page.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([home, project, projects, buy, payments, subjects, payCategories]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageCrash,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
