import { addDays, addYears, today } from '@pianzhang/contract/calendar'
import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { projectBody } from '@pianzhang/contract/projects'
import { sql } from 'kysely'
import { createCompany } from '../../base/companies/create.ts'
import { createProject } from '../../base/projects/save.ts'
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
  type RoleName,
} from './people.ts'
import { fillPreparing, PREPARING_DAYS } from './preparing.ts'
import { workingTime } from './times.ts'

export const DEMO_PASSWORD = 'pianzhang-demo'
export const DEMO_LOGINS = [
  { phone: '13800000001', name: '林岚', post: '财务总监', role: '超级管理员' },
  { phone: '13800000002', name: '沈慧', post: '会计', role: '财务' },
  { phone: '13800000003', name: '严明', post: '审计', role: '审计' },
] as const

/** The phone numbers of all accounts of the demo company. */
export const DEMO_PHONES = [...DEMO_LOGINS, ...COLLEAGUES].map(({ phone }) => phone)

/** How long ago the company and its super administrator were made: before the oldest project. */
const FOUNDED_DAYS = 3 * 366 + 1
/** How long ago the running project was made. */
const RUNNING_DAYS = SHOOTING_DAYS + 60
/** Projects that the company may create, granted and bought. */
const QUOTA = 6

/**
 * Creates the demo company: its people, a running project, one in preparation, an archived and an expired one, orders, and the ledgers of the first two, through the
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
  const created_at = workingTime(addDays(today(context.now), -FOUNDED_DAYS), 0)
  await tx.updateTable('companies').set({ created_at }).where('id', '=', company.id).execute()
  await tx.updateTable('company_features').set({ is_on: true }).where('company_id', '=', company.id).execute()
  await tx
    .updateTable('users')
    .set({ post: admin.post, created_at })
    .where('id', '=', company.adminId)
    .execute()
  const founded = { ...context, now: workingTime(today(created_at), 1) }
  const roles = await addDemoRoles(tx, founded)
  const projects = await addProjects(tx, context)
  await addOrders(tx, context)
  const clerkId = await addPeople(tx, context, roles, projects, { password: DEMO_PASSWORD, hashes })
  const clerkContext = { ...context, userId: clerkId, userName: clerk.name }
  const inside = (name: 'running' | 'preparing'): ProjectContext => ({
    ...clerkContext,
    project: {
      ...projects[name],
      name: PROJECTS[name].name,
      archiveAt: null,
      expireAt: addYears(today(context.now), 3),
      readOnly: null,
    },
  })
  const payees = await fillLedger(tx, inside('running'))
  await fillPreparing(tx, inside('preparing'), payees)
  return company.code
}

async function addProjects(tx: Tx, context: PersonContext) {
  const day = today(context.now)
  const add = (name: DemoProject, start: string, end: string, created: string) => {
    const now = workingTime(created, name.length)
    return createProject(
      tx,
      { ...context, now },
      projectBody.parse({ ...PROJECTS[name], start_date_at: start, end_date_at: end }),
      now,
    )
  }
  const years = (count: number) => addYears(day, -count)
  const expired = await add('expired', years(3), addDays(years(3), 110), addDays(day, -3 * 366))
  const archived = await add('archived', years(2), addDays(years(2), 90), addDays(day, -2 * 366))
  await tx
    .updateTable('projects')
    .set({ archive_at: workingTime(addDays(day, -200), 5) })
    .where('id', '=', archived.id)
    .execute()
  const running = await add('running', addDays(day, 1 - SHOOTING_DAYS), day, addDays(day, -RUNNING_DAYS))
  const [start, end] = PREPARING_DAYS
  const preparing = await add('preparing', addDays(day, start), addDays(day, end), addDays(day, -42))
  await reviseTypes(tx, running.id)
  return { expired, archived, running, preparing }
}

/** The types that come with a project count as looked through one after the other. */
async function reviseTypes(tx: Tx, projectId: bigint): Promise<void> {
  for (const table of ['payment_types', 'investment_types'] as const)
    await sql`update ${sql.table(table)} t set updated_at = t.updated_at + (t.id - f.first) * interval '7 minutes 23 seconds'
      from (select min(id) as first from ${sql.table(table)} where project_id = ${projectId}) f
      where t.project_id = ${projectId}`.execute(tx)
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
    isOnlySuper: false,
    role: null,
    mustChangePassword: false,
    mustSetSecondFactor: false,
    secondFactorIsDue: false,
    permissions: new Map(),
    features: new Set(FEATURE_NAMES),
    sessionId: 0n,
    project: null,
    can: () => true,
  }
}

/** Accounts, each made when its person came; returns the clerk's id. The logins have the demo's password, which needs no change. */
async function addPeople(
  tx: Tx,
  context: PersonContext,
  roles: Readonly<Record<RoleName, string>>,
  projects: Readonly<Record<DemoProject, { code: string }>>,
  password: DemoPassword,
): Promise<bigint> {
  const [, clerk, auditor] = DEMO_LOGINS
  const day = today(context.now)
  const all = Object.keys(projects) as DemoProject[]
  const ids = new Map<string, bigint>()
  const people = [
    ...COLLEAGUES,
    { ...clerk, disabled: false, projects: all, days: RUNNING_DAYS },
    { ...auditor, disabled: false, projects: all, days: RUNNING_DAYS - 1 },
  ].toSorted((a, b) => b.days - a.days)
  for (const [index, { role, days, projects: names, ...person }] of people.entries()) {
    const then = { ...context, now: workingTime(addDays(day, -days), index) }
    const codes = names.map((name) => projects[name].code)
    ids.set(person.phone, await addDemoPerson(tx, then, person, roles[role], codes, password))
  }
  const clerkId = ids.get(clerk.phone) ?? 0n
  await tx
    .updateTable('users')
    .set({ must_change_password: false })
    .where('id', 'in', [clerkId, ids.get(auditor.phone) ?? 0n])
    .execute()
  return clerkId
}
