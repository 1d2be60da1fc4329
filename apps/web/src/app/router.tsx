import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { projectsQuery } from '../modules/projects/api.ts'
import { projectSearch } from '../modules/projects/search.ts'
import { parseSearch, stringifySearch } from '../platform/address/search.ts'
import { queryClient } from '../platform/query.ts'
import { lazyPage, lightPage } from '../ui/code/lazy.tsx'
import { PageCrash } from '../ui/page/PageCrash.tsx'
import { PageSkeleton } from '../ui/states/Loading.tsx'
import type { FeatureRoute } from './featurePages.ts'
import { inProject, root } from './frameRoutes.tsx'
import { listPage } from './listPage.ts'

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
    () => import('../modules/payments/api.ts'),
    () => import('../modules/payments/PaymentsPage.tsx'),
  ),
})

const receipts = createRoute({
  getParentRoute: () => inProject,
  path: '/implement/investment',
  ...listPage(
    () => import('../modules/receipts/api.ts'),
    () => import('../modules/receipts/Page.tsx'),
  ),
})

const pettyCash = createRoute({
  getParentRoute: () => inProject,
  path: '/implement/cash',
  ...listPage(
    () => import('../modules/petty-cash/api.ts'),
    () => import('../modules/petty-cash/Page.tsx'),
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
    () => import('../modules/reminders/api.ts'),
    () => import('../modules/reminders/Page.tsx'),
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
    () => import('../modules/types/payment/api.ts'),
    () => import('../modules/types/payment/Page.tsx'),
  ),
})

const investmentTypes = createRoute({
  getParentRoute: () => inProject,
  path: '/setting/InvestmentType',
  ...listPage(
    () => import('../modules/types/investment/api.ts'),
    () => import('../modules/types/investment/Page.tsx'),
  ),
})

const routes = (ofFeatures: readonly FeatureRoute[]) =>
  root.addChildren([
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
      pettyCash,
      payments,
      contracts,
      contract,
      reminders,
      invoices,
      subjects,
      investmentTypes,
      payTypes,
      ...ofFeatures,
    ]),
  ])

export const router = createRouter({
  routeTree: routes([]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageCrash,
  scrollRestoration: true,
})

/** Adds the routes of features, which are loaded only for companies that have one (featurePages.ts). */
export function addRoutes(ofFeatures: readonly FeatureRoute[]): void {
  routes(ofFeatures)
  router.setRoutes(router.buildRouteTree())
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
