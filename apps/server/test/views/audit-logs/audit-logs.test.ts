import { changesOf } from '@pianzhang/contract/audit-changes'
import type { AuditLog, AuditLogList } from '@pianzhang/contract/audit-logs'
import { addDays, today } from '@pianzhang/contract/calendar'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setStopped } from '../../../src/base/companies/service.ts'
import { paymentWorld } from '../../books/payments/helpers.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

const HOURS = 3600_000

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

const log = async (who: Caller, query: Record<string, unknown> = {}): Promise<AuditLogList> => {
  const answer = await who.get('/audit_logs', query)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data
}
const short = ({ items }: AuditLogList) => items.map(({ action, record }) => `${action} ${record}`)

test('an entry says who did what to which record, with the fields before and after', async () => {
  const { clerk, admin, body, line, contract, project } = await paymentWorld(app)
  const saved = await clerk.post('/cost_executions', body({ payer: '甲公司' }))
  const { code, version, cost_execution_details: lines } = saved.data
  const contract_code = await contract('HT-9')
  await clerk.put(`/cost_executions/${code}`, {
    ...body({ payer: '乙公司', version }),
    cost_execution_details: [
      line({ code: lines[0].code, pay_amount: '1234567.5', contract_code }),
      line({ pay_amount: '-0.01' }),
    ],
  })
  const { items, listTotal } = await log(admin, { resource: 'cost_execution' })
  expect(listTotal).toBe(2)
  const [update, create] = items as [AuditLog, AuditLog]
  expect(update).toMatchObject({
    ...{ id: expect.stringMatching(/^\d+$/), action: 'update', resource: 'cost_execution', complete: true },
    ...{ record: `${code} 乙公司 1234567.49元`, record_code: code, address: '127.0.0.1' },
    ...{ project: { code: project, name: '测试项目' }, user_name: expect.stringMatching(/^员工/) },
    ...{ before: { payer: '甲公司' }, after: { payer: '乙公司' } },
    created_at: expect.stringMatching(/\+08:00$/),
  })
  expect(create).toMatchObject({ action: 'create', before: null, after: { payer: '甲公司' } })
  const { fields, lists } = changesOf(update)
  expect(fields.filter(({ state }) => state !== 'same')).toEqual([
    { label: '付款方', state: 'changed', before: '甲公司', after: '乙公司' },
    { label: '付款金额', state: 'changed', before: '100.00 元', after: '1,234,567.49 元' },
  ])
  expect(lists).toMatchObject([
    {
      label: '付款明细',
      same: 0,
      lines: [
        {
          title: '第 1 条 摄影机租赁费',
          state: 'changed',
          fields: [
            { label: '合同编号', state: 'added', before: '', after: 'HT-9' },
            { label: '付款金额', state: 'changed', before: '100.00 元', after: '1,234,567.50 元' },
          ],
        },
        { title: '第 2 条 摄影机租赁费', state: 'added' },
      ],
    },
  ])
  expect(await admin.get(`/audit_logs/${update.id}`)).toMatchObject({ code: 0, data: update })
})

describe('filters', () => {
  test('person, resource, keywords, and pages', async () => {
    const { id, admin } = await app.company()
    const project = await newProject(admin)
    const clerk = (await app.person(id, { pay_category: ['write'] }, [project])).on(project)
    for (const name of ['100%', '100元', '补助']) await clerk.post('/pay_categories', { name })
    const types = { resource: 'pay_category' }
    expect(short(await log(admin, types))).toEqual(['create 补助', 'create 100元', 'create 100%'])
    expect(short(await log(admin, { ...types, keywords: '0%' }))).toEqual(['create 100%'])
    expect(short(await log(admin, { user_code: clerk.code }))).toHaveLength(3)
    expect(short(await log(admin, { user_code: clerk.code, keywords: ' 补 ' }))).toEqual(['create 补助'])
    expect(short(await log(admin, { user_code: admin.code, keywords: project }))).toEqual(['create 测试项目'])
    for (const none of [
      { user_code: 'nobody' },
      { resource: 'nothing' },
      { ...types, user_code: admin.code },
    ])
      expect(await log(admin, none)).toMatchObject({ items: [], listTotal: 0 })
    const pages = [1, 2, 3].map((page) => log(admin, { ...types, page, per_page: 2 }))
    expect((await Promise.all(pages)).map((page) => [short(page), page.listTotal])).toEqual([
      [['create 补助', 'create 100元'], 3],
      [['create 100%'], 3],
      [[], 3],
    ])
    // Also after the person was deleted.
    await app.services.db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('code', '=', clerk.code)
      .execute()
    expect(await log(admin, { user_code: clerk.code })).toMatchObject({ listTotal: 3 })
  })

  test('days are those of Shanghai, both included', async () => {
    const { id, admin } = await app.company()
    const project = await newProject(admin)
    const { id: project_id } = await app.services.db
      .selectFrom('projects')
      .select('id')
      .where('code', '=', project)
      .executeTakeFirstOrThrow()
    const at = (label: string, instant: string) => ({
      ...{ company_id: id, project_id, created_at: new Date(instant), user_id: admin.userId, user_name: '' },
      ...{ action: 'update', resource: 'subject', code: '', label, address: '', request_id: '' },
    })
    await app.services.db
      .insertInto('audit_logs')
      .values([
        at('前一毫秒', '2026-03-01T23:59:59.999+08:00'),
        at('零点', '2026-03-02T00:00:00+08:00'),
        at('末刻', '2026-03-03T23:59:59.999+08:00'),
        at('次日', '2026-03-04T00:00:00+08:00'),
      ])
      .execute()
    const days = async (query: object) =>
      (await log(admin, { resource: 'subject', ...query })).items.map(({ record }) => record)
    expect(await days({ start_at: '2026-03-02', end_at: '2026-03-03' })).toEqual(['末刻', '零点'])
    expect(await days({ start_at: '2026-03-04' })).toEqual(['次日'])
    expect(await days({ end_at: '2026-03-01' })).toEqual(['前一毫秒'])
    expect(await days({ start_at: '1900-01-01', end_at: '9999-12-31' })).toHaveLength(4)
    expect(await days({ start_at: '2026-03-03', end_at: '2026-03-02' })).toEqual([])
    for (const query of [{ start_at: '2026-02-30' }, { end_at: 'x' }, { page: 0 }, { keywords: 'a\0' }])
      expect(await admin.get('/audit_logs', query)).toMatchObject({ status: 422 })
  })
})

