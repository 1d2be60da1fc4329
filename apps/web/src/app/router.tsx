import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { projectsQuery } from '../modules/projects/api.ts'
import { projectSearch } from '../modules/projects/search.ts'
import { parseSearch, stringifySearch } from '../platform/address/search.ts'
import { queryClient } from '../platform/query.ts'
import { type LoadPage, lazyPage, lightPage } from '../ui/code/lazy.tsx'
import { PageCrash } from '../ui/page/PageCrash.tsx'
import { PageSkeleton } from '../ui/states/Loading.tsx'
import { inProject, root } from './frameRoutes.tsx'
import { type LoadData, listPage } from './listPage.ts'

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

/** A page of a project with a list: its address, the API file that asks for its rows, and its code. */
const ofProject = <const P extends string>(path: P, data: LoadData, page: LoadPage) =>
  createRoute({ getParentRoute: () => inProject, path, ...listPage(data, page) })

const overview = ofProject(
  '/general/index',
  () => import('../modules/overview/api.ts'),
  () => import('../modules/overview/Page.tsx'),
)

const investmentBudgets = ofProject(
  '/budget/investment',
  () => import('../modules/investment-budgets/api.ts'),
  () => import('../modules/investment-budgets/Page.tsx'),
)

const costBudgets = ofProject(
  '/budget/cost',
  () => import('../modules/cost-budgets/api.ts'),
  () => import('../modules/cost-budgets/Page.tsx'),
)

const payments = ofProject(
  '/implement/cost',
  () => import('../modules/payments/api.ts'),
  () => import('../modules/payments/PaymentsPage.tsx'),
)

const receipts = ofProject(
  '/implement/investment',
  () => import('../modules/receipts/api.ts'),
  () => import('../modules/receipts/Page.tsx'),
)

const pettyCash = ofProject(
  '/implement/cash',
  () => import('../modules/petty-cash/api.ts'),
  () => import('../modules/petty-cash/Page.tsx'),
)

const contracts = ofProject(
  '/contract/index',
  () => import('../modules/contracts/api.ts'),
  () => import('../modules/contracts/Page.tsx'),
)

const contract = ofProject(
  '/contract/detail',
  () => import('../modules/contracts/detail/api.ts'),
  () => import('../modules/contracts/detail/Page.tsx'),
)

const reminders = ofProject(
  '/contract/ContractCautions',
  () => import('../modules/reminders/api.ts'),
  () => import('../modules/reminders/Page.tsx'),
)

const invoices = ofProject(
  '/invoice/index',
  () => import('../modules/invoices/api.ts'),
  () => import('../modules/invoices/Page.tsx'),
)

const subjects = ofProject(
  '/setting/subject',
  () => import('../modules/subjects/api.ts'),
  () => import('../modules/subjects/Page.tsx'),
)

const payTypes = ofProject(
  '/setting/PayType',
  () => import('../modules/types/payment/api.ts'),
  () => import('../modules/types/payment/Page.tsx'),
)

const investmentTypes = ofProject(
  '/setting/InvestmentType',
  () => import('../modules/types/investment/api.ts'),
  () => import('../modules/types/investment/Page.tsx'),
)

const budgetVersions = ofProject(
  '/budget/version',
  () => import('../modules/budget-versions/api.ts'),
  () => import('../modules/budget-versions/Page.tsx'),
)

const requests = ofProject(
  '/approve',
  () => import('../modules/payment-requests/api.ts'),
  () => import('../modules/payment-requests/Page.tsx'),
)

const payables = ofProject(
  '/payable/index',
  () => import('../modules/payables/api.ts'),
  () => import('../modules/payables/Page.tsx'),
)

const transferBatches = ofProject(
  '/implement/transfers',
  () => import('../modules/transfer-batches/api.ts'),
  () => import('../modules/transfer-batches/Page.tsx'),
)

const missingInvoices = ofProject(
  '/invoice/missing',
  () => import('../modules/missing-invoices/api.ts'),
  () => import('../modules/missing-invoices/Page.tsx'),
)

const costReport = ofProject(
  '/report/cost',
  () => import('../modules/cost-reports/api.ts'),
  () => import('../modules/cost-reports/Page.tsx'),
)

const forecast = ofProject(
  '/payable/forecast',
  () => import('../modules/payables/forecast/api.ts'),
  () => import('../modules/payables/forecast/Page.tsx'),
)

const fees = ofProject(
  '/tax/labor',
  () => import('../modules/fees/api.ts'),
  () => import('../modules/fees/Page.tsx'),
)

const payees = ofProject(
  '/setting/payee',
  () => import('../modules/payees/api.ts'),
  () => import('../modules/payees/Page.tsx'),
)

const routeTree = root.addChildren([
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
    budgetVersions,
    receipts,
    pettyCash,
    payments,
    requests,
    payables,
    transferBatches,
    contracts,
    contract,
    reminders,
    invoices,
    missingInvoices,
    costReport,
    forecast,
    fees,
    subjects,
    investmentTypes,
    payTypes,
    payees,
  ]),
])

export const router = createRouter({
  routeTree,
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
