import { RESOURCES } from '@pianzhang/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { LEDGERS } from '../../../src/modules/ledgers.ts'
import { type Access, login } from '../../../src/platform/http/guard.ts'
import { register } from '../../../src/platform/http/register.ts'
import { read } from '../../../src/platform/http/route.ts'
import { createHttp } from '../../../src/platform/http/server/http.ts'
import { type Caller, FEATURES_ON, type Grants, newProject, startTestApp } from '../../harness/harness.ts'
import { SAMPLES } from '../../modules/samples.ts'

// Started here, not in `beforeAll`: `test.each` needs the routes of the running server, so that new ones are included.
const app = await startTestApp()
afterAll(async () => await app.close())

const ROUTES = app.http.declaredRoutes.map((route) => ({ ...route, name: `${route.method} ${route.url}` }))
const closed = ROUTES.filter(({ access }) => access.who !== 'anyone')
const permitted = closed.flatMap(({ access, ...route }) =>
  typeof access.who === 'object' ? [{ ...route, access, who: access.who }] : [],
)

/** No record has this code: a caller who is let through by mistake changes nothing. */
const UNKNOWN_CODE = 'no-such-code'

async function call({ method, url }: { method: string; url: string }, person: Caller) {
  const response = await app.http.inject({
    method: method as 'GET',
    url: url.replace(/:\w+/g, UNKNOWN_CODE),
    headers: {
      ...(person.token && { authorization: `Bearer ${person.token}` }),
      ...(person.project && { 'x-project': person.project }),
    },
  })
  const { code, msg } = response.body === '' ? { code: null, msg: null } : response.json()
  return { status: response.statusCode, code, msg }
}

/** What is refused where a right is missing. Without its feature a route is refused for that, whoever calls it. */
const refusal = ({ access }: { access: Access }): string =>
  access.feature && !FEATURES_ON ? '该功能未启用' : '您没有权限进行此操作'

/** A HEAD has the headers of its GET and no envelope. */
const outcome = (method: string, status: number, code: number, msg: string) =>
  method === 'HEAD' ? { status, code: null, msg: null } : { status, code, msg }

let companyId: bigint
let admin: Caller
let project: string
beforeAll(async () => {
  const company = await app.company()
  companyId = company.id
  admin = company.admin
  project = await newProject(admin)
})

const OVERVIEW_CHARTS = [
  'contract_compare_paid',
  'cost_compare_subject_one',
  'cost_compare_subject_three',
  'cost_compare_subject_two',
  'investment_compare',
]

/** Of every ledger: its table, which is its path, the paths of its exports and its import, and the charts that have an export. */
const SHEETS = LEDGERS.map(({ resource, table }) => {
  const { imported, charts, exports } = SAMPLES[resource]
  const actions: readonly string[] = RESOURCES.find(({ model }) => model === resource)?.actions ?? []
  const exported = exports ?? (actions.includes('export') ? [`${table}/export`] : [])
  const imports = imported === true ? [table] : imported ? [imported] : []
  return {
    path: `/api/manager/${table}`,
    exported: exported.map((path) => `/api/manager/${path}`),
    imported: imports.map((path) => `/api/manager/${path}`),
    charts,
  }
})
const chartExports = SHEETS.flatMap(({ path, charts }) =>
  charts.map((chart) => `${path}/dashboard/${chart}_export`),
)

test('these are open to all, and no others', () => {
  const open = ROUTES.filter(({ access, method }) => access.who === 'anyone' && method !== 'HEAD')
  const signed = [
    // The file of one issued report has its code in the signed query.
    ...SHEETS.flatMap(({ exported }) => exported.map((path) => path.replace('/:code', '/issued'))),
    ...SHEETS.flatMap(({ imported }) =>
      imported.flatMap((path) => [`${path}/import/failed_rows`, `${path}/import_template`]),
    ),
    ...chartExports,
    ...OVERVIEW_CHARTS.map((chart) => `/api/manager/projects/dashboard/${chart}_export`),
    '/api/manager/audit_logs/export',
    '/api/manager/invoices/export',
    '/api/manager/payees/export',
    '/api/manager/payees/import/failed_rows',
    '/api/manager/payees/import_template',
    // A file for a bank, and one for the tax authority.
    '/api/manager/transfer_batches',
    '/api/manager/labor_tax/export',
  ]
  expect(open.map(({ name }) => name).sort()).toEqual(
    [
      ...signed.map((path) => `GET ${path}/file`),
      'GET /api/common/files/:project/:code',
      'GET /api/common/files/:project/:code/thumb',
      'GET /api/common/health',
      'GET /api/common/live',
      'GET /api/common/openapi.json',
      'GET /api/common/payments/sandbox/:code',
      'GET /api/common/ready',
      'GET /api/common/site',
      'POST /api/common/captchas',
      'POST /api/common/payments/alipay/notify',
      'POST /api/common/payments/sandbox/:code',
      'POST /api/common/payments/wechat_pay/notify',
      'POST /api/common/uploads',
      'POST /api/common/uploads/confirm',
      'POST /api/manager/sessions',
    ].sort(),
  )
})

