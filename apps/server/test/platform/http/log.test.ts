import { Writable } from 'node:stream'
import { SECRETS } from '@pianzhang/contract/secrets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Caller, newProject, PASSWORD, startTestApp } from '../../harness/harness.ts'
import { asPage, logIn } from '../../harness/login.ts'
import { type FullWorld, fullWorld } from '../../openapi/full-world.ts'
import { addressOf, type Operation, operationsOf } from '../../openapi/operations.ts'
import { sampleOf, withValue } from '../../openapi/samples.ts'

let log = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    log += chunk
    done()
  },
})
const app = await startTestApp({}, { log: stream })
afterAll(async () => await app.close())
/** Operations that delete or archive what the others need; they are called last. */
const ENDS = /^(DELETE|POST|PUT) .*(\/projects\/\{code\}|\/archive|transfer)/
const OPERATIONS = (await operationsOf(app))
  .filter(({ path }) => !path.includes('/event_source/'))
  .toSorted((a, b) => Number(ENDS.test(a.name)) - Number(ENDS.test(b.name)))

const ID_NUMBER = '110101199001011234'
const ACCOUNT = '6217000010001234567'
const MARK = 'never-in-a-log'
/** A value for each field that is masked in the audit log; it contains `MARK` unless it has to be a number. */
const SENT: Record<string, string> = {
  ...Object.fromEntries(Object.keys(SECRETS).map((name) => [name, `${MARK}-${name}`])),
  id_number: ID_NUMBER,
  income_bankcard_account: ACCOUNT,
}

let world: FullWorld
let admin: Caller
/** What was printed by `console`, past the server's logger. */
const printed: unknown[][] = []

beforeAll(async () => {
  world = await fullWorld(app, '片名')
  admin = world.home.admin
  for (const name of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((...texts) => void printed.push(texts))
})
afterAll(() => void vi.restoreAllMocks())

async function send({ method, path }: Operation, payload: string | undefined, query = '') {
  await app.http.inject({
    method: method as 'POST',
    url: addressOf(path, world.records) + query,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'x-project': world.home.project,
      cookie: `token=${admin.token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    payload,
  })
}

function expectClean(): void {
  const all = log + printed.map((texts) => texts.map(String).join(' ')).join('\n')
  for (const secret of [MARK, ID_NUMBER, ACCOUNT, PASSWORD, admin.token]) {
    const at = all.indexOf(secret)
    expect(at < 0 ? '' : all.slice(Math.max(0, at - 300), at + 100), secret).toBe('')
  }
}

test('the log of a walk over all operations has none of the secrets that were sent', async () => {
  for (const operation of OPERATIONS) {
    // Ends the session with which the others are called.
    if (operation.method === 'DELETE' && operation.path.includes('/sessions')) continue
    const sample = operation.body && (sampleOf(operation.body, { ...world.known, ...SENT }) as object)
    const secret = Object.keys(sample ?? {}).find((name) => name in SENT)
    const bodies = sample
      ? [
          sample,
          ...(secret ? [[SENT[secret]], { [MARK]: 1 }].map((one) => withValue(sample, [secret], one)) : []),
        ]
      : [undefined]
    for (const body of bodies) await send(operation, body === undefined ? undefined : JSON.stringify(body))
    if (sample) await send(operation, `${JSON.stringify(sample)}}`)
    await send(
      operation,
      undefined,
      `?sign=${MARK}&token=${MARK}&expires=1&${operation.queries[0] ?? 'a'}=${MARK}`,
    )
  }
  const lines = log.split('\n').filter(Boolean)
  expect(lines.length).toBeGreaterThan(OPERATIONS.length * 1.5)
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  // The log does contain a line for each request, so the search above is not of an empty log.
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ method: 'POST', path: '/api/manager/contracts', user: admin.code }),
  )
  expectClean()
})

test('nor have logins, with the right or a wrong password, from a page or an app', async () => {
  expect(await logIn(app, admin.phone, `${MARK}-password`)).toMatchObject({ status: 422 })
  const answer = await logIn(app, admin.phone)
  expect(answer).toMatchObject({ code: 0 })
  for (const headers of [
    asPage({ token: answer.data.token }),
    { authorization: `Bearer ${answer.data.token}x` },
  ])
    await app.nobody.get('/sessions/profile', { token: answer.data.token }, headers)
  expect(log).not.toContain(answer.data.token)
  expectClean()
})

test('an unexpected error is logged with what failed, and without the row that PostgreSQL quotes', async () => {
  const { db } = app.services
  const before = log.length
  const who = (await app.company()).admin
  const owner = who.on(await newProject(who))
  await sql`alter table contracts add constraint no_numbers check (id_number = '') not valid`.execute(db)
  const body = { out_code: 'HT-9', customer: '某某公司', category: '0', amount: '1', ...SENT }
  expect(await owner.post('/contracts', body)).toMatchObject({ status: 500 })
  await sql`alter table contracts drop constraint no_numbers`.execute(db)
  await sql`alter table contracts alter column id_number drop default, alter column id_number drop not null,
    alter column id_number type int4 using null`.execute(db)
  expect(await owner.post('/contracts', body)).toMatchObject({ status: 500 })
  const errors = log
    .slice(before)
    .split('\n')
    .filter((line) => line.includes('request failed'))
  expect(errors).toHaveLength(2)
  expect(errors[0]).toContain('no_numbers')
  expectClean()
})