describe('who may see which entries', () => {
  test("the company's own, and those of the projects that a person may enter", async () => {
    const { id, admin } = await app.company()
    const [own, foreign] = [await newProject(admin, '自己的'), await newProject(admin, '别人的')]
    const reader = await app.person(id, { audit_log: ['read'] }, [own])
    const clerk = await app.person(id, { cost_execution: ['read', 'write', 'delete'] }, [own, foreign])
    await clerk.delete('/sessions')
    const visible = await log(reader)
    expect(short(visible)).toEqual([
      expect.stringMatching(/^logout /),
      'create 自己的',
      expect.stringMatching(/^create 公司/),
    ])
    expect(visible.items.map(({ project }) => project?.name)).toEqual([undefined, '自己的', undefined])
    expect(await log(admin)).toMatchObject({ listTotal: 4, can: { export: true } })
    const [hidden] = (await log(admin, { keywords: '别人的' })).items
    expect(await reader.get(`/audit_logs/${hidden?.id}`)).toMatchObject({ status: 404 })
    for (const unknown of ['0', 'x', '99999999999999999999'])
      expect(await admin.get(`/audit_logs/${unknown}`)).toMatchObject({ status: 404 })
    // Another company sees nothing of it.
    const other = (await app.company()).admin
    expect((await log(other)).items.map(({ resource }) => resource)).toEqual(['company'])
    expect(await other.get(`/audit_logs/${hidden?.id}`)).toMatchObject({ status: 404 })
    expect(await clerk.get('/audit_logs')).toMatchObject({ status: 401 })
  })

  test('a deleted project leaves one more entry, and only the super administrator reads what it has', async () => {
    const { id, admin } = await app.company()
    const project = await newProject(admin, '要删的')
    const reader = await app.person(id, { audit_log: ['read'] }, [project])
    await admin.on(project).post('/pay_categories', { name: '补助' })
    expect((await log(reader)).listTotal).toBe(3)
    expect(await admin.delete(`/projects/${project}`)).toMatchObject({ code: 0 })
    expect((await log(reader)).items.map(({ resource }) => resource)).toEqual(['company'])
    const { items } = await log(admin)
    expect(items.map(({ action, record }) => `${action} ${record}`).slice(0, 3)).toEqual([
      ...['delete 要删的', 'create 补助', 'create 要删的'],
    ])
    expect(items[0]).toMatchObject({ before: { name: '要删的' }, after: null, project: { name: '要删的' } })
  })

  test('a link that is cut, or a right that is taken away, holds from the next request on', async () => {
    const { id, admin } = await app.company()
    const project = await newProject(admin)
    const reader = await app.person(id, { audit_log: ['read'] }, [project])
    expect((await log(reader)).listTotal).toBe(2)
    await app.services.db.deleteFrom('project_members').where('user_id', '=', reader.userId).execute()
    expect((await log(reader)).listTotal).toBe(1)
    await app.services.db.deleteFrom('role_permissions').where('model', '=', 'audit_log').execute()
    expect(await reader.get('/audit_logs')).toMatchObject({ status: 403 })
  })
})

