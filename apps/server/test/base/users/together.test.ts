import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSessions } from '../../../src/platform/http/end-sessions.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { logIn } from '../../harness/login.ts'
import { atOnce, changeProject, overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { edit, newPhone, roleOf, userBody } from './helpers.ts'

// Two concurrent writes to the same account, phone number, role or project. Transfers: transfer.test.ts.

let app: TestApp

beforeAll(async () => {
  app = await workerApp()
})
afterAll(async () => await app.close())

const roleBody = () => ({ name: '改名', desc: '改', permissions: [] })

test('a login waits for a change of its phone number, and is refused with the old one', async () => {
  const { id } = await app.company()
  const person = await app.person(id, {})
  const phone = newPhone()
  const answer = await overlap(
    app,
    (tx) => tx.updateTable('users').set({ phone }).where('id', '=', person.userId).execute(),
    () => logIn(app, person.phone),
  )
  expect(answer).toMatchObject({ status: 422, msg: '手机号或密码错误' })
  expect((await logIn(app, phone)).code).toBe(0)
})

test.each([
  ['an account', 'users', (who: Caller, user: string) => edit(who, user, { name: '改名' })],
  ['a password', 'users', (who: Caller, user: string) => who.put(`/users/${user}/password`, {})],
  ['a role', 'roles', (who: Caller, _: string, role: string) => who.put(`/roles/${role}`, roleBody())],
  [
    'the status of a role',
    'roles',
    (who: Caller, _: string, role: string) => who.post(`/roles/${role}/status`, { status: 1 }),
  ],
] as const)(
  'a change of %s that waits goes by the rights that its editor has then',
  async (_, table, call) => {
    const { id, admin } = await app.company()
    const target = await app.person(id, {})
    const role = await roleOf(admin, target.code)
    const editor = await app.person(id, { user: ['write'], role: ['write'] })
    const answer = await overlap(
      app,
      async (tx) => {
        const code = table === 'users' ? target.code : role
        await tx.selectFrom(table).select('id').where('code', '=', code).forUpdate().execute()
        await tx.updateTable('users').set({ role_id: null }).where('id', '=', editor.userId).execute()
      },
      () => call(editor, target.code, role),
    )
    expect(answer.status).toBe(403)
  },
)

test('an account is created by the rights that its editor has when the password is hashed', async () => {
  const { id, admin } = await app.company()
  const role = await roleOf(admin, (await app.person(id, { contract: ['read', 'write'] })).code)
  const editor = await app.person(id, { user: ['write'], contract: ['read', 'write'] })
  // Waits for a row of its key, after the guard has read its rights.
  const key = crypto.randomUUID()
  const answer = await overlap(
    app,
    async (tx) => {
      await sql`insert into idempotency_keys (user_id, key, route, body_hash, created_at)
        values (${editor.userId}, ${key}, 'x', '', now())`.execute(tx)
      await sql`update role_permissions p set actions = '{read}' from users u
        where u.id = ${editor.userId} and p.role_id = u.role_id and p.model = 'contract'`.execute(tx)
      await sql`delete from idempotency_keys where user_id = ${editor.userId}`.execute(tx)
    },
    () => editor.post('/users', userBody({ role_code: role }), { 'idempotency-key': key }),
  )
  expect(answer).toMatchObject({ status: 422, data: { errors: [{ field: 'role_code' }] } })
})

test('of two who disable each other at once one does: the other waits, and their session has ended', async () => {
  const { id } = await app.company()
  const [one, two] = [await app.person(id, { user: ['write'] }), await app.person(id, { user: ['write'] })]
  const answer = await overlap(
    app,
    async (tx) => {
      await tx.updateTable('users').set({ disabled: true }).where('id', '=', one.userId).execute()
      await endSessions(tx, [one.userId], new Date())
    },
    () => one.put(`/users/${two.code}`, { name: '停用', phone: two.phone, status: 1 }),
  )
  expect(answer.code).toBe(50012)
  expect((await two.get('/users')).code).toBe(0)
})

test('of ten accounts with one phone number one is created', async () => {
  const { admin } = await app.company()
  const phone = newPhone()
  expect(await atOnce(10, () => admin.post('/users', userBody({ phone })))).toEqual({
    '0 操作成功': 1,
    '422 该手机号已被使用': 9,
  })
})

test('a phone number of an uncommitted account is waited for, and refused', async () => {
  const { id, admin } = await app.company()
  const [person, phone] = [await app.person(id, {}), newPhone()]
  const answer = await overlap(
    app,
    (tx) => tx.updateTable('users').set({ phone }).where('id', '=', admin.userId).execute(),
    () => edit(admin, person.code, { phone }),
  )
  expect(answer).toMatchObject({ status: 422, msg: '该手机号已被使用' })
})

test('of two edits the second is stale', async () => {
  const { id, admin } = await app.company()
  const person = await app.person(id, {})
  const answer = await overlap(
    app,
    (tx) => tx.updateTable('users').set({ version: 2 }).where('id', '=', person.userId).execute(),
    () => edit(admin, person.code, { version: 1 }),
  )
  expect(answer.status).toBe(409)
})

test('a login that waits for the disabling is refused, one that was first is ended', async () => {
  const { id, admin } = await app.company()
  const person = await app.person(id, {})
  const refused = await overlap(
    app,
    (tx) => tx.updateTable('users').set({ disabled: true }).where('id', '=', person.userId).execute(),
    () => logIn(app, person.phone),
  )
  expect(refused).toMatchObject({ status: 422, msg: '账号已禁用' })
  await edit(admin, person.code, { status: 0 })
  const [login] = await Promise.all([logIn(app, person.phone), edit(admin, person.code, { status: 1 })])
  if (login.code === 0) {
    const headers = { authorization: `Bearer ${login.data.token}` }
    expect((await app.nobody.get('/projects', {}, headers)).code).toBe(50012)
  } else expect(login.msg).toBe('账号已禁用')
})

test('a project that is deleted meanwhile is not linked', async () => {
  const { admin } = await app.company()
  const code = await newProject(admin)
  const answer = await overlap(app, changeProject(code, { deleted_at: new Date() }), () =>
    admin.post('/users', userBody({ project_codes: [code] })),
  )
  expect(answer.data.errors).toEqual([{ field: 'project_codes[0]', message: '项目不存在或已被删除' }])
})
