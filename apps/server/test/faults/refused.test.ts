import { RESOURCES } from '@pianzhang/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentWorld } from '../books/payments/helpers.ts'
import { type Caller, newProject, startTestApp } from '../harness/harness.ts'
import { ask } from '../harness/recount.ts'
import { fullWorld } from '../openapi/full-world.ts'
import { addressOf, leakIn, type Operation, operationsOf } from '../openapi/operations.ts'
import { sampleOf } from '../openapi/samples.ts'

// Started here, not in `beforeAll`: `test.each` needs the operations that the running server describes. Unlike in denial.test.ts every call
// names existing records in its address, query and body, and would succeed for a permitted caller.
const app = await startTestApp()
afterAll(async () => await app.close())

/** Not called: an accepted request would never end. */
const isStream = (path: string) => path.startsWith('/api/common/event_source/')
const CLOSED = (await operationsOf(app)).filter(({ access }) => access !== 'anyone')
const PERMITTED = CLOSED.filter(({ access }) => access.includes(': '))

/** Part of the names of all records of `home`; no answer to others may contain it. */
const SECRET = '机密'
const CHECK_EVERY = 15
const EVERYTHING = Object.fromEntries(
  RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
)

const COMPANY = RESOURCES.filter(({ scope }) => scope === 'company').map(({ model }) => model)

let home: PaymentWorld
let records: Record<string, string>
let known: Record<string, unknown>

beforeAll(async () => {
  const world = await fullWorld(app, SECRET)
  home = world.home
  records = world.records
  known = world.known
})

const DAY_AGO = new Date(Date.now() - 24 * 3600_000)
const ENDED = { status: 200, code: 50012 }
const EXPIRED = { status: 200, code: 50014 }
const STOPPED = { status: 200, code: 503 }
const { db } = app.services
const setSession = ({ userId }: Caller, values: { ended_at?: Date; seen_at?: Date }) =>
  db.updateTable('sessions').set(values).where('user_id', '=', userId).execute()
const setAccount = ({ userId }: Caller, values: { disabled?: boolean; deleted_at?: Date }) =>
  db.updateTable('users').set(values).where('id', '=', userId).execute()
const setStopped = (stopped_at: Date | null) =>
  db.updateTable('companies').set({ stopped_at }).where('id', '=', home.companyId).execute()

/** Whether an operation is about the company, not about one project: company resources, what has the company's people and roles to choose from, and its settings. */
const isOfCompany = ({ access, path }: Operation) =>
  access === 'super' ||
  /\/selects\/(users|roles|audit_log_users)$|\/payment_requests\/rules$|\/labor_tax\/setting$/.test(path) ||
  RESOURCES.some(({ model, scope }) => scope === 'company' && access.startsWith(`${model}:`))

/** Fields whose sample would be refused. */
const PAYEE = { account: '', bank_code: '', id_type: null, id_number: '', resident: true }

/** In most queries and bodies `category` is a level of subjects or a kind of contracts; in reminders it is another list. An estimate with an amount has a mode. */
function knownTo(path: string): Record<string, unknown> {
  if (path.includes('/contract_cautions')) return { ...known, category: 0, start_at: '2026-11-21' }
  if (path.includes('/estimates')) return { ...known, mode: 'etc' }
  if (path.includes('/payees')) return { ...known, ...PAYEE }
  return known
}

async function call({ method, path, queries, body }: Operation, who: Caller) {
  const query = queries.flatMap((name): [string, string][] =>
    name in known
      ? [known[name]].flat().map((value) => [name, path.endsWith('/resources') ? 'manager' : String(value)])
      : [],
  )
  const response = await app.http.inject({
    method: method as 'GET',
    url: `${addressOf(path, records)}?${new URLSearchParams(query)}`,
    headers: {
      ...(who.token && { authorization: `Bearer ${who.token}` }),
      ...(who.project && { 'x-project': who.project }),
    },
    ...(body && { payload: sampleOf(body, knownTo(path)) as object }),
  })
  const { code } = response.json()
  return { status: response.statusCode, code, text: response.body }
}

/** One hash per table over all rows of `home`, of its project and of its company. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await ask<{ name: string; columns: string[] }>(
    app.databaseUrl,
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by 1 having array_agg(column_name::text) && '{project_id,company_id,user_id}'`,
  )
  const parts = tables.map(({ name, columns }) => {
    const own =
      name === 'projects'
        ? `id = ${home.projectId}`
        : columns.includes('project_id')
          ? `project_id = ${home.projectId}`
          : columns.includes('company_id')
            ? `company_id = ${home.companyId}`
            : `user_id in (select id from users where company_id = ${home.companyId})`
    // `seen_at` changes with every request.
    const row = name === 'sessions' ? `to_jsonb(t) - 'seen_at'` : 't'
    return `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg((${row})::text, E'\\n' order by (${row})::text), '')) as hash
      from ${name} t where ${own}`
  })
  const rows = await ask<{ name: string; hash: string }>(app.databaseUrl, parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** Calls all operations and checks after every `CHECK_EVERY` that no row has changed. */
async function changeNothing(
  operations: Operation[],
  who: Caller,
  expected: (operation: Operation, answer: { status: number; code: number; text: string }) => void,
): Promise<void> {
  const before = await fingerprint()
  expect(Object.keys(before).length).toBeGreaterThan(10)
  for (const [index, operation] of operations.entries()) {
    const answer = await call(operation, who)
    expected(operation, answer)
    const what = `${operation.name} → ${answer.text.slice(0, 300)}`
    expect(leakIn(answer.text, SECRET), what).toBeUndefined()
    const looks = index % CHECK_EVERY === CHECK_EVERY - 1 || index === operations.length - 1
    if (looks) expect(await fingerprint(), `the last ${CHECK_EVERY} up to ${what}`).toEqual(before)
  }
}

