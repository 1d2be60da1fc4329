import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { expect } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { type App, buildApp } from '../../src/start/app.ts'
import { expectSumsTrue } from '../books/payments/sums.ts'
import { newLine } from '../harness/company-on.ts'
import { type Answer, PASSWORD } from '../harness/harness.ts'
import { expectTotalsTrue } from '../harness/recount.ts'
import { queryString, type Remote } from '../machines/remote.ts'
import { operationsOf } from '../openapi/operations.ts'
import { COMPANY_OF, PHONES, PROJECTS } from './world.ts'

/** The queries of operations that need one; all others answer without a query. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  'GET /api/manager/subjects/preload_code': { category: '0' },
  'GET /api/manager/budget_versions/compare': { a: 'current', b: 'current' },
}

/**
 * Starts the server on an upgraded database that `fill` had filled: people log in and switch on all features, and every GET operation without a record's code answers 200.
 * Every kept sum equals a recount, a payment is saved, and the sums of lists and statistics over HTTP equal a recount, too.
 */
export async function expectServed(url: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pianzhang-upgraded-'))
  const app = await buildApp({
    config: readConfig(
      { CAPTCHA_FIXED: 'TEST', PORT: '0', OPERATOR_PHONES: Object.values(PHONES).join() },
      dataDir,
    ),
    databaseUrl: url,
  })
  try {
    // Every table was filled; who signs in here would be asked for a code.
    await app.services.db.deleteFrom('second_factors').execute()
    const [first, other] = [await signIn(app, 1), await signIn(app, 3)]
    for (const who of [first, other]) {
      const items = FEATURE_NAMES.map((feature) => ({ feature, on: true }))
      expect(await who.put('/company/features', { items })).toMatchObject({ code: 0 })
    }
    expect(await callLists(app, first)).toBeGreaterThan(40)
    for (const project of PROJECTS)
      expect(await expectSumsTrue(app.services.db, BigInt(project))).toBeGreaterThan(10)
    for (const who of [first, other]) await expectSaved(who)
    for (const project of PROJECTS) await expectSumsTrue(app.services.db, BigInt(project))
    expect(await expectTotalsTrue(other, url, 'project-3')).toBeGreaterThan(100)
  } finally {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The super administrator of the project's company. */
async function signIn(app: App, project: number): Promise<Remote> {
  const anonymous = callsOf(app, {})
  const { data } = await anonymous.post('/api/common/captchas')
  const login = {
    phone: PHONES[COMPANY_OF[project] ?? 0],
    password: PASSWORD,
    captcha: 'TEST',
    captcha_token: data.token,
  }
  const answer = await anonymous.post('/sessions', login)
  expect(answer).toMatchObject({ status: 200, code: 0 })
  return callsOf(app, { authorization: `Bearer ${answer.data.token}`, 'x-project': `project-${project}` })
}

function callsOf(app: App, headers: Record<string, string>): Remote {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: unknown) => {
    const response = await app.http.inject({
      method,
      url: path.startsWith('/api/') ? path : `/api/manager${path}`,
      headers,
      ...(payload !== undefined && { payload: payload as object }),
    })
    return { ...response.json(), status: response.statusCode, headers: response.headers } as Answer
  }
  return {
    get: (path, query) => call('GET', path + queryString(query)),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path, body) => call('DELETE', path, body),
  }
}

/** Event streams, whose answers never end, drafts of payments of instalments, and messages to one payer. */
const NOT_CALLED = /\/event_source\/|\/payables\/draft$|\/missing_invoices\/message$/

async function callLists(app: App, who: Remote): Promise<number> {
  const operations = (await operationsOf(app)).filter(
    ({ method, parts, path, access }) =>
      method === 'GET' && parts.length === 0 && !NOT_CALLED.test(path) && access !== 'anyone',
  )
  const failed: unknown[] = []
  for (const { path, name } of operations) {
    const { status, code, msg } = await who.get(path, QUERIES[name])
    if (status !== 200 || code !== 0) failed.push({ name, status, code, msg })
  }
  expect(failed).toEqual([])
  return operations.length
}

/** Saves a payment over HTTP; its number must follow the last one of the filled database. */
async function expectSaved(who: Remote): Promise<void> {
  const line = { ...(await newLine(who)), pay_amount: '12.34' }
  const body = { pay_at: '2026-07-08', payer: '新公司', cost_execution_details: [line] }
  const saved = await who.post('/cost_executions', body)
  expect(saved).toMatchObject({ status: 200, code: 0 })
  expect(saved.data.code).toBe('FK202607080501')
}
