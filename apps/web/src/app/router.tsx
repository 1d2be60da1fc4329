import { FAILURES } from '@pianzhang/contract/errors'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { projectsQuery } from '../modules/projects/api.ts'
import { enterProject } from '../modules/projects/enterProject.ts'
import { projectSearch } from '../modules/projects/search.ts'
import { addressText } from '../platform/address/address.ts'
import { isCompanyPath, parseSearch, stringifySearch, withProject } from '../platform/address/search.ts'
import { queryClient } from '../platform/query.ts'
import { firstPage, HOME, mayOpen, pageAt } from '../platform/session/menu.ts'
import { currentProfile, forgetProject } from '../platform/session/session.ts'
import { tabProject } from '../platform/session/tab.ts'
import { loadCode } from '../ui/code/code.ts'
import { type LoadPage, lazyPage, lightPage } from '../ui/code/lazy.tsx'
import { PageCrash } from '../ui/page/PageCrash.tsx'
import { toast } from '../ui/popup/toast.ts'
import { PageSkeleton } from '../ui/states/Loading.tsx'
import { Layout } from './Layout.tsx'
import { ProjectFailed, ProjectPages } from './ProjectPages.tsx'

const root = createRootRoute({
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
const inProject = createRoute({
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
  component: lazyPage(() => import('../modules/projects/Page.tsx')),
})

/**
 * Route of a page with a list. `data` imports the module's API file in parallel with the page's code, so that the rows are
 * requested early. Search parameters are passed on unparsed, so that the shell contains no page's schema.
 */
const listPage = (data: () => Promise<{ load: (search: object) => void }>, page: LoadPage) => ({
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  loaderDeps: ({ search }: { search: object }) => ({ search }),
  loader: ({ deps, preload }: { deps: { search: object }; preload: boolean }) => {
    // Preloading on hover requests no rows. A failed import is reported by the page itself, which imports the same file. `loadCode`
    // requests nothing offline, because browsers keep a failed import in the module map and the page's own import would fail too.
    if (!preload)
      loadCode(data).then(
        ({ load }) => load(deps.search),
        () => {},
      )
  },
  component: lightPage(page),
})

const orders = createRoute({
  getParentRoute: () => root,
  path: '/project/order',
  ...listPage(
    () => import('../modules/orders/api.ts'),
    () => import('../modules/orders/Page.tsx'),
  ),
})

const buy = createRoute({
  getParentRoute: () => root,
  path: '/project/buy',
  component: lightPage(() => import('../modules/orders/buy/Page.tsx')),
})

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/manage/account',
  ...listPage(
    () => import('../modules/users/api.ts'),
    () => import('../modules/users/Page.tsx'),
  ),
})

const roles = createRoute({
  getParentRoute: () => root,
  path: '/manage/role',
  ...listPage(
    () => import('../modules/roles/api.ts'),
    () => import('../modules/roles/Page.tsx'),
  ),
})

const role = createRoute({
  getParentRoute: () => root,
  path: '/manage/roledetail',
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  component: lazyPage(() => import('../modules/roles/detail/Page.tsx')),
})

const log = createRoute({
  getParentRoute: () => root,
  path: '/manage/log',
  ...listPage(
    () => import('../modules/audit-logs/api.ts'),
    () => import('../modules/audit-logs/Page.tsx'),
  ),
})

const system = createRoute({
  getParentRoute: () => root,
  path: '/manage/system',
  component: lazyPage(() => import('../modules/system/Page.tsx')),
})

const features = createRoute({
  getParentRoute: () => root,
  path: '/manage/features',
  component: lightPage(() => import('../modules/features/Page.tsx')),
})

const overview = createRoute({
  getParentRoute: () => inProject,
  path: '/general/index',
  ...listPage(
    () => import('../modules/overview/api.ts'),
    () => import('../modules/overview/Page.tsx'),
  ),
})

const investmentBudgets = createRoute({
  getParentRoute: () => inProject,
  path: '/budget/investment',
  ...listPage(
    () => import('../modules/investment-budgets/api.ts'),
    () => import('../modules/investment-budgets/Page.tsx'),
  ),
})

const costBudgets = createRoute({
  getParentRoute: () => inProject,
  path: '/budget/cost',
  ...listPage(
    () => import('../modules/cost-budgets/api.ts'),
    () => import('../modules/cost-budgets/Page.tsx'),
  ),
})

const payments = createRoute({
  getParentRoute: () => inProject,
  path: '/implement/cost',
  ...listPage(
    () => import('../modules/cost-executions/api.ts'),
    () => import('../modules/cost-executions/PaymentsPage.tsx'),
  ),
})

