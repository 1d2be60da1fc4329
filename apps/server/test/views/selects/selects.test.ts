import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { book, subjectCode } from '../../harness/ledger.ts'
import { workerApp } from '../../harness/worker-app.ts'

withAllSubjects()

let app: TestApp
let companyId: bigint
let admin: Caller
let person: Caller

beforeAll(async () => {
  app = await workerApp()
  const company = await app.company(100)
  companyId = company.id
  admin = company.admin
  person = admin.on(await newProject(admin, '第一部'))
})
afterAll(async () => await app.close())

type Options = { items: { label: string; value: string; children?: Options['items'] }[]; listTotal: number }
const options = async (who: Caller, name: string, query: Record<string, unknown> = {}): Promise<Options> =>
  (await who.get(`/selects/${name}`, query)).data
const labels = async (who: Caller, name: string, query: Record<string, unknown> = {}) =>
  (await options(who, name, query)).items.map((item) => item.label)

describe('of the company', () => {
  test('roles and people: of one company only, without deleted ones', async () => {
    const clerk = await app.person(companyId, { subject: ['read'] })
    const other = await app.company()
    expect((await options(clerk, 'roles')).listTotal).toBe(1)
    expect((await options(other.admin, 'roles')).listTotal).toBe(0)
    expect(await options(other.admin, 'users')).toMatchObject({
      listTotal: 1,
      items: [{ label: '管理员', value: other.admin.code }],
    })
    const before = await options(admin, 'users')
    expect(before.items[0]?.value).toBe(clerk.code)
    expect((await options(admin, 'users', { keywords: clerk.phone.slice(0, 6) })).listTotal).toBe(0)
    await app.services.db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', clerk.userId)
      .execute()
    expect((await options(admin, 'users')).listTotal).toBe(before.listTotal - 1)
  })

  test('people of the log: deleted ones too, last and marked; for those who may read the log', async () => {
    const { id, admin } = await app.company()
    const [gone, reader] = [await app.person(id, {}), await app.person(id, { audit_log: ['read'] })]
    const { name } = (await admin.get(`/users/${gone.code}`)).data
    expect((await admin.delete(`/users/${gone.code}`)).code).toBe(0)
    const { items } = await options(reader, 'audit_log_users')
    expect(items.map(({ value }) => value)).toEqual([reader.code, admin.code, gone.code])
    expect(items.at(-1)?.label).toBe(`${name}（已删除）`)
    expect((await options(admin, 'audit_log_users', { keywords: '已删除' })).listTotal).toBe(1)
    expect(await person.get('/selects/audit_log_users')).toMatchObject({ code: 0 })
    expect((await options(person, 'audit_log_users')).items.some(({ value }) => value === gone.code)).toBe(
      false,
    )
    const clerk = await app.person(companyId, { user: ['read'] })
    expect(await clerk.get('/selects/audit_log_users')).toMatchObject({ status: 403 })
  })

  test('projects: only those that the person may enter', async () => {
    const second = await newProject(admin, '第二部')
    const clerk = await app.person(companyId, { subject: ['read'] }, [second])
    expect(await options(clerk, 'projects')).toEqual({
      items: [{ label: '第二部', value: second }],
      listTotal: 1,
    })
    expect(await labels(admin, 'projects')).toEqual(['第二部', '第一部'])
    expect(await labels(admin, 'projects', { keywords: '第一' })).toEqual(['第一部'])
    expect(await labels(admin, 'projects', { page: 2, per_page: 1 })).toEqual(['第一部'])
  })
})

describe('of subjects', () => {
  test('flat, paged, by number; values are codes', async () => {
    const all = await options(person, 'subjects')
    expect([all.items.length, all.listTotal]).toEqual([20, 381])
    expect(all.items[0]).toEqual({ label: '1000 剧本及版权费', value: await subjectCode(person, '1000') })
    expect((await options(person, 'subject_three', { page: 13 })).items).toHaveLength(20)
    expect((await options(person, 'subject_three', { page: 14 })).items).toEqual([])
    expect(await labels(person, 'subject_three', { keywords: '24000101 摄' })).toEqual([
      '24000101 摄影机租赁费',
    ])
    expect(await labels(person, 'subject_three', { keywords: '240001', per_page: 1 })).toEqual([
      '24000101 摄影机租赁费',
    ])
  })

  test('trees are not paged; a keyword keeps the ancestors and descendants of matches', async () => {
    const tree = await options(person, 'subject_trees', { page: 2, per_page: 5 })
    expect([tree.items.length, tree.listTotal]).toEqual([26, 26])
    const count = (items: Options['items']): number =>
      items.reduce((sum, item) => sum + 1 + count(item.children ?? []), 0)
    expect(count(tree.items)).toBe(381)
    const one = await options(person, 'subject_trees', { keywords: '24000101' })
    expect(one.items).toMatchObject([
      {
        label: expect.stringMatching(/^2400 /),
        children: [{ children: [{ label: '24000101 摄影机租赁费', pinyin: 'she|nie ying ji zu lin fei' }] }],
      },
    ])
    expect((await options(person, 'subject_trees', { keywords: '２４０００１０１' })).items).toEqual(
      one.items,
    )
    const branch = await options(person, 'subject_trees', { keywords: '990001 ' })
    expect(count(branch.items)).toBe(5)
    expect((await options(person, 'subject_trees', { keywords: '没有的' })).items).toEqual([])
  })
})

