import { get, shapes } from '@pianzhang/contract/endpoint'
import { RESOURCES } from '@pianzhang/contract/permissions'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { LEDGERS } from '../../../src/ledgers.ts'
import { type Access, login } from '../../../src/platform/http/guard.ts'
import { register } from '../../../src/platform/http/register.ts'
import { read } from '../../../src/platform/http/route.ts'
import { createHttp } from '../../../src/platform/http/server/http.ts'
import { pathOf, SAMPLES } from '../../harness/samples.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { routesOf } from './routes.ts'

// Who may call each route, as it declares; denial.test.ts: that all others are refused.

const app = await workerApp()
afterAll(() => app.close())

const { all: ROUTES, permitted } = routesOf(app)

const OVERVIEW_CHARTS = [
  'contract_compare_paid',
  'cost_compare_subject_one',
  'cost_compare_subject_three',
  'cost_compare_subject_two',
  'investment_compare',
]

/** Of every ledger: its path, the paths of its exports and its import, and the charts that have an export. */
const SHEETS = LEDGERS.map(({ resource }) => {
  const name = pathOf({ resource })
  const { imported, charts, exports } = SAMPLES[resource]
  const actions: readonly string[] = RESOURCES.find(({ model }) => model === resource)?.actions ?? []
  const exported = exports ?? (actions.includes('export') ? [`${name}/export`] : [])
  const imports = imported === true ? [name] : imported ? [imported] : []
  return {
    path: `/api/manager/${name}`,
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
      'POST /api/manager/sessions/second_factor',
    ].sort(),
  )
})

test('with the initial password, without a role, or without two-step verification that is required, only these work', () => {
  const account = ROUTES.filter(({ access, method }) => access.who === 'account' && method !== 'HEAD')
  expect(account.map(({ name }) => name).sort()).toEqual([
    'DELETE /api/manager/sessions',
    'DELETE /api/manager/sessions/second_factor',
    'GET /api/manager/sessions/profile',
    'GET /api/manager/sessions/second_factor',
    'POST /api/manager/sessions/second_factor/codes',
    'POST /api/manager/sessions/second_factor/confirm',
    'POST /api/manager/sessions/second_factor/key',
    'PUT /api/manager/sessions/password',
    'PUT /api/manager/sessions/second_factor',
  ])
})

test('these ask people with two-step verification for a code again', () => {
  const asked = ROUTES.filter(({ access }) => access.confirmed)
  expect(asked.map(({ name }) => name).sort()).toEqual([
    'DELETE /api/manager/roles/:code',
    'DELETE /api/manager/users/:code',
    'DELETE /api/manager/users/:code/second_factor',
    'DELETE /api/manager/users/:code/transfer',
    'POST /api/manager/roles',
    'POST /api/manager/roles/:code/status',
    'POST /api/manager/users',
    'PUT /api/manager/company/second_factor',
    'PUT /api/manager/roles/:code',
    'PUT /api/manager/users/:code',
    'PUT /api/manager/users/:code/password',
  ])
})

test('the super administrator alone may call these', () => {
  const alone = ROUTES.filter(({ access }) => access.who === 'super')
  expect(alone.map(({ name }) => name).sort()).toEqual([
    'DELETE /api/manager/users/:code/transfer',
    'GET /api/manager/company/second_factor',
    'HEAD /api/manager/company/second_factor',
    'PUT /api/manager/company/features',
    'PUT /api/manager/company/second_factor',
    'PUT /api/manager/labor_tax/setting',
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
      // As the password, it is a field of the account.
      'DELETE /api/manager/users/:code/second_factor write',
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
      // What the question before archiving says.
      'GET /api/manager/projects/:code/pending delete',
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

describe('a route', () => {
  const route = (access: Access<'company'> | undefined) =>
    read(
      get('/fresh', shapes<{ answer: z.ZodObject }>()),
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