/** Reads of records that no sample makes: a batch needs payees with accounts, a comparison versions, a draft instalments, a message lines. Their own tests call them. */
const isUnmade = (path: string) =>
  /\/transfer_batches\/\{code\}|\/budget_versions\/compare|\/payables\/draft|\/missing_invoices\/message/.test(
    path,
  )
/** Who may write reads these to do so; they change nothing. */
const isReading = (path: string) =>
  /\/(import_template|formats|reasons|bands|preview|file|export|match)$/.test(path)

test('the calls are valid: a permitted caller succeeds and reads the secrets', async () => {
  const shown = []
  for (const operation of CLOSED.filter(
    ({ method, path }) => method === 'GET' && !isStream(path) && !isUnmade(path),
  )) {
    const answer = await call(operation, home.admin)
    expect(answer, operation.name).toMatchObject({ status: 200, code: 0 })
    if (answer.text.includes(SECRET)) shown.push(operation.name)
  }
  expect(shown.length).toBeGreaterThan(5)
})

describe('every operation on existing records changes nothing and reveals nothing', () => {
  test('without a login', async () => {
    await changeNothing(CLOSED, app.nobody.on(home.project), ({ name }, { status, code }) =>
      expect([name, status, code]).toEqual([name, 401, 401]),
    )
  })

  test.each<[string, (person: Caller) => Promise<unknown>, { status: number; code: number }]>([
    ['a session that was ended', (one) => setSession(one, { ended_at: new Date() }), ENDED],
    ['a session that nobody used for a day', (one) => setSession(one, { seen_at: DAY_AGO }), EXPIRED],
    ['a session of an account that was disabled', (one) => setAccount(one, { disabled: true }), ENDED],
    ['a session of an account that was deleted', (one) => setAccount(one, { deleted_at: DAY_AGO }), ENDED],
    ['a session of a company that was stopped', () => setStopped(new Date()), STOPPED],
  ])('with %s', async (_, change, expected) => {
    const person = (await app.person(home.companyId, EVERYTHING, [home.project])).on(home.project)
    await change(person)
    try {
      await changeNothing(CLOSED, person, ({ name }, { status, code }) =>
        expect([name, { status, code }]).toEqual([name, expected]),
      )
    } finally {
      await setStopped(null)
    }
  })

  test('without the permission', async () => {
    const person = (await app.person(home.companyId, {}, [home.project])).on(home.project)
    await changeNothing(PERMITTED, person, ({ name }, { status, code }) =>
      expect([name, status, code]).toEqual([name, 403, 403]),
    )
  })

  test.each(['archived', 'expired'])('writes in an %s project, by its administrator', async (state) => {
    const project = app.services.db.updateTable('projects').where('id', '=', home.projectId)
    const changed = state === 'archived' ? { archive_at: new Date() } : { expire_at: '2020-01-01' }
    const { expire_at } = await app.services.db
      .selectFrom('projects')
      .select('expire_at')
      .where('id', '=', home.projectId)
      .executeTakeFirstOrThrow()
    const writes = PERMITTED.filter(
      ({ access, path }) =>
        /: (write|delete)$/.test(access) &&
        !COMPANY.some((model) => access.startsWith(`${model}:`)) &&
        !isReading(path),
    )
    expect(writes.length).toBeGreaterThan(40)
    await project.set(changed).execute()
    try {
      await changeNothing(writes, home.admin, ({ name }, { code }) =>
        expect([name, code]).toEqual([name, 300011]),
      )
    } finally {
      await project.set({ archive_at: null, expire_at }).execute()
    }
  })

  test.each(['another project', 'another company'])(
    'by the administrator of %s, with the header of either project',
    async (from) => {
      const owner = from === 'another project' ? home.admin : (await app.company()).admin
      const project = await newProject(owner, '别处')
      const admin =
        from === 'another project' ? await app.person(home.companyId, EVERYTHING, [project]) : owner
      const inProject = PERMITTED.filter((operation) => !isOfCompany(operation))
      await changeNothing(inProject, admin.on(home.project), ({ name }, { code }) =>
        expect([name, code]).toEqual([name, 300009]),
      )
      // In their own project every operation is permitted, but not on records of `home`, nor on the company's of another one.
      const others = CLOSED.filter(
        (operation) =>
          !isStream(operation.path) &&
          (from === 'another company' ||
            operation.access.startsWith('project:') ||
            // An entry of the log belongs to the project of its record.
            operation.path.endsWith('/audit_logs/{id}') ||
            !isOfCompany(operation)) &&
          (operation.parts.length > 0 || !operation.path.includes('/sessions')),
      )
      await changeNothing(others, admin.on(project), ({ name, method, parts, path }, { status, code }) => {
        expect(status, name).toBeLessThan(500)
        // A change of several names records in its body.
        if (path.endsWith('/batch')) expect([name, code]).toEqual([name, method === 'PUT' ? 422 : 404])
        // /system is refused by 403: on a server with several companies only the phones of OPERATOR_PHONES may see it.
        else if (path.includes('/system/')) expect([name, code]).toEqual([name, 403])
        // A month is no record: of another project it is one without fees.
        else if (path.endsWith('/months/{month}')) expect([name, code]).toEqual([name, 0])
        else if (parts.length > 0) expect([name, code]).toEqual([name, 404])
      })
    },
  )
})
