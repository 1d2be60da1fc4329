import { addDays, addYears, today } from '@pianzhang/contract/calendar'
import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import { projectBody } from '@pianzhang/contract/projects'
import { createCompany } from '../modules/companies/create.ts'
import { createProject } from '../modules/projects/save.ts'
import { newCode } from '../platform/codes.ts'
import type { Tx } from '../platform/database.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { PersonContext, ProjectContext } from '../platform/route.ts'
import type { Services } from '../platform/services.ts'
import { PROJECTS } from './content.ts'
import { SHOOTING_DAYS } from './drafts.ts'
import { fillLedger } from './ledger.ts'
import { addOrders, BOUGHT } from './orders.ts'

export const DEMO_COMPANY = '北京某某影视文化有限公司'
export const DEMO_PASSWORD = 'pianzhang-demo'
export const DEMO_LOGINS = [
  { phone: '13800000001', name: '林岚', post: '财务总监', role: '超级管理员' },
  { phone: '13800000002', name: '沈慧', post: '会计', role: '财务' },
  { phone: '13800000003', name: '严明', post: '审计', role: '审计' },
] as const

const DAY_MS = 24 * 3600_000
/** Projects that the company may create, granted and bought. */
const QUOTA = 5

/**
 * Creates the demo company: three people, a running, an archived and an expired project, orders, and the running one's ledger, through the
 * modules' save functions with a fixed random seed; dates are relative to today. `services.db` must be `tx`. Returns the company's code.
 */
export async function makeDemo(tx: Tx, services: Services): Promise<string> {
  const [admin, clerk, auditor] = DEMO_LOGINS
  const company = await createCompany(tx, services, {
    name: DEMO_COMPANY,
    admin: admin.name,
    phone: admin.phone,
    password: DEMO_PASSWORD,
    quota: QUOTA - BOUGHT,
  })
  await tx.updateTable('users').set({ post: admin.post }).where('id', '=', company.adminId).execute()
  const context = adminContext(services, company)
  const projects = await addProjects(tx, context)
  await addOrders(tx, context)
  const ids = Object.values(projects).map(({ id }) => id)
  const clerkId = await addPerson(tx, services, company.id, clerk, clerkGrants(), ids)
  await addPerson(tx, services, company.id, auditor, auditorGrants(), ids)
  const project = {
    ...projects.running,
    name: PROJECTS.running.name,
    archiveAt: null,
    expireAt: addYears(today(context.now), 3),
    readOnly: null,
  }
  const clerkContext = { ...context, userId: clerkId, userName: clerk.name, project }
  await fillLedger(tx, clerkContext satisfies ProjectContext)
  return company.code
}

async function addProjects(tx: Tx, context: PersonContext) {
  const day = today(context.now)
  const ago = (days: number) => new Date(context.now.getTime() - days * DAY_MS)
  const add = (facts: (typeof PROJECTS)[keyof typeof PROJECTS], start: string, end: string, created: Date) =>
    createProject(
      tx,
      context,
      projectBody.parse({ ...facts, start_date_at: start, end_date_at: end }),
      created,
    )
  const expired = await add(
    PROJECTS.expired,
    addYears(day, -3),
    addDays(addYears(day, -3), 110),
    ago(3 * 366),
  )
  const archived = await add(
    PROJECTS.archived,
    addYears(day, -2),
    addDays(addYears(day, -2), 90),
    ago(2 * 366),
  )
  await tx
    .updateTable('projects')
    .set({ archive_at: ago(200) })
    .where('id', '=', archived.id)
    .execute()
  const running = await add(PROJECTS.running, addDays(day, 1 - SHOOTING_DAYS), day, ago(SHOOTING_DAYS + 60))
  return { expired, archived, running }
}

/** The context that a request of the super administrator would have. */
function adminContext(
  services: Services,
  company: { id: bigint; code: string; adminId: bigint },
): PersonContext {
  const [admin] = DEMO_LOGINS
  return {
    requestId: 'demo',
    address: '',
    agent: '',
    clientId: null,
    baseUrl: '',
    outgoing: {},
    now: services.clock(),
    services,
    userId: company.adminId,
    userCode: '',
    userName: admin.name,
    phone: admin.phone,
    companyId: company.id,
    companyCode: company.code,
    companyName: '',
    isSuper: true,
    role: null,
    mustChangePassword: false,
    permissions: new Map(),
    sessionId: 0n,
    project: null,
    can: () => true,
  }
}

type Grants = Partial<Record<Model, string[]>>

/** All ledgers of a project, but no accounts, roles and orders. */
const clerkGrants = (): Grants => ({
  ...Object.fromEntries(
    RESOURCES.filter((row) => row.scope === 'project').map((row) => [row.model, ['read', 'write', 'delete']]),
  ),
  project: ['read'],
})
/** Read access to everything, including accounts, roles, orders and the audit log. */
const auditorGrants = (): Grants => Object.fromEntries(RESOURCES.map((row) => [row.model, ['read']]))

async function addPerson(
  tx: Tx,
  services: Services,
  companyId: bigint,
  login: (typeof DEMO_LOGINS)[number],
  grants: Grants,
  projects: bigint[],
): Promise<bigint> {
  const role = await tx
    .insertInto('roles')
    .values({ code: newCode(), company_id: companyId, name: login.role })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Object.entries(grants).map(([model, actions]) => ({
    role_id: role.id,
    model,
    code: newCode(),
    actions,
  }))
  await tx.insertInto('role_permissions').values(rows).execute()
  const user = await tx
    .insertInto('users')
    .values({
      code: newCode(),
      company_id: companyId,
      name: login.name,
      post: login.post,
      phone: login.phone,
      password_hash: await hashPassword(DEMO_PASSWORD),
      must_change_password: false,
      role_id: role.id,
      created_at: services.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('project_members')
    .values(projects.map((project_id) => ({ project_id, user_id: user.id })))
    .execute()
  return user.id
}
