import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  migrate,
  migrationNames,
  missingMigrations,
} from '../../../src/platform/database/migrations/migrate.ts'
import { COMMANDS } from '../../../src/start/commands.ts'
import { withClient } from '../../harness/client.ts'
import { emptyDatabase } from '../../harness/database.ts'
import { newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { logIn } from '../../harness/login.ts'
import { turnOn } from '../../harness/second-factor.ts'
import { runCommand, startCommandLine, typeCommand, typeOn } from '../../processes/commands.ts'

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
    // Without a password option it is one that the command shows, and must be changed.
    const made = await run('company:create', { ...names, phone: '13512345678' })
    const { initial_password } = made.data as { initial_password: string }
    expect(made.message).toMatch(
      new RegExp(
        `^已新建公司 新影业，编码 .+\\n初始密码：${initial_password}（只显示这一次，7天内有效，首次登录须修改）$`,
      ),
    )
    const first = (await logIn(app, '13512345678', initial_password)).data
    const profile = await app.nobody.get('/sessions/profile', {}, { authorization: `Bearer ${first.token}` })
    expect(profile.data).toMatchObject({ must_change_password: true })
  })

  test.each([
    ['a phone of ten digits', { phone: '1350000000' }, '手机号须为11位数字：--phone'],
    ['a short password', { password: '1234567' }, '密码不能少于8位：--password'],
    ['its phone number as password', { password: '13500000009' }, '密码不能是手机号或其中的几位：--password'],
    ['a run as password', { password: '12345678' }, '密码不能是连续的数字或字母：--password'],
    ['a common password', { password: 'qwertyuiop' }, '密码过于常见，请换一个：--password'],
    ['a quota below none', { quota: '-1' }, '须为0或正整数：--quota'],
    ['a quota that is no number', { quota: '1e3' }, '须为0或正整数：--quota'],
  ])('with %s is not made', async (_, wrong, message) => {
    const before = await companies()
    const values = { name: '不成', admin: '甲', phone: '13500000009', ...wrong }
    await expect(run('company:create', values)).rejects.toThrow(message)
    expect(await companies()).toEqual(before)
  })

  test('with a quota of 0 buys its first project itself, at its price', async () => {
    const names = { name: '自购影业', admin: '周岚', phone: '13500000055', password: 'her-own-one' }
    await run('company:create', { ...names, quota: '0' })
    const { token } = (await logIn(app, names.phone, names.password)).data
    const headers = { authorization: `Bearer ${token}` }
    const get = (url: string) => app.nobody.get(url, {}, headers)
    const first = { code: 300010, msg: '尚未购买项目，请购买后再创建。' }
    expect((await get('/projects')).data).toMatchObject({ total_count: 0, exists_count: 0, items: [] })
    expect(await get('/projects/check_create')).toMatchObject(first)
    expect(await app.nobody.post('/projects', { name: '第一部' }, headers)).toMatchObject(first)
    expect((await get('/orders')).data).toMatchObject({ total_count: 0, discounted_price_yuan: '1000.00' })
    const order = { project_quantity: 11, payment_type: 'transfer' }
    expect((await app.nobody.post('/orders', order, headers)).data).toMatchObject({ amount_yuan: '19000.00' })
    const { payment_code } = (await get('/orders')).data.items[0]
    expect(await run('order:confirm', { 'payment-code': payment_code, amount: '19000.00' })).toMatchObject({
      data: { total_count: 11 },
    })
    expect(await app.nobody.post('/projects', { name: '第一部' }, headers)).toMatchObject({ code: 0 })
    expect((await get('/projects')).data).toMatchObject({ total_count: 11, exists_count: 1 })
    await expect(run('company:grant', { company: 'nobody', quota: '0' })).rejects.toThrow(
      '须为正整数：--quota',
    )
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

  test('takes a password from standard input, and from a terminal that does not show it, never as an argument', async () => {
    const CREATE = (phone: string) => `company:create --name 甲 --admin 乙 --phone ${phone} --password`
    const start = (phone: string, input: Readable) =>
      startCommandLine(app, CREATE(phone).split(' '), {}, input).ended
    const [piped, none, argument] = await Promise.all([
      start('13500000081', Readable.from('from-a-pipe-1\nnot this\n')),
      start('13500000082', Readable.from('')),
      typeCommand(app, ...CREATE('13500000083').split(' '), 'seen-by-all-1'),
    ])
    expect(piped).toMatchObject({ status: 0, err: '' })
    expect(await logIn(app, '13500000081', 'from-a-pipe-1')).toMatchObject({ code: 0 })
    expect(none).toMatchObject({ status: 1, err: '标准输入中没有密码\n' })
    expect(argument.status).toBe(2)
    // A terminal of its own.
    const shown = await typeOn(app, CREATE('13500000084'), ['typed-twice-1', 'typed-twice-1'])
    expect(shown).toContain('请输入密码（不显示）：')
    expect(shown).toContain('已新建公司 甲')
    expect(shown).not.toContain('typed-twice-1')
    expect(await logIn(app, '13500000084', 'typed-twice-1')).toMatchObject({ code: 0 })
    expect(await typeOn(app, CREATE('13500000085'), ['one-of-them-1', 'another-one-1'])).toContain(
      '两次输入的密码不一致',
    )
    for (const key of ['\u0003', '\u0004'])
      expect(await typeOn(app, CREATE('13500000086'), [key])).toContain('已取消')
    for (const phone of ['13500000082', '13500000083', '13500000085', '13500000086'])
      expect((await run('user:list', { find: phone })).data).toMatchObject({ items: [] })
  })

  test('prints JSON as its last line; a refused command exits non-zero with a message', async () => {
    const { admin } = await app.company(1)
    const { code } = (await admin.get('/sessions/profile')).data.company
    const [granted, refused] = await Promise.all([
      typeCommand(app, 'company:grant', '--company', code, '--quota', '4', '--json'),
      typeCommand(app, 'company:grant', '--company', code, '--quota', '-4'),
    ])
    const { host, pathname } = new URL(app.databaseUrl)
    const { dataDir } = app.services.config
    expect(granted).toEqual({
      status: 0,
      out: `数据库：${host}${pathname}；文件存储：本机 ${dataDir}/files\n项目总数现为 5\n{"total_count":5}\n`,
      err: '',
    })
    expect(refused.status).not.toBe(0)
    expect(refused.err).not.toMatch(/at .*:\d+/)
    expect((await admin.get('/projects')).data.total_count).toBe(5)
  })
})

