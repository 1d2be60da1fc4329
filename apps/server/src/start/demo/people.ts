import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import { roleBody } from '@pianzhang/contract/roles'
import { userBody } from '@pianzhang/contract/users'
import { addRole } from '../../base/roles/save.ts'
import { addUser } from '../../base/users/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import type { PasswordHashes } from '../../platform/login/passwords.ts'
import { PEOPLE_RULES } from '../rules.ts'

export const DEMO_COMPANY = '北京朗岸影视文化有限公司'

type Grants = Partial<Record<Model, readonly string[]>>

const PROJECT_MODELS = RESOURCES.filter((row) => row.scope === 'project')

/** Roles of the demo company; the first two are the roles of its logins. */
const DEMO_ROLES = {
  财务: {
    desc: '登记项目的全部账目，不管理账号与订单',
    // All ledgers of a project, but no accounts, roles and orders; who asks for payments does not approve them.
    grants: (): Grants => ({
      ...Object.fromEntries(
        PROJECT_MODELS.map(({ model, actions }) => [
          model,
          actions.filter((action) => action === 'read' || action === 'write' || action === 'delete'),
        ]),
      ),
      project: ['read'],
      payment_approval: ['read'],
      payee: ['read', 'write', 'delete'],
    }),
  },
  审计: {
    desc: '查看并导出全部内容，包括账号、角色、订单与操作日志',
    grants: (): Grants => Object.fromEntries(RESOURCES.map((row) => [row.model, ['read']])),
  },
  制片: {
    desc: '查看项目总览、预算、付款与合同，申请和审批付款',
    grants: (): Grants => ({
      project: ['read'],
      overview: ['read'],
      cost_budget: ['read'],
      cost_execution: ['read'],
      imprest: ['read'],
      contract: ['read'],
      payment_request: ['read', 'write'],
      payment_approval: ['read', 'write'],
    }),
  },
} as const
export type RoleName = keyof typeof DEMO_ROLES

export interface DemoPassword {
  password: string
  hashes: PasswordHashes
}

export type DemoProject = 'running' | 'preparing' | 'archived' | 'expired'

/** Colleagues who make the list of accounts look like one; nobody logs in as them. */
export const COLLEAGUES: readonly {
  phone: string
  name: string
  post: string
  role: RoleName
  disabled: boolean
  projects: readonly DemoProject[]
  /** How many days ago the account was made. */
  days: number
}[] = [
  {
    phone: '13800000004',
    name: '方晴',
    post: '出纳',
    role: '财务',
    disabled: false,
    projects: ['running'],
    days: 171,
  },
  {
    phone: '13800000005',
    name: '贺川',
    post: '制片主任',
    role: '制片',
    disabled: false,
    projects: ['running', 'preparing', 'archived'],
    days: 176,
  },
  {
    phone: '13800000006',
    name: '姚冬',
    post: '执行制片人',
    role: '制片',
    disabled: false,
    projects: ['running'],
    days: 168,
  },
  {
    phone: '13800000007',
    name: '罗洁',
    post: '会计',
    role: '财务',
    disabled: true,
    projects: ['archived', 'expired'],
    days: 2 * 366 + 20,
  },
]

/** Creates the roles; returns their codes by name. */
export async function addDemoRoles(
  tx: Tx,
  context: PersonContext,
): Promise<Readonly<Record<RoleName, string>>> {
  const codes: Partial<Record<RoleName, string>> = {}
  for (const [name, { desc, grants }] of Object.entries(DEMO_ROLES)) {
    const permissions = Object.entries(grants()).map(([resource_model, actions]) => ({
      resource_model,
      actions,
    }))
    const role = await addRole(tx, context, {
      params: {},
      query: {},
      body: roleBody.parse({ name, desc, permissions }),
    })
    codes[name as RoleName] = role.code
  }
  return codes as Record<RoleName, string>
}

/** Creates an account linked to these projects; returns its id. All have one password, so that it is hashed once. */
export async function addDemoPerson(
  tx: Tx,
  context: PersonContext,
  person: { name: string; post: string; phone: string; disabled?: boolean },
  role_code: string,
  project_codes: readonly string[],
  { password, hashes }: DemoPassword,
): Promise<bigint> {
  const { name, post, phone, disabled = false } = person
  const status = disabled ? 1 : 0
  const body = userBody.parse({ name, post, phone, password, status, role_code, project_codes })
  const ahead = { hash: await hashes.hash(password), shown: {} }
  const { code } = await addUser(tx, context, PEOPLE_RULES, { params: {}, query: {}, body, ahead })
  const { id } = await tx.selectFrom('users').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  return id
}
