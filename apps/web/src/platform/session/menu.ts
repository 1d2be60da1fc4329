import type { Model } from '@pianzhang/contract/permissions'
import type { Profile } from '@pianzhang/contract/session'
import { isCompanyPath } from '../address/search.ts'
import { can } from './session.ts'

/** A page of the app: its address, the permission that opens it and its place in the menu. */
interface MenuPage {
  path: string
  text: string
  /** Name in the document title, where it differs from the menu's. */
  title?: string
  /** Resource whose `read` permission opens the page; `super`: the super administrator; `operator`: who runs the server; null: everybody who is signed in. */
  model: Model | 'super' | 'operator' | null
  group: string | null
  /** `company` pages form the sidebar outside projects; `project` pages need an open project. */
  section: 'company' | 'project'
  /** Not in the menu; reached by a link only. */
  unlisted?: true
  /** Only in the menu of narrow screens; on a wide one a button leads there. */
  narrow?: true
  /** Its entry where the person may also open the next page, which makes a group of it. */
  grouped?: { with: Model; group: string; text: string }
}

export const HOME = '/project/index'
export const ORDERS = '/project/order'
export const BUY = '/project/buy'

/** In the order of the sidebar. */
export const MENU: readonly MenuPage[] = [
  // No permission: a person without `read` on projects must still be able to select one.
  {
    path: '/project/index',
    text: '项目列表',
    title: '我的项目',
    model: null,
    group: '项目管理',
    section: 'company',
  },
  { path: ORDERS, text: '订单记录', model: 'order', group: '项目管理', section: 'company' },
  { path: BUY, text: '购买项目', model: 'order', group: '项目管理', section: 'company' },
  { path: '/manage/account', text: '账号管理', model: 'user', group: '账号管理', section: 'company' },
  { path: '/manage/role', text: '角色管理', model: 'role', group: '账号管理', section: 'company' },
  {
    path: '/manage/roledetail',
    text: '角色详情',
    model: 'role',
    group: '账号管理',
    section: 'company',
    unlisted: true,
  },
  { path: '/manage/log', text: '操作日志', model: 'audit_log', group: '账号管理', section: 'company' },
  { path: '/manage/features', text: '功能设置', model: 'super', group: '系统管理', section: 'company' },
  { path: '/manage/system', text: '系统状态', model: 'operator', group: '系统管理', section: 'company' },
  { path: '/general/index', text: '项目总览', model: 'overview', group: null, section: 'project' },
  {
    path: '/budget/investment',
    text: '投资预算',
    model: 'investment_budget',
    group: '预算管理',
    section: 'project',
  },
  { path: '/budget/cost', text: '费用预算', model: 'cost_budget', group: '预算管理', section: 'project' },
  {
    path: '/budget/version',
    text: '预算版本',
    model: 'budget_version',
    group: '预算管理',
    section: 'project',
  },
  {
    path: '/implement/investment',
    text: '收款',
    model: 'investment_execution',
    group: '执行管理',
    section: 'project',
  },
  { path: '/implement/cash', text: '备用金', model: 'imprest', group: '执行管理', section: 'project' },
  { path: '/implement/cost', text: '付款', model: 'cost_execution', group: '执行管理', section: 'project' },
  { path: '/approve', text: '付款审批', model: 'payment_request', group: '执行管理', section: 'project' },
  { path: '/payable/index', text: '待付清单', model: 'payable', group: '执行管理', section: 'project' },
  {
    path: '/implement/transfers',
    text: '网银批量文件',
    model: 'transfer_batch',
    group: '执行管理',
    section: 'project',
    // A button beside the payments leads there, for which a phone has no room.
    narrow: true,
  },
  {
    path: '/contract/index',
    text: '合同列表',
    title: '合同管理',
    model: 'contract',
    group: '合同管理',
    section: 'project',
  },
  {
    path: '/contract/detail',
    text: '合同详情',
    model: 'contract',
    group: '合同管理',
    section: 'project',
    unlisted: true,
  },
  {
    path: '/contract/ContractCautions',
    text: '合同消息提醒',
    model: 'contract_caution',
    group: '合同管理',
    section: 'project',
  },
  {
    path: '/invoice/index',
    text: '发票管理',
    model: 'invoice',
    group: null,
    section: 'project',
    grouped: { with: 'missing_invoice', group: '发票管理', text: '发票' },
  },
  { path: '/invoice/missing', text: '欠票', model: 'missing_invoice', group: '发票管理', section: 'project' },
  { path: '/report/cost', text: '成本报表', model: 'cost_report', group: '报表', section: 'project' },
  { path: '/payable/forecast', text: '资金预测', model: 'payable', group: '报表', section: 'project' },
  { path: '/tax/labor', text: '劳务个税', model: 'labor_tax', group: '报表', section: 'project' },
  { path: '/setting/subject', text: '科目管理', model: 'subject', group: '系统设置', section: 'project' },
  {
    path: '/setting/InvestmentType',
    text: '投资类型管理',
    model: 'investment_category',
    group: '系统设置',
    section: 'project',
  },
  {
    path: '/setting/PayType',
    text: '付款类型管理',
    model: 'pay_category',
    group: '系统设置',
    section: 'project',
  },
  { path: '/setting/payee', text: '收款人', model: 'payee', group: '系统设置', section: 'project' },
]

export const pageAt = (path: string): MenuPage | undefined =>
  MENU.find((page) => page.path === path.replace(/\/+$/, ''))

export function mayOpen(profile: Profile, { model }: MenuPage): boolean {
  if (model === 'operator') return profile.is_operator
  if (model === 'super') return profile.role.is_super
  return model === null || can(profile, model, 'read')
}

interface MenuGroup {
  group: string | null
  pages: MenuPage[]
}

/**
 * The sidebar at this address: the pages that this person may open, in menu order, with adjacent pages of one group
 * combined. A page without a group is its own entry; empty groups are left out.
 */
export function menuFor(profile: Profile, path: string, isNarrow: boolean): MenuGroup[] {
  const section = isCompanyPath(path) ? 'company' : 'project'
  const groups: MenuGroup[] = []
  for (const page of MENU) {
    if (page.section !== section || page.unlisted || (page.narrow && !isNarrow) || !mayOpen(profile, page))
      continue
    const last = groups.at(-1)
    const { grouped } = page
    const entry = grouped && can(profile, grouped.with, 'read') ? { ...page, ...grouped } : page
    if (last && entry.group !== null && last.group === entry.group) last.pages.push(entry)
    else groups.push({ group: entry.group, pages: [entry] })
  }
  return groups
}

/** Landing page after selecting a project, or when the requested page is not permitted. */
export function firstPage(profile: Profile, inProject = profile.current_project !== null): string {
  const inside = inProject
    ? MENU.find((page) => page.section === 'project' && mayOpen(profile, page))
    : undefined
  return inside?.path ?? HOME
}
