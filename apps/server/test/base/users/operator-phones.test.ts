import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../harness/harness.ts'
import { logIn } from '../../harness/login.ts'
import { runCommand } from '../../processes/commands.ts'
import { addUser, edit, newPhone, userBody } from './helpers.ts'

const [FREE, USED, LATER] = ['13100000001', '13100000002', '13100000003']
const REFUSED = {
  status: 422,
  data: { errors: [{ field: 'phone', message: '该手机号属于系统运营人员，不能在这里使用' }] },
}

let app: TestApp
let companyId: bigint
let admin: Caller

beforeAll(async () => {
  app = await startTestApp({ OPERATOR_PHONES: [FREE, USED].join() })
  const company = await app.company()
  companyId = company.id
  admin = company.admin
  await app.company()
})
afterAll(async () => await app.close())

test('nobody gets a phone number of OPERATOR_PHONES onto an account, but by a command', async () => {
  const other = await addUser(admin)
  expect(await admin.post('/users', userBody({ phone: FREE }))).toMatchObject(REFUSED)
  expect(await edit(admin, other.code, { phone: FREE })).toMatchObject(REFUSED)
  expect(await edit(admin, admin.code, { phone: FREE })).toMatchObject(REFUSED)
  // Beside what the schema refuses.
  const nameless = await admin.post('/users', userBody({ phone: FREE, name: '' }))
  expect(nameless.data.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'phone'])
  const names = { name: '运营', admin: '值班', phone: FREE }
  const { data } = await runCommand(app, 'company:create', names)
  const { initial_password } = data as { initial_password: string }
  expect(await logIn(app, FREE, initial_password)).toMatchObject({ code: 0 })
})

test('a colleague takes no such account over, yet may correct and delete it', async () => {
  const person = await app.person(companyId, {})
  const { db } = app.services
  await db.updateTable('users').set({ phone: USED }).where('id', '=', person.userId).execute()
  expect((await person.get('/system')).status).toBe(200)
  const refusal = '该账号属于系统运营人员，不能重置密码'
  expect((await admin.get(`/users/${person.code}`)).data).toMatchObject({
    reset_refused: refusal,
    can: { reset: false, phone: false, write: true },
  })
  expect(await admin.put(`/users/${person.code}/password`, {})).toMatchObject({ status: 403, msg: refusal })
  expect(await edit(admin, person.code, { password: 'known-to-me' })).toMatchObject({
    status: 422,
    msg: refusal,
  })
  expect(await edit(admin, person.code, { phone: newPhone() })).toMatchObject({ status: 422 })
  expect(await edit(admin, person.code, { name: '改名' })).toMatchObject({
    data: { name: '改名', phone: USED },
  })
  expect((await person.get('/system')).status).toBe(200)
  await runCommand(app, 'user:reset', { phone: USED })
  expect(await admin.delete(`/users/${person.code}`)).toMatchObject({ code: 0 })
  expect(await admin.post('/users', userBody({ phone: USED }))).toMatchObject(REFUSED)
})

test('an account that was there before its number was listed keeps it', async () => {
  const { code } = await addUser(admin, { phone: LATER })
  app.services.config.operatorPhones = [FREE, USED, LATER]
  expect(await edit(admin, code, { post: '值班' })).toMatchObject({ data: { phone: LATER, post: '值班' } })
})