test('with the initial password, or without a role, only these work', () => {
  const account = ROUTES.filter(({ access, method }) => access.who === 'account' && method !== 'HEAD')
  expect(account.map(({ name }) => name).sort()).toEqual([
    'DELETE /api/manager/sessions',
    'GET /api/manager/sessions/profile',
    'PUT /api/manager/sessions/password',
  ])
})

test('the super administrator alone may call these', () => {
  const alone = ROUTES.filter(({ access }) => access.who === 'super')
  expect(alone.map(({ name }) => name).sort()).toEqual([
    'DELETE /api/manager/users/:code/transfer',
    'PUT /api/manager/company/features',
  ])
})

test('a permission names a resource and an action that it offers', () => {
  const offered = new Set(
    RESOURCES.flatMap(({ model, actions }) => actions.map((action) => `${model} ${action}`)),
  )
  for (const { name, who } of permitted) expect(offered, name).toContain(`${who.model} ${who.action}`)
  const ofCompany = new Set<string>(
    RESOURCES.filter((row) => row.scope === 'company').map((row) => row.model),
  )
  // Of the company, but asked for within a project, as all spreadsheets are, and the right to change a project's rules and titles.
  const asked = permitted.filter(
    ({ name }) => !/\/payees\/(import|export)|\/payment_requests\/rules|PUT .*\/invoice_title/.test(name),
  )
  for (const { name, who, access } of asked)
    expect(access.scope, name).toBe(ofCompany.has(who.model) ? 'company' : 'project')
})

test('GET needs read, POST and PUT write, DELETE delete; exceptions are listed here', () => {
  const USUAL: Record<string, string> = {
    GET: 'read',
    HEAD: 'read',
    POST: 'write',
    PUT: 'write',
    DELETE: 'delete',
  }
  const odd = permitted.filter(({ method, who }) => method !== 'HEAD' && who.action !== USUAL[method])
  expect(odd.map(({ name, who }) => `${name} ${who.action}`).sort()).toEqual(
    [
      ...SHEETS.flatMap(({ exported }) => exported.map((path) => `POST ${path} export`)),
      ...SHEETS.flatMap(({ imported }) => imported.map((path) => `GET ${path}/import_template write`)),
      ...chartExports.map((path) => `GET ${path} export`),
      ...OVERVIEW_CHARTS.map((chart) => `GET /api/manager/projects/dashboard/${chart}_export export`),
      'DELETE /api/manager/contracts/:code/binding write',
      // One's own request: who writes it may delete it.
      'DELETE /api/manager/payment_requests/:code write',
      'GET /api/manager/payment_requests/bands write',
      'GET /api/manager/payment_requests/reasons write',
      'GET /api/manager/invoices/:code/invoice_check write',
      'GET /api/manager/payees/import_template write',
      // These write nothing: what is computed is in the body.
      'POST /api/manager/labor_tax/calculate read',
      'POST /api/manager/labor_tax/remittance read',
      'GET /api/manager/transfer_batches/formats write',
      'POST /api/manager/payees/export export',
      'GET /api/manager/projects/check_create write',
      // Writes nothing: a POST, as the choice of records is in its body.
      'POST /api/manager/imprests/write_offs/preview read',
      // api.md gives invoices no right to export.
      'POST /api/manager/invoices/export read',
      'POST /api/manager/audit_logs/export export',
      'POST /api/manager/budget_versions/:code/unlock delete',
      'POST /api/manager/projects/:code/archive delete',
      'POST /api/manager/projects/:code/unarchive delete',
    ].sort(),
  )
})

describe('without a token', () => {
  test.each(closed)('$name: 401', async (route) => {
    const nobody = app.nobody.on(project)
    expect(await call(route, nobody)).toEqual(outcome(route.method, 401, 401, '登录状态已失效，请重新登录。'))
  })
})

