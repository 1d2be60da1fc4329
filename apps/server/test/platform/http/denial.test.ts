import { RESOURCES } from '@pianzhang/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type Grants, newProject, startTestApp } from '../../harness/harness.ts'
import { routesOf } from './routes.ts'

// Started here, not in `beforeAll`: `test.each` needs the routes of the running server, so that new ones are included.
const app = await startTestApp()
afterAll(async () => await app.close())

const { all, closed, permitted } = routesOf(app)

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

const REFUSAL = '您没有权限进行此操作'

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

describe('without a token', () => {
  test.each(closed)('$name: 401', async (route) => {
    const nobody = app.nobody.on(project)
    expect(await call(route, nobody)).toEqual(outcome(route.method, 401, 401, '登录状态已失效，请重新登录。'))
  })
})

test('a NUL or half of a surrogate pair in a path is no unexpected error, of any route', async () => {
  const person = admin.on(project)
  const calls = all
    .filter(({ url }) => url.includes(':'))
    .flatMap(({ method, url }) =>
      ['x%00', '%ED%A0%80'].map((text) => ({ method, url: url.replace(/:\w+/g, text) })),
    )
  expect(calls.length).toBeGreaterThan(150)
  const answers = await Promise.all(
    calls.map(async ({ method, url }) => {
      const headers = { authorization: `Bearer ${person.token}`, 'x-project': project }
      return { url, status: (await app.http.inject({ method: method as 'GET', url, headers })).statusCode }
    }),
  )
  expect(answers.filter(({ status }) => ![400, 403, 404, 422].includes(status))).toEqual([])
})

describe('with a role that permits nothing', () => {
  let person: Caller
  beforeAll(async () => {
    person = (await app.person(companyId, {}, [project])).on(project)
  })
  test.each(permitted)('$name: 403', async (route) => {
    expect(await call(route, person)).toEqual(outcome(route.method, 403, 403, REFUSAL))
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
    expect(await call(route, person)).toEqual(outcome(route.method, 403, 403, REFUSAL))
  })
})

describe('with every right, but not as the super administrator', () => {
  test.each(closed.filter(({ access }) => access.who === 'super'))('$name: 403', async (route) => {
    const grants = Object.fromEntries(
      RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
    )
    const person = (await app.person(companyId, grants, [project])).on(project)
    expect(await call(route, person)).toEqual(outcome(route.method, 403, 403, REFUSAL))
  })
})

describe.each([
  ['without a role', { role_id: null }, 'none', '您没有权限进行此操作'],
  ['with the first password', { must_change_password: true }, 'none', '请先修改初始密码'],
  ['without two-step verification that is required', { role_id: null }, 'all', '请先设置两步验证'],
] as const)('%s', (_, change, second_factor, msg) => {
  let person: Caller
  beforeAll(async () => {
    const grants = Object.fromEntries(
      RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
    )
    const { id, admin: owner } = await app.company()
    const code = await newProject(owner)
    person = (await app.person(id, grants, [code])).on(code)
    const { db } = app.services
    await db.updateTable('users').set(change).where('id', '=', person.userId).execute()
    await db.updateTable('companies').set({ second_factor }).where('id', '=', id).execute()
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
  const inProject = closed.filter(({ access }) => access.scope === 'project')
  let stranger: Caller
  beforeAll(async () => {
    stranger = (await app.company()).admin
  })
  test.each(inProject)('$name: 300009', async (route) => {
    for (const person of [admin, admin.on(UNKNOWN_CODE), stranger.on(project)])
      expect(await call(route, person)).toEqual(outcome(route.method, 200, 300009, '请先选择项目'))
  })
})
