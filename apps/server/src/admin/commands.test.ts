import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand, typeCommand } from '../testing/commands.ts'
import { newProject, startTestApp, type TestApp } from '../testing/harness.ts'
import { logIn } from '../testing/login.ts'
import { COMMANDS } from './commands.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())

const run = (name: string, values: Record<string, string>) => runCommand(app, name, values)
const companies = async () =>
  (await app.services.db.selectFrom('companies').select('code').execute()).map(({ code }) => code)

describe('a company', () => {
  test('is made with its super administrator, who signs in and has one project unless the quota says otherwise', async () => {
    const names = { name: '新影业', admin: '周岚' }
    const { data } = await run('company:create', { ...names, phone: '13500000001', password: 'her-own-one' })
    const { token } = (await logIn(app, '13500000001', 'her-own-one')).data
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.nobody.get('/sessions/profile', {}, headers)).data).toMatchObject({
      name: '周岚',
      company: { code: data.code, name: '新影业' },
      role: { is_super: true },
      current_project: null,
      must_change_password: false,
    })
    expect((await app.nobody.get('/projects', {}, headers)).data).toMatchObject({ total_count: 1 })
    // Without a password option it is the phone number's last 8 digits and must be changed.
    await run('company:create', { ...names, phone: '13512345678' })
    const first = (await logIn(app, '13512345678', '12345678')).data
    const profile = await app.nobody.get('/sessions/profile', {}, { authorization: `Bearer ${first.token}` })
    expect(profile.data).toMatchObject({ must_change_password: true })
  })

  test.each([
    ['a phone of ten digits', { phone: '1350000000' }, '手机号须为11位数字：--phone'],
    ['a short password', { password: '1234567' }, '密码不能少于8位：--password'],
    ['a quota of none', { quota: '0' }, '须为正整数：--quota'],
    ['a quota that is no number', { quota: '1e3' }, '须为正整数：--quota'],
  ])('with %s is not made', async (_, wrong, message) => {
    const before = await companies()
    const values = { name: '不成', admin: '甲', phone: '13500000009', ...wrong }
    await expect(run('company:create', values)).rejects.toThrow(message)
    expect(await companies()).toEqual(before)
  })

  test('with a phone that somebody has is not made', async () => {
    const { admin } = await app.company()
    const before = await companies()
    await expect(run('company:create', { name: '不成', admin: '甲', phone: admin.phone })).rejects.toThrow(
      '手机号已被使用：--phone',
    )
    expect(await companies()).toEqual(before)
  })

  test('whose quota is used up can create projects again after a grant, which adds to it', async () => {
    const { admin } = await app.company(1)
    const { code } = (await admin.get('/sessions/profile')).data.company
    await newProject(admin)
    expect((await admin.post('/projects', { name: '再来' })).code).toBe(300010)
    expect(await run('company:grant', { company: code, quota: '2' })).toEqual({
      message: '项目总数现为 3',
      data: { total_count: 3 },
    })
    expect((await admin.post('/projects', { name: '再来' })).code).toBe(0)
    expect((await admin.get('/projects')).data).toMatchObject({ total_count: 3, exists_count: 2 })
    for (const command of ['company:grant', 'company:stop', 'company:resume'])
      await expect(run(command, { company: 'nobody', quota: '1' })).rejects.toThrow(
        '没有编码为 nobody 的公司',
      )
  })

  test('that is stopped is refused from its next call on, until it is resumed', async () => {
    const { admin } = await app.company()
    const { code } = (await admin.get('/sessions/profile')).data.company
    await run('company:stop', { company: code })
    expect(await admin.get('/projects')).toMatchObject({ status: 200, code: 503 })
    await run('company:resume', { company: code })
    expect(await admin.get('/projects')).toMatchObject({ code: 0 })
  })
})

describe('the command line', () => {
  test('has help for every command, and ends with an error where it cannot be understood', async () => {
    const [all, one, unknown, lacking, option] = await Promise.all([
      typeCommand(app, '--help'),
      typeCommand(app, 'company:grant', '--help'),
      typeCommand(app, 'company:destroy'),
      typeCommand(app, 'company:grant', '--quota', '1'),
      typeCommand(app, 'company:grant', '--all'),
    ])
    for (const { name } of COMMANDS) expect(all.out).toContain(name)
    expect([all.status, one.status]).toEqual([0, 0])
    expect(one.out).toMatch(/--company .*（必填）\n {2}--quota .*（必填）\n/)
    expect([unknown.status, lacking.status, option.status]).toEqual([2, 2, 2])
    expect(lacking.err).toContain('缺少选项：--company')
  })

  test('prints JSON as its last line; a refused command exits non-zero with a message', async () => {
    const { admin } = await app.company(1)
    const { code } = (await admin.get('/sessions/profile')).data.company
    const [granted, refused] = await Promise.all([
      typeCommand(app, 'company:grant', '--company', code, '--quota', '4', '--json'),
      typeCommand(app, 'company:grant', '--company', code, '--quota', '-4'),
    ])
    expect(granted).toEqual({ status: 0, out: '项目总数现为 5\n{"total_count":5}\n', err: '' })
    expect(refused.status).not.toBe(0)
    expect(refused.err).not.toMatch(/at .*:\d+/)
    expect((await admin.get('/projects')).data.total_count).toBe(5)
  })
})

test('an account gets its default password again, the super administrator too', async () => {
  const { admin } = await app.company()
  expect(await run('user:reset', { phone: admin.phone })).toMatchObject({ data: { code: admin.code } })
  expect(await admin.get('/sessions/profile')).toMatchObject({ code: 50012 })
  const { token } = (await logIn(app, admin.phone, admin.phone.slice(-8))).data
  const profile = await app.nobody.get('/sessions/profile', {}, { authorization: `Bearer ${token}` })
  expect(profile.data).toMatchObject({ must_change_password: true, role: { is_super: true } })
  await expect(run('user:reset', { phone: '13000000000' })).rejects.toThrow('没有手机号为 13000000000 的账号')
})