describe('with a role that permits nothing', () => {
  let person: Caller
  beforeAll(async () => {
    person = (await app.person(companyId, {}, [project])).on(project)
  })
  test.each(permitted)('$name: 403', async (route) => {
    expect(await call(route, person)).toEqual(outcome(route.method, 403, 403, refusal(route)))
  })
})

describe('with every right but this one', () => {
  /** `export` comes with `read`, `payment` with `write`, and `read` with both of the others. */
  const BUT: Record<string, string[]> = {
    read: [],
    export: [],
    write: ['read', 'delete'],
    payment: ['read', 'delete'],
    delete: ['read', 'write'],
  }
  const people = new Map<string, Promise<Caller>>()
  const without = (model: string, action: string): Promise<Caller> => {
    const key = `${model} ${action}`
    const all = Object.fromEntries(RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]))
    const grants: Grants = { ...all, [model]: BUT[action] ?? [] }
    const person = people.get(key) ?? app.person(companyId, grants, [project])
    people.set(key, person)
    return person
  }
  test.each(permitted)('$name: 403', async (route) => {
    const person = (await without(route.who.model, route.who.action)).on(project)
    expect(await call(route, person)).toEqual(outcome(route.method, 403, 403, refusal(route)))
  })
})

describe('with every right, but not as the super administrator', () => {
  test.each(closed.filter(({ access }) => access.who === 'super'))('$name: 403', async (route) => {
    const grants = Object.fromEntries(
      RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
    )
    const person = (await app.person(companyId, grants, [project])).on(project)
    expect(await call(route, person)).toEqual(outcome(route.method, 403, 403, '您没有权限进行此操作'))
  })
})

describe.each([
  ['without a role', { role_id: null }, '您没有权限进行此操作'],
  ['with the first password', { must_change_password: true }, '请先修改初始密码'],
])('%s', (_, change, msg) => {
  let person: Caller
  beforeAll(async () => {
    const grants = Object.fromEntries(
      RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
    )
    person = (await app.person(companyId, grants, [project])).on(project)
    await app.services.db.updateTable('users').set(change).where('id', '=', person.userId).execute()
  })
  test.each(closed.filter(({ access }) => access.who !== 'account'))('$name: 403', async (route) => {
    expect(await call(route, person)).toEqual(outcome(route.method, 403, 403, msg))
  })
})

describe('while the company has the feature switched off, for the super administrator too', () => {
  let owner: Caller
  beforeAll(async () => {
    const { id, admin: person } = await app.company()
    await app.services.db
      .updateTable('company_features')
      .set({ is_on: false })
      .where('company_id', '=', id)
      .execute()
    owner = person.on(await newProject(person))
  })
  test.each(permitted.filter(({ access }) => access.feature))('$name: 403', async (route) => {
    expect(await call(route, owner)).toEqual(outcome(route.method, 403, 403, '该功能未启用'))
  })
})

describe('without a project, or in the project of another company', () => {
  const inProject = closed.filter(
    ({ access }) => access.scope === 'project' && (FEATURES_ON || !access.feature),
  )
  let stranger: Caller
  beforeAll(async () => {
    stranger = (await app.company()).admin
  })
  test.each(inProject)('$name: 300009', async (route) => {
    for (const person of [admin, admin.on(UNKNOWN_CODE), stranger.on(project)])
      expect(await call(route, person)).toEqual(outcome(route.method, 200, 300009, '请先选择项目'))
  })
})

describe('a route', () => {
  const route = (access: Access<'company'> | undefined) =>
    read(
      'GET /fresh',
      { summary: 'new', access: access as typeof login, answer: z.object({}) },
      async () => ({}),
    )

  test('that declares no access stops the start', async () => {
    const http = await createHttp(app.services, false)
    expect(() => register(http, app.services, '/api/manager', [route(undefined)])).toThrow(
      'route GET /api/manager/fresh declares no access',
    )
    expect(() => http.get('/api/common/raw', async () => ({}))).toThrow(
      'route GET /api/common/raw declares no access',
    )
    await http.close()
  })

  test('that declares it is among those tested here', async () => {
    const http = await createHttp(app.services, false)
    register(http, app.services, '/api/manager', [route(login)])
    await http.ready()
    expect(http.declaredRoutes).toContainEqual(
      expect.objectContaining({ method: 'GET', url: '/api/manager/fresh', access: login }),
    )
    await http.close()
  })
})
