import { readFileSync } from 'node:fs'
import { FEATURES } from '@pianzhang/contract/features'
import type { Profile } from '@pianzhang/contract/session'
import { describe, expect, it } from 'vitest'
import { firstPage, HOME, MENU, mayOpen, menuFor, pageAt } from './menu.ts'
import { can } from './session.ts'

type Grants = Record<string, Profile['current_permissions'][number]['actions']>

const person = (
  grants: Grants,
  {
    isSuper = false,
    inProject = true,
    ...more
  }: Partial<Profile> & { isSuper?: boolean; inProject?: boolean } = {},
): Profile => ({
  code: 'p',
  name: '沈慧',
  phone: '13800000002',
  company: { code: 'c', name: '公司' },
  role: { code: 'r', name: '财务', is_super: isSuper },
  current_permissions: Object.entries(grants).map(([resource_model, actions]) => ({
    resource_model,
    actions,
  })),
  current_project: inProject
    ? { code: 'x', name: '某剧', archive_at: null, expire_at: '2029-11-21', expired: false }
    : null,
  must_change_password: false,
  is_operator: false,
  notices: [],
  ...more,
})
const FEATURES_ON = FEATURES.map(({ feature }) => feature)

const shown = (profile: Profile, path: string) =>
  menuFor(profile, path).map(({ group, pages }) => [group, ...pages.map(({ text }) => text)])

const SETTINGS = ['系统管理', '功能设置']
/** Of a company without any feature. */
const EVERYTHING = [
  [null, '项目总览'],
  ['预算管理', '投资预算', '费用预算'],
  ['执行管理', '收款', '备用金', '付款'],
  ['合同管理', '合同列表', '合同消息提醒'],
  [null, '发票管理'],
  ['系统设置', '科目管理', '投资类型管理', '付款类型管理'],
]

/** What pages of features add to groups. */
const OF_FEATURES: Record<string, string[]> = {
  预算管理: ['预算版本'],
  执行管理: ['付款审批', '待付清单'],
  系统设置: ['收款人'],
}

describe('the menu', () => {
  it('keeps a page for the right to read its model, and drops a group that has none left', () => {
    expect(
      shown(
        person({
          overview: ['read'],
          investment_budget: ['read'],
          cost_budget: ['read'],
          investment_execution: ['read'],
          imprest: ['read'],
          cost_execution: ['read'],
          contract: ['read'],
          contract_caution: ['read'],
          invoice: ['read'],
          subject: ['read'],
          investment_category: ['read'],
          pay_category: ['read'],
        }),
        '/implement/cost',
      ),
    ).toEqual(EVERYTHING)
    expect(shown(person({ subject: ['read', 'write'] }), '/setting/subject')).toEqual([
      ['系统设置', '科目管理'],
    ])
    expect(shown(person({ cost_execution: ['read'] }), '/setting/subject')).toEqual([['执行管理', '付款']])
    // A permission for another resource, or one other than `read`, opens no page.
    expect(shown(person({ order: ['read'], subject: ['write'] }), '/implement/cost')).toEqual([])
    expect(shown(person({}, { isSuper: true }), '/general/index')).toEqual(EVERYTHING)
  })

  it('is the short one below /project, /manage and /index, also for who may nothing', () => {
    for (const path of ['/project', '/project/index', '/project/buy', '/manage/account', '/index'])
      expect(shown(person({}), path), path).toEqual([['项目管理', '项目列表'], SETTINGS])
    expect(shown(person({ order: ['read'] }), '/project/index')).toEqual([
      ['项目管理', '项目列表', '订单记录', '购买项目'],
      SETTINGS,
    ])
    expect(shown(person({ role: ['read'] }), '/manage/role')).toEqual([
      ['项目管理', '项目列表'],
      ['账号管理', '角色管理'],
      SETTINGS,
    ])
    expect(shown(person({}, { isSuper: true }), '/project/index')).toEqual([
      ['项目管理', '项目列表', '订单记录', '购买项目'],
      ['账号管理', '账号管理', '角色管理', '操作日志'],
      SETTINGS,
    ])
    for (const path of ['/projects', '/implement/cost', '/general/index', '/'])
      expect(shown(person({}, { isSuper: true }), path), path).toEqual(EVERYTHING)
  })

  it('has the pages of a feature only while it is on, for the super administrator too', () => {
    const reader = { cost_report: ['read' as const], budget_version: ['read' as const] }
    const on = { features: ['cost_report' as const] }
    const report = ['报表', '成本报表']
    expect(shown(person(reader, on), '/report/cost')).toEqual([['预算管理', '预算版本'], report])
    expect(shown(person({}, on), '/report/cost')).toEqual([])
    expect(shown(person(reader), '/report/cost')).toEqual([])
    expect(shown(person({ ...reader, cost_budget: ['read'] }), '/budget/version')).toEqual([
      ['预算管理', '费用预算'],
    ])
    expect(shown(person({}, { isSuper: true, features: FEATURES_ON }), '/report/cost')).toEqual(
      EVERYTHING.map((group) => [...group, ...(OF_FEATURES[group[0] ?? ''] ?? [])]).toSpliced(-1, 0, [
        ...report,
        '资金预测',
      ]),
    )
    expect(shown(person({ payable: ['read'] }, { features: ['payable'] }), '/payable/index')).toEqual([
      ['执行管理', '待付清单'],
      ['报表', '资金预测'],
    ])
    for (const model of ['cost_report', 'budget_version', 'payable', 'payee'] as const)
      expect(can(person({}, { isSuper: true }), model, 'read')).toBe(false)
  })

  it('has neither the login nor the page of missing addresses', () => {
    expect(MENU.filter(({ path }) => /login|404/.test(path))).toEqual([])
    expect(pageAt('/login')).toBeUndefined()
    expect(pageAt('/implement/cost/')?.text).toBe('付款')
  })
})

it('who chose a project lands on the first page of the menu that is theirs, without one on the list of projects', () => {
  expect(firstPage(person({ overview: ['read'], subject: ['read'] }))).toBe('/general/index')
  expect(firstPage(person({ subject: ['read'], pay_category: ['read'] }))).toBe('/setting/subject')
  expect(firstPage(person({ order: ['read'] }))).toBe(HOME)
  expect(firstPage(person({ subject: ['read'] }, { inProject: false }))).toBe(HOME)
})

it('a right is one action on one model', () => {
  const clerk = person({ subject: ['read', 'delete'], cost_execution: ['read', 'write'] })
  expect(can(clerk, 'subject', 'delete')).toBe(true)
  expect(can(clerk, 'subject', 'write')).toBe(false)
  expect(can(clerk, 'cost_execution', 'write')).toBe(true)
  expect(can(clerk, 'contract', 'read')).toBe(false)
  expect(can(person({}, { isSuper: true }), 'contract', 'delete')).toBe(true)
  const buy = pageAt('/project/buy')
  expect(buy && mayOpen(clerk, buy)).toBe(false)
})

it.each([
  ['project', /getParentRoute: \(\) => inProject,\s+path: '([^']+)'/g],
  // The other routes of the root redirect.
  ['company', /getParentRoute: \(\) => root,\s+path: '(\/(?:project|manage)\/[^']+)'/g],
])('has the path of each page of a %s that the router has, and no other', (section, route) => {
  const source = readFileSync(new URL('../../app/router.tsx', import.meta.url), 'utf8')
  const routes = [...source.matchAll(route)].map(([, path]) => path)
  const pages = MENU.filter((page) => page.section === section).map(({ path }) => path)
  expect(routes.toSorted()).toEqual(pages.toSorted())
})