const receipts = createRoute({
  getParentRoute: () => inProject,
  path: '/implement/investment',
  ...listPage(
    () => import('../modules/investment-executions/api.ts'),
    () => import('../modules/investment-executions/Page.tsx'),
  ),
})

const imprests = createRoute({
  getParentRoute: () => inProject,
  path: '/implement/cash',
  ...listPage(
    () => import('../modules/imprests/api.ts'),
    () => import('../modules/imprests/Page.tsx'),
  ),
})

const contracts = createRoute({
  getParentRoute: () => inProject,
  path: '/contract/index',
  ...listPage(
    () => import('../modules/contracts/api.ts'),
    () => import('../modules/contracts/Page.tsx'),
  ),
})

const contract = createRoute({
  getParentRoute: () => inProject,
  path: '/contract/detail',
  ...listPage(
    () => import('../modules/contracts/detail/api.ts'),
    () => import('../modules/contracts/detail/Page.tsx'),
  ),
})

const reminders = createRoute({
  getParentRoute: () => inProject,
  path: '/contract/ContractCautions',
  ...listPage(
    () => import('../modules/contract-cautions/api.ts'),
    () => import('../modules/contract-cautions/Page.tsx'),
  ),
})

const invoices = createRoute({
  getParentRoute: () => inProject,
  path: '/invoice/index',
  ...listPage(
    () => import('../modules/invoices/api.ts'),
    () => import('../modules/invoices/Page.tsx'),
  ),
})

const budgetVersions = createRoute({
  getParentRoute: () => inProject,
  path: '/budget/version',
  ...listPage(
    () => import('../modules/budget-versions/api.ts'),
    () => import('../modules/budget-versions/Page.tsx'),
  ),
})

const costReport = createRoute({
  getParentRoute: () => inProject,
  path: '/report/cost',
  ...listPage(
    () => import('../modules/cost-reports/api.ts'),
    () => import('../modules/cost-reports/Page.tsx'),
  ),
})

const paymentRequests = createRoute({
  getParentRoute: () => inProject,
  path: '/approve',
  ...listPage(
    () => import('../modules/payment-requests/api.ts'),
    () => import('../modules/payment-requests/Page.tsx'),
  ),
})

const payables = createRoute({
  getParentRoute: () => inProject,
  path: '/payable/index',
  ...listPage(
    () => import('../modules/payables/api.ts'),
    () => import('../modules/payables/Page.tsx'),
  ),
})

const forecast = createRoute({
  getParentRoute: () => inProject,
  path: '/payable/forecast',
  ...listPage(
    () => import('../modules/payables/forecast/api.ts'),
    () => import('../modules/payables/forecast/Page.tsx'),
  ),
})

const subjects = createRoute({
  getParentRoute: () => inProject,
  path: '/setting/subject',
  ...listPage(
    () => import('../modules/subjects/api.ts'),
    () => import('../modules/subjects/Page.tsx'),
  ),
})

const payTypes = createRoute({
  getParentRoute: () => inProject,
  path: '/setting/PayType',
  ...listPage(
    () => import('../modules/pay-categories/api.ts'),
    () => import('../modules/pay-categories/Page.tsx'),
  ),
})

const investmentTypes = createRoute({
  getParentRoute: () => inProject,
  path: '/setting/InvestmentType',
  ...listPage(
    () => import('../modules/investment-categories/api.ts'),
    () => import('../modules/investment-categories/Page.tsx'),
  ),
})

const payees = createRoute({
  getParentRoute: () => inProject,
  path: '/setting/payee',
  ...listPage(
    () => import('../modules/payees/api.ts'),
    () => import('../modules/payees/Page.tsx'),
  ),
})

const transfers = createRoute({
  getParentRoute: () => inProject,
  path: '/implement/transfers',
  ...listPage(
    () => import('../modules/transfer-batches/api.ts'),
    () => import('../modules/transfer-batches/Page.tsx'),
  ),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    project,
    projects,
    orders,
    buy,
    accounts,
    roles,
    role,
    log,
    features,
    system,
    inProject.addChildren([
      overview,
      investmentBudgets,
      costBudgets,
      receipts,
      imprests,
      payments,
      contracts,
      contract,
      reminders,
      invoices,
      budgetVersions,
      costReport,
      paymentRequests,
      payables,
      forecast,
      subjects,
      investmentTypes,
      payTypes,
      payees,
      transfers,
    ]),
  ]),
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