test('of a long record a list has the fields and counts the lines; one entry has them all', async () => {
  const { clerk, admin, body, line } = await paymentWorld(app)
  const lines = Array.from({ length: 300 }, (_, index) => line({ remark: `第${index}行` }))
  await clerk.post('/cost_executions', body({}, lines))
  const [entry] = (await log(admin, { resource: 'cost_execution' })).items as [AuditLog]
  expect(entry).toMatchObject({ complete: false, after: { payer: '北京某某影视器材有限公司' } })
  expect(changesOf(entry).fields).toContainEqual({
    ...{ label: '付款明细', state: 'added', before: '', after: '共 300 项' },
  })
  const { data } = await admin.get(`/audit_logs/${entry.id}`)
  expect(data.complete).toBe(true)
  expect(changesOf(data).lists[0]?.lines).toHaveLength(300)
})

describe('export', () => {
  const rowsOf = async (who: Caller, body?: object, query = '') => {
    const { data } = await who.post(`/audit_logs/export${query}`, body)
    const file = await app.http.inject({ method: 'GET', url: data.file_url })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('操作日志'))
    return (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  }

  test('has the entries of the filters in words, and of an update what it changed', async () => {
    const { admin, clerk, body, line } = await paymentWorld(app)
    const { data } = await clerk.post('/cost_executions', body())
    const [first] = data.cost_execution_details
    await clerk.put(`/cost_executions/${data.code}`, {
      ...body({ payer: '=1+1', version: data.version }),
      cost_execution_details: [line({ code: first.code, pay_amount: '8000' })],
    })
    const [titles, ...rows] = await rowsOf(admin, { resource: 'cost_execution' })
    expect(titles).toEqual(['时间', '操作人', '操作', '资源', '项目', '对象', '来源地址', '变更前', '变更后'])
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual([
      ...[expect.any(Date), expect.stringMatching(/^员工/), '修改', '付款'],
      ...['测试项目', `${data.code} =1+1 8,000.00元`, '127.0.0.1'],
      '付款方：北京某某影视器材有限公司\n付款金额：100.00 元\n付款明细 第 1 条 摄影机租赁费：付款金额 100.00 元',
      '付款方：=1+1\n付款金额：8,000.00 元\n付款明细 第 1 条 摄影机租赁费：付款金额 8,000.00 元',
    ])
    expect(rows[1]?.slice(2, 4)).toEqual(['新增', '付款'])
    expect(await rowsOf(admin, undefined, '?keywords=%3D1%2B1')).toHaveLength(2)
    const tomorrow = addDays(today(app.services.clock()), 1)
    expect(await rowsOf(admin, { start_at: tomorrow })).toHaveLength(1)
  })

  test('of a super administrator has, after a transfer, only the entries of their own projects', async () => {
    const { id, admin } = await app.company()
    await newProject(admin, '自己的')
    const other = await app.person(id, { project: ['read', 'write'] })
    await newProject(other, '别人的')
    const { data } = await admin.post('/audit_logs/export')
    const projects = async () => {
      const file = await app.http.inject({ method: 'GET', url: data.file_url })
      const rows = (await readXlsx(file.rawPayload)).sheets[0]?.rows.slice(1) ?? []
      return new Set(rows.map((row) => row[4]).filter(Boolean))
    }
    expect(await projects()).toEqual(new Set(['自己的', '别人的']))
    const receiver = await app.person(id, { audit_log: ['read'] })
    await admin.delete(`/users/${admin.code}/transfer?transfer_user_code=${receiver.code}`)
    expect(await projects()).toEqual(new Set(['自己的']))
  })

  test('has what its creator may see, as long as they may enter the project, for ten minutes', async () => {
    const { id, admin } = await app.company()
    const project = await newProject(admin, '看得见')
    await newProject(admin, '看不见')
    const reader = await app.person(id, { audit_log: ['read'] }, [project])
    const names = async () => (await rowsOf(reader)).slice(1).map((row) => row[5])
    expect(await names()).toEqual(['看得见', expect.stringMatching(/^公司/)])
    const { data } = await reader.post('/audit_logs/export')
    const status = async (url = data.file_url) => (await app.http.inject({ method: 'GET', url })).statusCode
    expect(await status(data.file_url.replace(reader.code, admin.code))).toBe(403)
    await app.services.db
      .updateTable('users')
      .set({ disabled: true })
      .where('code', '=', reader.code)
      .execute()
    expect(await status()).toBe(404)
    await app.services.db
      .updateTable('users')
      .set({ disabled: false })
      .where('code', '=', reader.code)
      .execute()
    expect(await status()).toBe(200)
    const { data: profile } = await admin.get('/sessions/profile')
    const payments = await admin.on(project).post('/cost_executions/export')
    await setStopped(app.services, profile.company.code, true)
    for (const url of [data.file_url, payments.data.file_url]) {
      const stopped = await app.http.inject({ method: 'GET', url })
      expect(stopped.json()).toMatchObject({ code: 503, msg: '服务已停止，请联系管理员' })
    }
    await setStopped(app.services, profile.company.code, false)
    expect(await status()).toBe(200)
    app.advance(HOURS)
    expect(await status()).toBe(403)
    const clerk = await app.person(id, { cost_execution: ['read'] }, [project])
    expect(await clerk.post('/audit_logs/export')).toMatchObject({ status: 403 })
  })
})