test('investment types: the nine of a new project, then one by name', async () => {
  const all = await options(person, 'investment_categories')
  expect(all).toMatchObject({
    listTotal: 9,
    items: [{ label: '自有资金', value: expect.any(String) }, ...Array(8).fill({})],
  })
  expect(await labels(person, 'investment_categories', { keywords: '贷款' })).toEqual(['银行贷款'])
  expect((await app.nobody.get('/selects/investment_categories')).status).toBe(401)
})

describe('of payments', () => {
  test('closed lists', async () => {
    expect(await options(person, 'cost_execution_pay_channels')).toMatchObject({
      listTotal: 9,
      items: [{ label: '现金', value: '1' }, {}, {}, {}, {}, {}, {}, {}, {}],
    })
    expect((await options(person, 'cost_execution_voucher_categories')).items.at(-1)).toEqual({
      label: '无票据',
      value: '16',
    })
    expect(await labels(person, 'cost_execution_voucher_categories', { keywords: '数电' })).toEqual([
      '数电票(专用)',
      '数电票(普通)',
    ])
    expect((await options(person, 'contract_categories', { page: 2, per_page: 3 })).items).toEqual([
      { label: '投资合同', value: '3' },
      { label: '其他收入合同', value: '4' },
    ])
  })

  test('tax rates: the usual ones and those typed in this project', async () => {
    const usual = ['13%', '9%', '6%', '5%', '3%', '1%', '0%', '免税', '不征税']
    expect(await labels(person, 'cost_execution_face_tax_rate')).toEqual(usual)
    for (const face_tax_rate of ['1.5', '10%', '13%', null]) await book(person, { face_tax_rate })
    expect(await labels(person, 'cost_execution_face_tax_rate')).toEqual([...usual, '10%', '1.5%'])
    const other = admin.on(await newProject(admin))
    expect(await labels(other, 'cost_execution_face_tax_rate')).toEqual(usual)
  })

  test('payment types by id; imprest only once a payment without a type exists', async () => {
    const project = admin.on(await newProject(admin))
    const types = await options(project, 'pay_categories')
    expect([types.listTotal, types.items[0]?.label, types.items[10]?.label]).toEqual([11, '定金', '其他'])
    const { code } = (await book(project)).data
    await app.services.db
      .updateTable('payment_lines')
      .set({ pay_category_id: null })
      .where('payment_id', 'in', (eb) =>
        eb
          .selectFrom('payments as c')
          .innerJoin('projects as p', 'p.id', 'c.project_id')
          .select('c.id')
          .where('c.code', '=', code)
          .where('p.code', '=', project.project ?? ''),
      )
      .execute()
    expect((await options(project, 'pay_categories')).items.at(-1)).toEqual({
      label: '备用金核销',
      value: 'imprest',
    })
  })
})

const COMPANY = ['roles', 'users', 'projects']
const PROJECT = [
  'subject_trees',
  'subjects',
  'subject_three',
  'pay_categories',
  'contract_categories',
].concat(['pay_channels', 'voucher_categories', 'face_tax_rate'].map((name) => `cost_execution_${name}`))

test.each([...COMPANY, ...PROJECT, 'investment_categories'])(
  '%s answers pairs of label and value, and nothing else',
  async (name) => {
    await app.person(companyId, {})
    const { items, listTotal } = await options(person, name)
    expect(items.length).toBeGreaterThan(0)
    expect(listTotal).toBeGreaterThanOrEqual(items.length)
    const one = { label: expect.stringMatching(/\S/), value: expect.stringMatching(/\S/) }
    // Only nodes of a tree have further fields.
    const more =
      name === 'subject_trees'
        ? { out_code: expect.any(String), pinyin: expect.any(String), children: expect.any(Array) }
        : {}
    for (const item of items) expect(item).toEqual({ ...one, ...more })
  },
)

test.each(COMPANY)('%s needs a login only', async (name) => {
  expect((await app.nobody.get(`/selects/${name}`)).status).toBe(401)
  const guest = await app.person(companyId, {})
  expect((await guest.get(`/selects/${name}`)).code).toBe(0)
  expect((await guest.get(`/selects/${name}`, { page: 0 })).status).toBe(422)
})

test.each(PROJECT)('%s needs a login and a linked project', async (name) => {
  const project = person.project ?? ''
  expect((await app.nobody.on(project).get(`/selects/${name}`)).status).toBe(401)
  const guest = await app.person(companyId, {})
  expect((await guest.get(`/selects/${name}`)).code).toBe(300009)
  expect((await guest.on(project).get(`/selects/${name}`)).code).toBe(300009)
  const member = await app.person(companyId, {}, [project])
  expect((await member.on(project).get(`/selects/${name}`)).code).toBe(0)
})
