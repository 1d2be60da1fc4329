import type { Model } from '@pianzhang/contract/permissions'
import type { Profile } from '@pianzhang/contract/session'
import { isCompanyPath } from '../address/search.ts'
import { can } from './session.ts'

/** A page of the menu. The one list of what there is, who may see it and where it stands. */
export interface MenuPage {
  path: string
  text: string
  /** Name in the document's title where it is not the menu's. */
  title?: string
  /** Whose `read` opens the page; null: everybody who is signed in. */
  model: Model | null
  group: string | null
  /** `company` pages are the short sidebar, `project` pages need a project. */
  section: 'company' | 'project'
  /** Reached by a link only. */
  unlisted?: true
}

export const HOME = '/project/index'
export const BUY = '/project/buy'

/** In the order of the sidebar. A page that is not built yet is not here. */
export const MENU: readonly MenuPage[] = [
  // No right asked: who may read no projects still has to choose one.
  {
    path: '/project/index',
    text: '项目列表',
    title: '我的项目',
    model: null,
    group: '项目管理',
    section: 'company',
  },
  // In the menu when orders exist.
  {
    path: BUY,
    text: '购买项目',
    model: 'order',
    group: '项目管理',
    section: 'company',
    unlisted: true,
  },
  {
    path: '/implement/investment',
    text: '收款',
    model: 'investment_execution',
    group: '执行管理',
    section: 'project',
  },
  { path: '/implement/cost', text: '付款', model: 'cost_execution', group: '执行管理', section: 'project' },
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
]

export const pageAt = (path: string): MenuPage | undefined =>
  MENU.find((page) => page.path === path.replace(/\/+$/, ''))

export const mayOpen = (profile: Profile, page: MenuPage): boolean =>
  page.model === null || can(profile, page.model, 'read')

export interface MenuGroup {
  group: string | null
  pages: MenuPage[]
}

/**
 * What the sidebar shows at this address: the pages that this person may open, neighbours of one group together, in the order of the
 * menu. A page without a group stands alone; a group without a page is not there.
 */
export function menuFor(profile: Profile, path: string): MenuGroup[] {
  const section = isCompanyPath(path) ? 'company' : 'project'
  const groups: MenuGroup[] = []
  for (const page of MENU) {
    if (page.section !== section || page.unlisted || !mayOpen(profile, page)) continue
    const last = groups.at(-1)
    if (last && page.group !== null && last.group === page.group) last.pages.push(page)
    else groups.push({ group: page.group, pages: [page] })
  }
  return groups
}

/** Where somebody lands who may not be where they wanted to go, or who has just chosen a project. */
export function firstPage(profile: Profile, inProject = profile.current_project !== null): string {
  const inside = inProject
    ? MENU.find((page) => page.section === 'project' && mayOpen(profile, page))
    : undefined
  return inside?.path ?? HOME
}
