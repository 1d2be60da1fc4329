import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { resourcesWith } from '@pianzhang/contract/permissions'
import type { Profile } from '@pianzhang/contract/session'
import { describe, expect, it, vi } from 'vitest'
import { firstPage, HOME, MENU, mayOpen, menuFor, pageAt } from '../platform/session/menu.ts'
import { can } from '../platform/session/session.ts'
import { router } from './router.tsx'

// Files of the frame listen to the window's events as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

type Grants = Record<string, Profile['current_permissions'][number]['actions']>

/** The profile of a person with these grants; of the super administrator, who has all that the company's features offer. */
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
  current_permissions: isSuper
    ? resourcesWith(new Set(more.features)).map(({ model, actions }) => ({
        resource_model: model,
        actions: [...actions],
      }))
    : Object.entries(grants).map(([resource_model, actions]) => ({ resource_model, actions })),
  current_project: inProject
    ? { code: 'x', name: '某剧', archive_at: null, expire_at: '2029-11-21', expired: false }
    : null,
  must_change_password: false,
  must_set_second_factor: false,
  is_operator: false,
  notices: [],
  features: [],
  ...more,
})

const shown = (profile: Profile, path: string, isNarrow = false) =>
  menuFor(profile, path, isNarrow).map(({ group, pages }) => [group, ...pages.map(({ text }) => text)])

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
      expect(shown(person({}), path), path).toEqual([['项目管理', '项目列表']])
    expect(shown(person({ order: ['read'] }), '/project/index')).toEqual([
      ['项目管理', '项目列表', '订单记录', '购买项目'],
    ])
    expect(shown(person({ role: ['read'] }), '/manage/role')).toEqual([
      ['项目管理', '项目列表'],
      ['账号管理', '角色管理'],
    ])
    expect(shown(person({}, { isSuper: true }), '/project/index')).toEqual([
      ['项目管理', '项目列表', '订单记录', '购买项目'],
      ['账号管理', '账号管理', '角色管理', '操作日志'],
      SETTINGS,
    ])
    for (const path of ['/projects', '/implement/cost', '/general/index', '/'])
      expect(shown(person({}, { isSuper: true }), path), path).toEqual(EVERYTHING)
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

describe('pages of features', () => {
  it('stand where the menu has them, and only the person sees them who may read their resource', () => {
    const of = (grants: Grants) => shown(person(grants), '/report/cost')
    expect(of({ cost_report: ['read'], budget_version: ['read'] })).toEqual([
      ['预算管理', '预算版本'],
      ['报表', '成本报表'],
    ])
    expect(of({ payable: ['read'] })).toEqual([
      ['执行管理', '待付清单'],
      ['报表', '资金预测'],
    ])
    expect(of({ subject: ['read'] })).toEqual([['系统设置', '科目管理']])
    expect(of({ invoice: ['read'] })).toEqual([[null, '发票管理']])
    expect(of({ missing_invoice: ['read'] })).toEqual([['发票管理', '欠票']])
    const all = { isSuper: true, features: [...FEATURE_NAMES] }
    expect(shown(person({}, all), '/report/cost')).toEqual([
      [null, '项目总览'],
      ['预算管理', '投资预算', '费用预算', '预算版本'],
      ['执行管理', '收款', '备用金', '付款', '付款审批', '待付清单'],
      ['合同管理', '合同列表', '合同消息提醒'],
      ['发票管理', '发票', '欠票'],
      ['报表', '成本报表', '资金预测', '劳务个税'],
      ['系统设置', '科目管理', '投资类型管理', '付款类型管理', '收款人'],
    ])
    expect(shown(person({}, { isSuper: true }), '/report/cost')).toEqual(EVERYTHING)
    // Narrow as the window is now: there is no button beside the payments.
    const batches = person({ transfer_batch: ['read'] })
    expect(shown(batches, '/report/cost', true)).toEqual([['执行管理', '网银批量文件']])
    expect(shown(batches, '/report/cost')).toEqual([])
  })
})

describe('the router', () => {
  const paths = () => Object.keys(router.routesByPath).filter((path) => !['/', '/project'].includes(path))

  it('has the path of each page, and no other', () => {
    expect(paths().toSorted()).toEqual(MENU.map(({ path }) => path).toSorted())
    expect(pageAt('/report/cost')?.text).toBe('成本报表')
  })
})
