import { createRoute } from '@tanstack/react-router'
import type { MenuPage } from '../platform/session/menu.ts'
import { later } from '../ui/code/later.tsx'
import type { LoadPage } from '../ui/code/lazy.tsx'
import { inProject } from './frameRoutes.tsx'
import { type LoadData, listPage } from './listPage.ts'

interface Row<P extends string> extends Omit<MenuPage, 'section' | 'grouped'> {
  path: P
  /** The path of the page that it follows in the menu. */
  after: string
  /** How that page is in the menu beside this one, where it has no group of its own. */
  before?: MenuPage['grouped']
}

const page = <const P extends string>(row: Row<P>, data: LoadData, code: LoadPage) => ({
  row,
  route: createRoute({ getParentRoute: () => inProject, path: row.path, ...listPage(data, code) }),
})

/** The pages of all features: each with its row of the menu and its route. Which of them a person may open follows from their rights. */
export const FEATURE_PAGES = [
  page(
    {
      path: '/budget/version',
      after: '/budget/cost',
      text: '预算版本',
      model: 'budget_version',
      group: '预算管理',
    },
    () => import('../modules/budget-versions/api.ts'),
    () => import('../modules/budget-versions/Page.tsx'),
  ),
  page(
    {
      path: '/approve',
      after: '/implement/cost',
      text: '付款审批',
      model: 'payment_request',
      group: '执行管理',
      Count: later(
        () => import('../modules/payment-requests/waiting/Waiting.tsx'),
        () => null,
      ),
    },
    () => import('../modules/payment-requests/api.ts'),
    () => import('../modules/payment-requests/Page.tsx'),
  ),
  page(
    {
      path: '/payable/index',
      after: '/approve',
      text: '待付清单',
      model: 'payable',
      group: '执行管理',
    },
    () => import('../modules/payables/api.ts'),
    () => import('../modules/payables/Page.tsx'),
  ),
  page(
    {
      path: '/implement/transfers',
      after: '/payable/index',
      text: '网银批量文件',
      model: 'transfer_batch',
      group: '执行管理',
      // A button beside the payments leads there, for which a phone has no room.
      narrow: true,
    },
    () => import('../modules/transfer-batches/api.ts'),
    () => import('../modules/transfer-batches/Page.tsx'),
  ),
  page(
    {
      path: '/invoice/missing',
      after: '/invoice/index',
      text: '欠票',
      model: 'missing_invoice',
      group: '发票管理',
      before: { with: 'missing_invoice', group: '发票管理', text: '发票' },
      Count: later(
        () => import('../modules/missing-invoices/MenuCount.tsx'),
        () => null,
      ),
    },
    () => import('../modules/missing-invoices/api.ts'),
    () => import('../modules/missing-invoices/Page.tsx'),
  ),
  page(
    {
      path: '/report/cost',
      after: '/invoice/missing',
      text: '成本报表',
      model: 'cost_report',
      group: '报表',
    },
    () => import('../modules/cost-reports/api.ts'),
    () => import('../modules/cost-reports/Page.tsx'),
  ),
  page(
    { path: '/payable/forecast', after: '/report/cost', text: '资金预测', model: 'payable', group: '报表' },
    () => import('../modules/payables/forecast/api.ts'),
    () => import('../modules/payables/forecast/Page.tsx'),
  ),
  page(
    { path: '/tax/labor', after: '/payable/forecast', text: '劳务个税', model: 'labor_tax', group: '报表' },
    () => import('../modules/fees/api.ts'),
    () => import('../modules/fees/Page.tsx'),
  ),
  page(
    { path: '/setting/payee', after: '/setting/PayType', text: '收款人', model: 'payee', group: '系统设置' },
    () => import('../modules/payees/api.ts'),
    () => import('../modules/payees/Page.tsx'),
  ),
]

export type FeatureRoute = (typeof FEATURE_PAGES)[number]['route']

/** The menu with these pages, each behind the one that it follows. */
export const withFeaturePages = (menu: readonly MenuPage[]): MenuPage[] =>
  FEATURE_PAGES.reduce<MenuPage[]>(
    (all, { row: { after, before, ...page } }) =>
      all.flatMap((one) =>
        one.path === after
          ? [before ? { ...one, grouped: before } : one, { ...page, section: 'project' }]
          : one,
      ),
    [...menu],
  )