describe('a command makes no database, and changes none but by `migrate` and `restore`', () => {
  const CREATE = ['company:create', '--name', '甲', '--admin', '乙', '--phone', '13500000077']

  test('in a data folder without one it is refused, names the folder, and leaves nothing there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pianzhang-none-'))
    const dataDir = join(folder, 'data')
    const type = (...args: string[]) =>
      startCommandLine(app, args, { DATABASE_URL: '', DATA_DIR: dataDir }).ended
    const ended = await Promise.all([
      type(...CREATE),
      type('backup', '--to', join(folder, 'empty.backup')),
      type('check'),
      type('migrate'),
    ])
    for (const { status, out, err } of ended) {
      expect([status, out]).toEqual([1, ''])
      expect(err).toContain(`数据目录 ${dataDir} 中没有片账的数据库（${dataDir}/postgres），未执行任何操作`)
    }
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  test('a restore from a path that is no backup is refused before it makes a database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pianzhang-none-'))
    const note = join(folder, 'note.txt')
    await writeFile(note, '不是备份')
    const type = (from: string) =>
      startCommandLine(app, ['restore', '--from', from], { DATABASE_URL: '', DATA_DIR: join(folder, 'data') })
        .ended
    const [missing, other] = await Promise.all([type(join(folder, 'typo.backup')), type(note)])
    expect([missing.status, missing.out, other.status, other.out]).toEqual([1, '', 1, ''])
    expect(missing.err).toContain(`无法读取备份文件 ${folder}/typo.backup：--from`)
    expect(other.err).toContain('备份文件不完整或已损坏')
    expect(await readdir(folder)).toEqual(['note.txt'])
    await rm(folder, { recursive: true })
  })

  test('in a database without tables of ours it is refused, and makes none', async () => {
    const { url, drop } = await emptyDatabase()
    const { host, pathname } = new URL(url)
    const type = (...args: string[]) => startCommandLine(app, args, { DATABASE_URL: url }).ended
    for (const { status, err } of await Promise.all([type(...CREATE), type('check'), type('migrate')])) {
      expect(status).toBe(1)
      expect(err).toContain(`数据库 ${host}${pathname} 中没有片账的数据表，未执行任何操作`)
    }
    expect(await missingMigrations(url, 'refuse')).toBeNull()
    await drop()
  })

  test('in a database of an older version, or a newer one, it is refused; `migrate` upgrades', async () => {
    const { url, drop } = await emptyDatabase()
    const names = await migrationNames()
    await migrate(url, names.length - 1)
    const type = (...args: string[]) => startCommandLine(app, args, { DATABASE_URL: url }).ended
    const refused = await Promise.all([
      type('check'),
      type('backup', '--to', '/nowhere/x'),
      type('project:deleted'),
    ])
    for (const { status, err } of refused) {
      expect(status).toBe(1)
      expect(err).toContain(
        `还有 1 个迁移未执行（从 ${names.at(-1)} 起），未执行任何操作。请先停止服务并升级数据库`,
      )
    }
    expect(await missingMigrations(url, 'refuse')).toEqual([names.at(-1)])
    expect((await type('migrate')).out).toContain('已执行 1 个迁移')
    expect((await type('check')).out).toContain('已检查 0 个项目，未发现问题')
    await withClient(url, (client) =>
      client.query(`insert into migrations (name, checksum) values ('9999_newer.sql', '')`),
    )
    expect(await type('check')).toMatchObject({ status: 1, err: expect.stringContaining('更新的版本') })
    // Where that version is compatible, commands work but for those that must know every table.
    await withClient(url, (client) =>
      client.query("update migrations set compatible_from = '0001' where name = '9999_newer.sql'"),
    )
    expect((await type('check')).out).toContain('未发现问题')
    const deleted = ['company:delete', '--company', 'x', '--export', '/nowhere/x']
    for (const command of [deleted, ['spread']])
      expect(await type(...command)).toMatchObject({ status: 1, err: expect.stringContaining('更新的版本') })
    await drop()
  })
})

