import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import type { Tx } from '../../../src/platform/database/database.ts'
import { hashNow } from '../../../src/platform/login/argon2.ts'
import { hashProcesses, isOutdated } from '../../../src/platform/login/passwords.ts'
import { testCompany } from '../../harness/company.ts'
import { type Caller, PASSWORD } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { logIn } from '../../harness/login.ts'
import { overlap } from '../../harness/overlap.ts'
import { edit, userBody } from '../users/helpers.ts'

const { app, companyId, admin } = await testCompany()
afterEach(() => void vi.restoreAllMocks())

const NEW = 'another-password'

/** A person whose password is stored with these parameters. */
async function storedWith(memoryCost: number, timeCost: number): Promise<Caller> {
  const person = await app.person(companyId, null)
  const password_hash = hashNow(PASSWORD, { memoryCost, timeCost, parallelism: 1 })
  await app.services.db.updateTable('users').set({ password_hash }).where('id', '=', person.userId).execute()
  return person
}
/** A person whose password takes a process long enough to be found busy (`busyProcess`). */
const slow = () => storedWith(65_536, 8)

const storedOf = async ({ userId }: Caller): Promise<string> =>
  (
    await app.services.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).password_hash

const busyProcess = () => vi.waitUntil(() => hashProcesses.busy[0], { timeout: 60_000, interval: 1 })

async function killBusy(): Promise<void> {
  const child = await busyProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a login is hashed in a process, and others are answered meanwhile', async () => {
  const person = await slow()
  const login = logIn(app, person.phone)
  await busyProcess()
  expect(await admin.get('/projects')).toMatchObject({ code: 0 })
  expect(await login).toMatchObject({ code: 0 })
})

test('a login whose process ends is hashed in another one', async () => {
  const person = await slow()
  const login = logIn(app, person.phone)
  await killBusy()
  expect(await login).toMatchObject({ code: 0 })
})

test('if that one ends too, the login is refused for the moment, and not counted', async () => {
  const person = await slow()
  const login = logIn(app, person.phone)
  for (let time = 0; time < 2; time += 1) await killBusy()
  expect(await login).toMatchObject({ status: 503, msg: expect.stringMatching(/\p{Script=Han}/u) })
  expect((await login).headers['retry-after']).toBe('5')
  const attempts = app.services.db.selectFrom('attempts').selectAll().where('subject', '=', person.phone)
  expect(await attempts.execute()).toEqual([])
  expect(await logIn(app, person.phone)).toMatchObject({ code: 0 })
})

test('a login renews a hash with other parameters, if the password is right', async () => {
  const person = await storedWith(19_456, 2)
  const before = await storedOf(person)
  expect(await logIn(app, person.phone, 'wrong-password')).toMatchObject({ status: 422 })
  expect(await storedOf(person)).toBe(before)
  expect(await logIn(app, person.phone)).toMatchObject({ code: 0 })
  const renewed = await storedOf(person)
  expect([isOutdated(before), isOutdated(renewed)]).toEqual([true, false])
  expect(await logIn(app, person.phone)).toMatchObject({ code: 0 })
  expect(await storedOf(person)).toBe(renewed)
  expect(await person.get('/sessions/profile')).toMatchObject({ code: 0 })
})

test('a login with an old hash does not undo a change of the password that it waited for', async () => {
  const person = await storedWith(19_456, 2)
  const password_hash = hashNow(NEW, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  const login = () => logIn(app, person.phone)
  expect(await overlap(app, changed(person, { password_hash }), login)).toMatchObject({ status: 422 })
  expect(await storedOf(person)).toBe(password_hash)
})

/** How many hashes a write had computed when it waited for the account's row lock, and how many in all. */
async function hashesOf({ userId }: Caller, write: () => Promise<{ code: number }>) {
  const run = vi.spyOn(hashProcesses, 'run')
  const holder = await hold(app.databaseUrl, `select 1 from users where id = ${userId} for update`)
  const answer = write()
  await untilWaiting(app.databaseUrl)
  const before = run.mock.calls.length
  await holder.release()
  return { code: (await answer).code, before, all: run.mock.calls.length }
}
const changed = (person: Caller, set: { password_hash: string }) => (tx: Tx) =>
  tx.updateTable('users').set(set).where('id', '=', person.userId).execute()

test('a reset is hashed before its transaction', async () => {
  const person = await app.person(companyId, null)
  const reset = () => admin.put(`/users/${person.code}/password`, { password: NEW })
  expect(await hashesOf(person, reset)).toEqual({ code: 0, before: 1, all: 1 })
  expect(await logIn(app, person.phone, NEW)).toMatchObject({ code: 0 })
})

test('however many passwords are reset at once, there are connections left for those who work', async () => {
  const person = await app.person(companyId, null)
  const other = await app.company()
  const gate = Promise.withResolvers<void>()
  const original = hashProcesses.run.bind(hashProcesses)
  const run = vi.spyOn(hashProcesses, 'run').mockImplementation(async (job) => {
    await gate.promise
    return await original(job)
  })
  const resets = Array.from({ length: 30 }, () => admin.put(`/users/${person.code}/password`, {}))
  await vi.waitUntil(() => run.mock.calls.length > 0, { timeout: 60_000 })
  // Thirty resets that hash in their transactions would hold all twenty connections of the pool, and this call would be answered 503.
  const working = await Promise.all(Array.from({ length: 10 }, () => other.admin.get('/projects')))
  gate.resolve()
  expect(working.map(({ code }) => code)).toEqual(Array(10).fill(0))
  expect((await Promise.all(resets)).map(({ code }) => code)).toEqual(Array(30).fill(0))
})

const toNew = { old_password: PASSWORD, password: NEW }

test("a change of one's own password is hashed before its transaction", async () => {
  const person = await app.person(companyId, null)
  const change = () => person.put('/sessions/password', toNew)
  expect(await hashesOf(person, change)).toEqual({ code: 0, before: 2, all: 2 })
  expect(await logIn(app, person.phone, NEW)).toMatchObject({ code: 0 })
})

test('one that waited for another change compares the old password again', async () => {
  const person = await app.person(companyId, null)
  const password_hash = hashNow('a-third-password', { memoryCost: 64, timeCost: 1, parallelism: 1 })
  const change = () => person.put('/sessions/password', toNew)
  expect(await overlap(app, changed(person, { password_hash }), change)).toMatchObject({ code: 422 })
  expect(await storedOf(person)).toBe(password_hash)
})

test('a new account that is sent again is not hashed again', async () => {
  const body = userBody()
  const send = () => admin.post('/users', body, { 'idempotency-key': 'new-account' })
  const first = await send()
  const run = vi.spyOn(hashProcesses, 'run')
  expect(await send()).toMatchObject({ code: 0, data: first.data })
  expect(run).not.toHaveBeenCalled()
})

test('what is refused is not hashed', async () => {
  const run = vi.spyOn(hashProcesses, 'run')
  expect(await admin.put(`/users/${admin.code}/password`, {})).toMatchObject({ code: 422 })
  expect(await admin.put('/users/nobody0123456789/password', {})).toMatchObject({ status: 404 })
  const editor = await app.person(companyId, { user: ['write'] })
  expect(await edit(editor, admin.code, { password: NEW })).toMatchObject({ status: 403 })
  expect(run).not.toHaveBeenCalled()
})
