import type { Feature } from './features.ts'

/** Resources and the actions each offers. `scope` says whether the records belong to the company or to one project. */
export const ACTIONS = ['read', 'write', 'export', 'delete', 'payment'] as const
export type Action = (typeof ACTIONS)[number]

interface ResourceRow {
  model: string
  name: string
  scope: 'company' | 'project'
  actions: readonly Action[]
  /** The feature that it belongs to: without it nobody has rights to the resource. */
  feature?: Feature
}

export const RESOURCES = [
  { model: 'project', name: '项目', scope: 'company', actions: ['read', 'write', 'delete'] },
  { model: 'order', name: '项目购买', scope: 'company', actions: ['read', 'write', 'payment'] },
  { model: 'user', name: '账号', scope: 'company', actions: ['read', 'write', 'delete'] },
  { model: 'role', name: '角色', scope: 'company', actions: ['read', 'write', 'delete'] },
  { model: 'overview', name: '项目总览', scope: 'project', actions: ['read', 'export'] },
  {
    model: 'investment_budget',
    name: '投资预算',
    scope: 'project',
    actions: ['read', 'write', 'export', 'delete'],
  },
  {
    model: 'cost_budget',
    name: '费用预算',
    scope: 'project',
    actions: ['read', 'write', 'export', 'delete'],
  },
  {
    model: 'investment_execution',
    name: '收款',
    scope: 'project',
    actions: ['read', 'write', 'export', 'delete'],
  },
  { model: 'imprest', name: '备用金', scope: 'project', actions: ['read', 'write', 'export', 'delete'] },
  { model: 'cost_execution', name: '付款', scope: 'project', actions: ['read', 'write', 'export', 'delete'] },
  { model: 'contract', name: '合同', scope: 'project', actions: ['read', 'write', 'export', 'delete'] },
  { model: 'contract_caution', name: '合同提醒', scope: 'project', actions: ['read', 'write', 'delete'] },
  { model: 'invoice', name: '发票', scope: 'project', actions: ['read', 'write'] },
  {
    model: 'missing_invoice',
    name: '欠票',
    scope: 'project',
    actions: ['read', 'export'],
    feature: 'missing_invoice',
  },
  { model: 'subject', name: '科目', scope: 'project', actions: ['read', 'write', 'delete'] },
  { model: 'investment_category', name: '投资类型', scope: 'project', actions: ['read', 'write', 'delete'] },
  { model: 'pay_category', name: '付款类型', scope: 'project', actions: ['read', 'write', 'delete'] },
  {
    model: 'cost_report',
    name: '成本报表',
    scope: 'project',
    actions: ['read', 'write', 'export', 'delete'],
    feature: 'cost_report',
  },
  {
    model: 'budget_version',
    name: '预算版本',
    scope: 'project',
    actions: ['read', 'write', 'export', 'delete'],
    feature: 'cost_report',
  },
  {
    model: 'payable',
    name: '付款计划',
    scope: 'project',
    actions: ['read', 'write', 'export', 'delete'],
    feature: 'payable',
  },
  {
    model: 'payee',
    name: '收款人',
    scope: 'company',
    actions: ['read', 'write', 'export', 'delete'],
    feature: 'payee',
  },
  {
    model: 'transfer_batch',
    name: '网银批量文件',
    scope: 'project',
    actions: ['read', 'write'],
    feature: 'payee',
  },
  {
    model: 'payment_request',
    name: '付款申请',
    scope: 'project',
    actions: ['read', 'write', 'export', 'delete'],
    feature: 'approval',
  },
  {
    model: 'payment_approval',
    name: '付款审批',
    scope: 'project',
    actions: ['read', 'write'],
    feature: 'approval',
  },
  {
    model: 'labor_tax',
    name: '劳务个税',
    scope: 'project',
    actions: ['read', 'write', 'export', 'delete'],
    feature: 'labor_tax',
  },
  { model: 'audit_log', name: '操作日志', scope: 'company', actions: ['read', 'export'] },
] as const satisfies readonly ResourceRow[]

export type Model = (typeof RESOURCES)[number]['model']

/** The feature that a resource belongs to; undefined: every company has it. */
export const featureOf = (model: Model): Feature | undefined =>
  (RESOURCES as readonly ResourceRow[]).find((row) => row.model === model)?.feature

/** The resources that a company with these features has. */
export const resourcesWith = (features: ReadonlySet<Feature>): (typeof RESOURCES)[number][] =>
  RESOURCES.filter(({ model }) => {
    const feature = featureOf(model)
    return feature === undefined || features.has(feature)
  })

/**
 * The actions that a stored grant allows, in the order of the resource: `read` includes `export`, `write` includes `payment`, `write` and
 * `delete` include `read`. Actions that the resource does not offer are dropped.
 */
export function grantedActions(model: Model, stored: readonly string[]): Action[] {
  const offered = RESOURCES.find((row) => row.model === model)?.actions as readonly Action[] | undefined
  if (!offered || stored.length === 0) return []
  const has = new Set<string>(stored)
  if (has.has('write') || has.has('delete')) has.add('read')
  if (has.has('read')) has.add('export')
  if (has.has('write')) has.add('payment')
  return offered.filter((action) => has.has(action))
}

/** Who may see what is left of a subject's budget: those who may read the budget and, as these follow from it, all costs. */
export const maySeeBudgetsLeft = (mayRead: (model: Model) => boolean): boolean =>
  mayRead('cost_budget') && (mayRead('overview') || (mayRead('cost_execution') && mayRead('imprest')))
