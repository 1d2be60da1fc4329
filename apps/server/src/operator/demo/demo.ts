import { addDays, addYears, today } from '@pianzhang/contract/calendar'
import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { projectBody } from '@pianzhang/contract/projects'
import { createCompany } from '../../modules/companies/create.ts'
import { createProject } from '../../modules/projects/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PersonContext, ProjectContext } from '../../platform/http/route.ts'
import { PasswordHashes } from '../../platform/login/passwords.ts'
import type { Services } from '../../platform/services.ts'
import { PROJECTS } from './content.ts'
import { SHOOTING_DAYS } from './drafts.ts'
import { fillLedger } from './ledger.ts'
import { addOrders, BOUGHT } from './orders.ts'
import {
  addDemoPerson,
  addDemoRoles,
  COLLEAGUES,
  DEMO_COMPANY,
  type DemoPassword,
  type DemoProject,
} from './people.ts'

export const DEMO_PASSWORD = 'pianzhang-demo'
export const DEMO_LOGINS = [
  { phone: '13800000001', name: '林岚', post: '财务总监', role: '超级管理员' },
  { phone: '13800000002', name: '沈慧', post: '会计', role: '财务' },
  { phone: '13800000003', name: '严明', post: '审计', role: '审计' },
] as const

/** The phone numbers of all accounts of the demo company. */
export const DEMO_PHONES = [...DEMO_LOGINS, ...COLLEAGUES].map(({ phone }) => phone)

const DAY_MS = 24 * 3600_000
/** How long ago the company and its super administrator were made: before the oldest project. */
const FOUNDED_DAYS = 3 * 366 + 1
/** Projects that the company may create, granted and bought. */
const QUOTA = 5

/**
 * Creates the demo company: its people, a running, an archived and an expired project, orders, and the running one's ledger, through the
 * modules' save functions with a fixed random seed; dates are relative to today. `services.db` must be `tx`. Returns the company's code.
 */
export async function makeDemo(tx: Tx, services: Services): Promise<string> {
  const [admin, clerk] = DEMO_LOGINS
  const hashes = new PasswordHashes()
  const facts = {
    name: DEMO_COMPANY,
    admin: admin.name,
    phone: admin.phone,
    password: DEMO_PASSWORD,
    quota: QUOTA - BOUGHT,
  }
  const company = await createCompany(tx, services, facts, hashes)
  const context = adminContext(services, company)
  const created_at = new Date(context.now.getTime() - FOUNDED_DAYS * DAY_MS)
  await tx.updateTable('companies').set({ created_at }).where('id', '=', company.id).execute()
  await tx.updateTable('company_features').set({ is_on: true }).where('company_id', '=', company.id).execute()
  await tx
    .updateTable('users')
    .set({ post: admin.post, created_at })
    .where('id', '=', company.adminId)
    .execute()
  const projects = await addProjects(tx, context)
  await addOrders(tx, context)
  const clerkId = await addPeople(tx, context, projects, { password: DEMO_PASSWORD, hashes })
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
    features: new Set(FEATURE_NAMES),
    sessionId: 0n,
    project: null,
    can: () => true,
  }
}

/** Roles and accounts; returns the clerk's id. The logins have the demo's password, which needs no change. */
async function addPeople(
  tx: Tx,
  context: PersonContext,
  projects: Readonly<Record<DemoProject, { code: string }>>,
  password: DemoPassword,
): Promise<bigint> {
  const [, clerk, auditor] = DEMO_LOGINS
  const early = { ...context, now: new Date(context.now.getTime() - (SHOOTING_DAYS + 60) * DAY_MS) }
  const roles = await addDemoRoles(tx, early)
  const all = Object.values(projects).map(({ code }) => code)
  const clerkId = await addDemoPerson(tx, early, clerk, roles.财务, all, password)
  const auditorId = await addDemoPerson(tx, early, auditor, roles.审计, all, password)
  await tx
    .updateTable('users')
    .set({ must_change_password: false })
    .where('id', 'in', [clerkId, auditorId])
    .execute()
  for (const person of COLLEAGUES) {
    const codes = person.projects.map((name) => projects[name].code)
    await addDemoPerson(tx, early, person, roles[person.role], codes, password)
  }
  return clerkId
}