test('an account gets an initial password again, the super administrator too', async () => {
  const { admin } = await app.company()
  const { message, data } = await run('user:reset', { phone: admin.phone })
  const { initial_password } = data as { initial_password: string }
  expect(data).toEqual({ code: admin.code, initial_password })
  expect(message).toBe(
    `已重置 管理员 的密码，其登录已全部退出\n初始密码：${initial_password}（只显示这一次，7天内有效，首次登录须修改）`,
  )
  expect(await admin.get('/sessions/profile')).toMatchObject({ code: 50012 })
  const { token } = (await logIn(app, admin.phone, initial_password)).data
  const profile = await app.nobody.get('/sessions/profile', {}, { authorization: `Bearer ${token}` })
  expect(profile.data).toMatchObject({ must_change_password: true, role: { is_super: true } })
  await expect(run('user:reset', { phone: '13000000000' })).rejects.toThrow('没有手机号为 13000000000 的账号')
})

test('an account loses its two-step verification with the password, where the operator says so', async () => {
  const { admin } = await app.company()
  const { next } = await turnOn(app, admin)
  const phone = admin.phone
  const { data } = await run('user:reset', { phone })
  const first = (await logIn(app, phone, String(data.initial_password))).data
  const second = await app.nobody.post('/sessions/second_factor', {
    token: first.second_factor_token,
    code: next(),
  })
  expect(second.code).toBe(0)
  await expect(run('user:reset', { phone, 'second-factor': 'on' })).rejects.toThrow(
    '只能是 off：--second-factor',
  )
  const both = await run('user:reset', { phone, 'second-factor': 'off' })
  expect(both.message).toContain('两步验证已解除')
  expect((await logIn(app, phone, String(both.data.initial_password))).data).toHaveProperty('token')
})
