import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { runCommand, typeCommand } from '../../processes/commands.ts'

let app: TestApp
let one: Awaited<ReturnType<TestApp['company']>>
let other: Awaited<ReturnType<TestApp['company']>>
/** Codes by company. */
const codes: string[] = []

beforeAll(async () => {
  app = await startTestApp()
  one = await app.company(3)
  other = await app.company(1)
  for (const { admin } of [one, other]) codes.push((await admin.get('/sessions/profile')).data.company.code)
  await newProject(one.admin, '雪线')
  await newProject(one.admin, '长河灯火')
  await newProject(other.admin, '别家的项目')
  await one.admin.post('/orders', { project_quantity: 2, payment_type: 'transfer' })
})
afterAll(async () => await app.close())

const items = async (name: string, values: Record<string, string> = {}) =>
  (await runCommand(app, name, values)).data.items as Record<string, unknown>[]

test('companies are found by name, code and the phone of their administrator, with what they have and use', async () => {
  const [code = '', second = ''] = codes
  await runCommand(app, 'company:stop', { company: second })
  const found = await items('company:list', { find: one.admin.phone.slice(2) })
  expect(found).toEqual([
    expect.objectContaining({ code, state: '正常', projects: '2/3', people: 1, phone: one.admin.phone }),
  ])
  expect(await items('company:list', { find: second })).toMatchObject([{ state: '已停止', projects: '1/1' }])
  expect((await items('company:list')).map((item) => item.code)).toEqual(expect.arrayContaining(codes))
  await runCommand(app, 'company:resume', { company: second })
})

test.each([
  ['user:list', 1],
  ['project:list', 2],
  ['order:list', 1],
])('%s shows one company where it is named, and refuses a code that none has', async (name, count) => {
  const [company = ''] = codes
  const own = await items(name, { company })
  expect(own).toHaveLength(count)
  expect((await items(name)).length).toBeGreaterThanOrEqual(count)
  expect(new Set(own.map((item) => item.company)).size).toBe(1)
  await expect(runCommand(app, name, { company: 'nobody' })).rejects.toThrow('没有编码为 nobody 的公司')
})

test('a deleted project is listed until it is purged; an order by its number with and without the dash', async () => {
  const [, company = ''] = codes
  const [{ code = '' } = {}] = (await items('project:list', { company })) as { code?: string }[]
  await other.admin.delete(`/projects/${code}`)
  expect(await items('project:list', { find: code })).toMatchObject([{ state: '已删除', name: '别家的项目' }])
  const [order] = await items('order:list', { company: codes[0] ?? '' })
  expect(order).toMatchObject({
    state: '待付款',
    amount: '3600.00',
    quantity: 2,
    type: '对公转账',
    paid: null,
  })
  const number = String(order?.number)
  for (const find of [number, number.replaceAll('-', '')])
    expect(await items('order:list', { find })).toMatchObject([{ number }])
})

test('text for the terminal has aligned columns, JSON the same items', async () => {
  const { status, out } = await typeCommand(app, 'project:list', '--company', codes[0] ?? '', '--json')
  expect(status).toBe(0)
  const [, heading = '', first = '', second = '', json = ''] = out.split('\n')
  expect(heading).toMatch(/^编码 +项目 +状态 +参与账号 +创建日期 +公司$/)
  const place = (line: string, word: string) =>
    [...line.slice(0, line.indexOf(word))].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0)
  expect(place(first, '进行中')).toBe(place(second, '进行中'))
  expect(place(heading, '状态')).toBe(place(first, '进行中'))
  expect(JSON.parse(json).items.map((item: { name: string }) => item.name)).toEqual(['雪线', '长河灯火'])
  expect((await runCommand(app, 'user:list', { find: '没有这个人' })).message).toBe('没有这样的账号')
})

test('where there is nothing yet, none is said to be missing', async () => {
  await using empty = await startTestApp()
  expect((await runCommand(empty, 'company:list')).message).toBe('还没有公司')
})
