import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { newProject, startTestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'

withAllSubjects()

const { app, companyId, admin } = await testCompany()

const FULL = {
  name: '长夜灯火',
  director: '李导',
  main_character: '张三、李四',
  desc: '一个故事 🎬',
  start_date_at: '2026-12-01',
  end_date_at: '2027-03-31',
}

describe('creating', () => {
  test('answers the project as its GET does, with the default tree and types', async () => {
    const created = await admin.post('/projects', FULL)
    expect(created).toMatchObject({
      code: 0,
      msg: '操作成功',
      data: { ...FULL, version: 1, archive_at: null, expired: false },
    })
    const { code, created_at, expire_at } = created.data
    expect(expire_at).toBe(`${Number(created_at.slice(0, 4)) + 3}${created_at.slice(4, 10)}`)
    expect((await admin.get(`/projects/${code}`)).data).toEqual(created.data)
    const inside = admin.on(code)
    const levels = await Promise.all(
      [0, 1, 2].map(async (category) => (await inside.get('/subjects', { category })).data.listTotal),
    )
    expect(levels).toEqual([26, 95, 260])
    const types = (await inside.get('/pay_categories')).data.items.map((item: { name: string }) => item.name)
    expect(types).toEqual([
      '定金',
      '预付款',
      '进度款',
      '尾款',
      '质保金',
      '押金',
      '押金退回',
      '报销',
      '工资劳务',
      '税费',
      '其他',
    ])
    const ancestors = await sql<{ wrong: number }>`select count(*)::int4 as wrong from subjects s
      join projects p on p.id = s.project_id and p.code = ${code}
      left join subjects one on one.project_id = s.project_id and one.id = s.one_id
      left join subjects two on two.project_id = s.project_id and two.id = s.two_id
      left join subjects up on up.project_id = s.project_id and up.id = s.parent_id
      where one.out_code is distinct from left(s.out_code, 4)
        or two.out_code is distinct from case when s.category > 0 then left(s.out_code, 6) end
        or up.out_code is distinct from case s.category when 1 then left(s.out_code, 4) when 2 then left(s.out_code, 6) end`.execute(
      app.services.db,
    )
    expect(ancestors.rows[0]?.wrong).toBe(0)
  })

  test('links its creator, also one who is not the super administrator', async () => {
    const maker = await app.person(companyId, { project: ['write'] })
    const code = await newProject(maker, '自己建的')
    expect((await maker.get('/projects')).data.items.map((item: { code: string }) => item.code)).toEqual([
      code,
    ])
    expect((await maker.on(code).get('/selects/pay_categories')).code).toBe(0)
  })

  test.each([
    ['no name', { name: ' ' }, 'name', '请输入项目名称'],
    ['a name of 201 characters', { name: '长'.repeat(201) }, 'name', '不能超过200个字符'],
    ['a synopsis of 10,000 characters', { desc: '长'.repeat(10_000) }, 'desc', '不能超过2000个字符'],
    ['a day that does not exist', { start_date_at: '2026-02-30' }, 'start_date_at', '日期不存在'],
    ['an end before the start', { end_date_at: '2026-11-30' }, 'end_date_at', '结束日期不能早于开始日期'],
    ['a NUL', { director: 'a\0b' }, 'director', '包含无法保存的字符'],
  ])('refuses %s and changes nothing', async (_, wrong, field, message) => {
    const before = await app.services.db
      .selectFrom('companies')
      .select('exists_count')
      .where('id', '=', companyId)
      .execute()
    const answer = await admin.post('/projects', { ...FULL, ...wrong })
    expect(answer).toMatchObject({ status: 422, code: 422, data: { errors: [{ field, message }] } })
    const after = await app.services.db
      .selectFrom('companies')
      .select('exists_count')
      .where('id', '=', companyId)
      .execute()
    expect(after).toEqual(before)
  })

  test('empty dates are stored as null', async () => {
    const answer = await admin.post('/projects', { name: '未定档期', start_date_at: '', end_date_at: null })
    expect(answer.data).toMatchObject({ start_date_at: null, end_date_at: null })
  })
})

describe('changing', () => {
  test('replaces the fields, increments the version, and refuses a stale one', async () => {
    const code = await newProject(admin, '旧名')
    const changed = await admin.put(`/projects/${code}`, { ...FULL, name: '新名', version: 1 })
    expect(changed.data).toMatchObject({ ...FULL, name: '新名', version: 2 })
    const stale = await admin.put(`/projects/${code}`, { ...FULL, name: '更旧', version: 1 })
    expect(stale).toMatchObject({ status: 409, msg: '该记录已被他人修改，请刷新后重试。' })
    expect((await admin.get(`/projects/${code}`)).data).toEqual(changed.data)
    expect((await admin.put(`/projects/${code}`, { ...FULL, name: '', version: 1 })).status).toBe(422)
  })

  test('an archived project is read-only and cannot be selected; archiving again has no effect', async () => {
    const code = await newProject(admin, '要归档的')
    const archived = await admin.post(`/projects/${code}/archive`)
    expect(archived.data).toMatchObject({
      archive_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      can: { write: false, archive: false, unarchive: true, select: false, delete: true },
    })
    app.advance(1000)
    expect((await admin.post(`/projects/${code}/archive`)).data).toEqual(archived.data)
    const readOnly = { status: 200, code: 300011, msg: '项目已归档，仅可查看和导出。' }
    expect(await admin.put(`/projects/${code}`, FULL)).toMatchObject(readOnly)
    expect(await admin.post(`/projects/${code}/selected`)).toMatchObject(readOnly)
    expect(await book(admin.on(code))).toMatchObject(readOnly)
    expect((await admin.on(code).get('/subjects')).data.can).toEqual({ write: false, delete: false })
    expect((await admin.post(`/projects/${code}/unarchive`)).data).toMatchObject({
      archive_at: null,
      can: { write: true },
    })
    expect(await book(admin.on(code))).toMatchObject({ code: 0 })
    expect(await actions(code)).toEqual(['create', 'archive', 'unarchive'])
  })

  test('an expired one can be selected and archived, but not changed', async () => {
    const old = await startTestApp()
    const { admin: owner } = await old.company()
    const code = await newProject(owner)
    old.advance(3 * 366 * 86_400_000)
    const back = await old.services.db
      .updateTable('sessions')
      .set({ seen_at: old.services.clock(), created_at: old.services.clock() })
      .execute()
    expect(back).toHaveLength(1)
    expect((await owner.get('/projects')).data.items[0]).toMatchObject({
      expired: true,
      can: { write: false, select: true },
    })
    expect(await owner.put(`/projects/${code}`, FULL)).toMatchObject({
      code: 300011,
      msg: '项目已到期，仅可查看和导出。',
    })
    expect(await owner.post(`/projects/${code}/selected`)).toMatchObject({ code: 0 })
    expect(await owner.post(`/projects/${code}/archive`)).toMatchObject({ code: 0 })
    expect(await owner.post(`/projects/${code}/unarchive`)).toMatchObject({ code: 0 })
    expect(await owner.delete(`/projects/${code}`)).toMatchObject({ code: 0, msg: '删除成功' })
    await old.close()
  })

  test('a deleted one disappears for everyone at once, still counts in the quota, and leaves one log entry', async () => {
    const code = await newProject(admin, '要删除的')
    const member = await app.person(companyId, { project: ['read', 'delete'], subject: ['read'] }, [code])
    await member.post(`/projects/${code}/selected`)
    const count = (await admin.get('/projects')).data.exists_count
    expect(await admin.delete(`/projects/${code}`)).toMatchObject({ code: 0, msg: '删除成功' })
    expect((await member.get('/subjects')).code).toBe(300009)
    expect((await member.on(code).get('/subjects')).code).toBe(300009)
    expect((await member.get('/sessions/profile')).data.current_project).toBeNull()
    expect((await member.get('/projects')).data.items).toEqual([])
    expect((await admin.get('/projects', { keywords: '要删除的' })).data).toMatchObject({
      listTotal: 0,
      exists_count: count,
    })
    for (const call of [
      member.get(`/projects/${code}`),
      member.delete(`/projects/${code}`),
      admin.put(`/projects/${code}`, FULL),
      admin.post(`/projects/${code}/selected`),
      admin.post(`/projects/${code}/unarchive`),
    ])
      expect(await call).toMatchObject({ status: 404, msg: '数据不存在或已被删除' })
    expect(await actions(code)).toEqual(['create', 'select', 'delete'])
  })
})

async function actions(code: string): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('audit_logs as a')
    .innerJoin('projects as p', 'p.id', 'a.project_id')
    .select('a.action')
    .where('p.code', '=', code)
    .where('a.resource', '=', 'project')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => row.action)
}
