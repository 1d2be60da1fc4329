import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { resourcesWith } from '@pianzhang/contract/permissions'
import { describe, expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { newProject } from '../../harness/harness.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { edit, logOf, userBody } from '../users/helpers.ts'

const { app, companyId, admin } = await testCompany()

let last = 0
const roleBody = (fields: Record<string, unknown> = {}) => {
  last += 1
  return { name: `角色${last}`, desc: '记账', permissions: [], ...fields }
}
const entry = (resource_model: string, ...actions: string[]) => ({ resource_model, actions })
const add = async (...permissions: ReturnType<typeof entry>[]) =>
  (await admin.post('/roles', roleBody({ permissions }))).data as {
    code: string
    name: string
    version: number
  }
const fieldsOf = (answer: { data: { errors: { field: string; message: string }[] } }) =>
  answer.data.errors.map(({ field, message }) => `${field} ${message}`)

describe('the permissions of a role', () => {
  test('have read with write and delete, export with read, payment with write; resources without an action are omitted', async () => {
    const { code } = await add(
      entry('contract', 'write'),
      entry('subject', 'delete'),
      entry('order', 'write', 'read'),
      entry('audit_log', 'read'),
      entry('invoice'),
    )
    const { data } = await admin.get(`/roles/${code}`)
    expect(
      data.permissions.map(({ resource_model, resource_name, actions }: Record<string, unknown>) => [
        resource_model,
        resource_name,
        actions,
      ]),
    ).toEqual([
      ['order', '项目购买', ['read', 'write', 'payment']],
      ['contract', '合同', ['read', 'write', 'export']],
      ['subject', '科目', ['read', 'delete']],
      ['audit_log', '操作日志', ['read', 'export']],
    ])
    const codes = data.permissions.map((permission: { code: string }) => permission.code)
    expect(new Set(codes).size).toBe(4)
  })

  test('are replaced by a PUT: one left out is removed, a cleared one sent with its code stays and grants nothing', async () => {
    const { code, version } = await add(
      entry('contract', 'read'),
      entry('subject', 'write'),
      entry('user', 'read'),
    )
    const project = await newProject(admin)
    const person = await app.person(companyId, null, [project])
    await edit(admin, person.code, { role_code: code })
    const on = person.on(project)
    expect([(await on.get('/contracts')).code, (await on.get('/users')).code]).toEqual([0, 0])
    const { permissions } = (await admin.get(`/roles/${code}`)).data
    const [user, contract] = permissions
    expect([user.resource_model, contract.resource_model]).toEqual(['user', 'contract'])
    const body = {
      ...{ name: '改了名', desc: '改了', version },
      permissions: [
        { ...contract, actions: [] },
        { ...user, actions: ['delete'] },
      ],
    }
    const saved = await admin.put(`/roles/${code}`, body)
    expect(saved.data).toMatchObject({
      ...{ name: '改了名', desc: '改了', version: version + 1, user_count: 1 },
      permissions: [
        { code: user.code, resource_model: 'user', actions: ['read', 'delete'] },
        { code: contract.code, resource_model: 'contract', actions: [] },
      ],
    })
    expect((await admin.get(`/roles/${code}`)).data).toEqual(saved.data)
    // From the next request on, in the same session.
    expect([(await on.get('/contracts')).code, (await on.get('/users')).code]).toEqual([403, 0])
    expect((await on.get('/subjects')).code).toBe(403)
    expect((await on.get('/sessions/profile')).data.current_permissions).toEqual([
      { resource_model: 'user', actions: ['read', 'delete'] },
    ])
    expect(await admin.put(`/roles/${code}`, body)).toMatchObject({ status: 409 })
    expect((await logOf(app, code)).at(-1)).toMatchObject({
      ...{ action: 'update', resource: 'role', label: '改了名', project_id: null },
      before: {
        status: '启用',
        permissions: ['账号：查看', '合同：查看、导出', '科目：查看、新增/编辑'],
      },
      after: { name: '改了名', desc: '改了', permissions: ['账号：查看、删除（归档）'] },
    })
  })

  test.each([
    ['an unknown resource', [entry('film', 'read')], ['permissions[0].resource_model 资源不存在']],
    ['no entry', ['contract'], ['permissions[0] 格式不正确']],
    ['an unknown action', [entry('contract', 'read', 'burn')], ['permissions[0].actions[1] 操作不存在']],
    [
      'actions that the resource does not offer',
      [entry('user', 'read'), entry('invoice', 'delete', 'export')],
      [
        'permissions[1].actions[0] 发票没有“删除（归档）”操作',
        'permissions[1].actions[1] 发票没有“导出”操作',
      ],
    ],
    [
      'a resource twice',
      [entry('user', 'read'), entry('user', 'write')],
      ['permissions[1].resource_model 资源不能重复'],
    ],
    ['no list', 'all', ['permissions 请选择权限']],
    ['no actions', [{ resource_model: 'user' }], ['permissions[0].actions 请选择操作']],
  ])('are refused with %s', async (_, permissions, errors) => {
    const { code } = await add(entry('user', 'read'))
    const before = (await admin.get(`/roles/${code}`)).data
    const body = roleBody({ permissions })
    for (const answer of [await admin.post('/roles', body), await admin.put(`/roles/${code}`, body)]) {
      expect(answer.status).toBe(422)
      expect(fieldsOf(answer)).toEqual(errors)
    }
    expect((await admin.get(`/roles/${code}`)).data).toEqual(before)
  })

  test("are refused with the code of another role's entry", async () => {
    const [one, other] = [await add(entry('user', 'read')), await add(entry('user', 'read'))]
    const [foreign] = (await admin.get(`/roles/${other.code}`)).data.permissions
    const answer = await admin.put(`/roles/${one.code}`, roleBody({ permissions: [foreign] }))
    expect(fieldsOf(answer)).toEqual(['permissions[0].code 权限已被他人修改，请刷新后重试'])
  })
})

describe('a name', () => {
  test('is required, as is the description, and unique in the company', async () => {
    const { name, code } = await add()
    expect(fieldsOf(await admin.post('/roles', { name: ' ', desc: '', permissions: [] }))).toEqual([
      'name 请输入角色名称',
      'desc 请输入权限描述',
    ])
    for (const taken of [name, ` ${name}\u200b`, '超级管理员'])
      expect(fieldsOf(await admin.post('/roles', roleBody({ name: taken })))).toEqual(['name 角色名称已存在'])
    const other = await add()
    expect(fieldsOf(await admin.put(`/roles/${other.code}`, roleBody({ name })))).toEqual([
      'name 角色名称已存在',
    ])
    expect((await admin.put(`/roles/${code}`, roleBody({ name }))).code).toBe(0)
    const stranger = (await app.company()).admin
    expect((await stranger.post('/roles', roleBody({ name }))).code).toBe(0)
  })
})

test('the list: newest first, the super administrator last and untouchable; filter by name; pages', async () => {
  const { id, admin: boss } = await app.company()
  await boss.post('/roles', roleBody({ name: '财务' }))
  const { code } = (await boss.post('/roles', roleBody({ name: '审计' }))).data
  const deleted = (await boss.post('/users', userBody({ role_code: code }))).data
  await boss.delete(`/users/${deleted.code}`)
  await boss.post('/users', userBody({ role_code: code }))
  const { items, listTotal } = (await boss.get('/roles')).data
  expect(listTotal).toBe(3)
  expect(items).toMatchObject([
    { name: '审计', code, user_count: 1, status: 'enable', status_i18n: '启用', is_super: false },
    { name: '财务', user_count: 0, can: { write: true, delete: true, status: true } },
    {
      ...{ code: '', name: '超级管理员', is_super: true, user_count: 1 },
      can: { write: false, delete: false, status: false },
    },
  ])
  expect((await boss.get('/roles', { name: '管理' })).data.items).toMatchObject([{ is_super: true }])
  expect((await boss.get('/roles', { page: 2, per_page: 1 })).data).toMatchObject({
    listTotal: 3,
    items: [{ name: '财务' }],
  })
  const reader = await app.person(id, { role: ['read'] })
  expect((await reader.get('/roles', { name: '财务' })).data.items).toMatchObject([
    { can: { write: false, delete: false, status: false } },
  ])
  expect((await (await app.company()).admin.get(`/roles/${code}`)).status).toBe(404)
})

test('disabling a role leaves its people a login only, in the same session; enabling gives all back', async () => {
  const project = await newProject(admin)
  const { code } = await add(entry('contract', 'read'))
  const person = await app.person(companyId, null, [project])
  await edit(admin, person.code, { role_code: code })
  const on = person.on(project)
  expect((await admin.post(`/roles/${code}/status`, { status: 1 })).data).toMatchObject({
    status: 'disabled',
    status_i18n: '禁用',
  })
  expect((await on.get('/contracts')).code).toBe(403)
  expect((await on.get('/sessions/profile')).data).toMatchObject({
    role: { code: '' },
    current_permissions: [],
  })
  expect((await admin.get(`/users/${person.code}`)).data.role).toMatchObject({ code, status: 'disabled' })
  expect((await admin.post(`/roles/${code}/status`, { status: '1' })).code).toBe(0)
  expect((await admin.post(`/roles/${code}/status`, { status: '0' })).data.status).toBe('enable')
  expect((await on.get('/contracts')).code).toBe(0)
  expect((await admin.post(`/roles/${code}/status`, { status: 'off' })).data.errors).toEqual([
    { field: 'status', message: '状态不正确' },
  ])
  const log = (await logOf(app, code)).filter(({ action }) => action === 'update')
  expect(log).toMatchObject([
    { before: { status: '启用' }, after: { status: '禁用' } },
    { before: { status: '禁用' }, after: { status: '启用' } },
  ])
})

describe('deleting', () => {
  test('is refused while accounts have the role, naming them; disabled accounts count', async () => {
    const { code, name } = await add(entry('contract', 'read'))
    const names = ['甲', '乙', '丙', '丁']
    const users = []
    for (const user of names)
      users.push((await admin.post('/users', userBody({ name: user, role_code: code, status: 1 }))).data.code)
    const refusal = `角色 ${name} 已被账号 甲、乙、丙 等 使用，不能删除`
    expect(await admin.delete(`/roles/${code}`)).toMatchObject({ status: 422, msg: refusal })
    for (const user of users.slice(0, 3)) await admin.delete(`/users/${user}`)
    expect((await admin.delete(`/roles/${code}`)).msg).toBe(`角色 ${name} 已被账号 丁 使用，不能删除`)
    await edit(admin, users[3], { role_code: null })
    expect(await admin.delete(`/roles/${code}`)).toMatchObject({ code: 0, msg: '删除成功' })
    for (const call of [
      admin.get(`/roles/${code}`),
      admin.delete(`/roles/${code}`),
      admin.put(`/roles/${code}`, roleBody()),
      admin.post(`/roles/${code}/status`, { status: 1 }),
    ])
      expect((await call).status).toBe(404)
    expect((await logOf(app, code)).at(-1)).toMatchObject({
      action: 'delete',
      before: { name, permissions: ['合同：查看、导出'] },
    })
    expect((await admin.get('/selects/roles', { keywords: name })).data.items).toEqual([])
  })

  test('the super administrator: there is no such role', async () => {
    for (const call of [admin.delete('/roles/super'), admin.get('/roles/'), admin.delete('/roles/')])
      expect((await call).status).toBeGreaterThanOrEqual(400)
  })
})

describe('at the same time', () => {
  test('an account does not get a role that is being deleted', async () => {
    const { code } = await add()
    const answer = await overlap(
      app,
      (tx) => tx.deleteFrom('roles').where('code', '=', code).execute(),
      () => admin.post('/users', userBody({ role_code: code })),
    )
    expect(answer.data.errors).toEqual([{ field: 'role_code', message: '角色不存在或已被删除' }])
  })

  test('a role is not deleted that an account is being given', async () => {
    const { code, name } = await add()
    const person = await app.person(companyId, null)
    const answer = await overlap(
      app,
      async (tx) => {
        const role = await tx
          .selectFrom('roles')
          .select('id')
          .where('code', '=', code)
          .executeTakeFirstOrThrow()
        await tx.updateTable('users').set({ role_id: role.id }).where('id', '=', person.userId).execute()
      },
      () => admin.delete(`/roles/${code}`),
    )
    const { name: user } = (await admin.get(`/users/${person.code}`)).data
    expect(answer).toMatchObject({ status: 422, msg: `角色 ${name} 已被账号 ${user} 使用，不能删除` })
  })

  test('of ten roles of one name one is created; of two edits the second is stale', async () => {
    const body = roleBody()
    expect(await atOnce(10, () => admin.post('/roles', body))).toEqual({
      '0 操作成功': 1,
      '422 角色名称已存在': 9,
    })
    const ways = ['制片(A)', '制片（Ａ）', '制片(a)']
    const alike = await atOnce(3, (index) => admin.post('/roles', roleBody({ name: ways[index] })))
    expect(alike['0 操作成功']).toBe(1)
    const second = await add()
    expect((await admin.put(`/roles/${second.code}`, roleBody({ name: '制片（a)' }))).msg).toMatch(
      /^与已有角色“制片.*”只有全角半角或大小写的差别，请核对$/,
    )
    const { code } = await add()
    const answer = await overlap(
      app,
      (tx) => tx.updateTable('roles').set({ version: 2 }).where('code', '=', code).execute(),
      () => admin.put(`/roles/${code}`, roleBody({ version: 1 })),
    )
    expect(answer.status).toBe(409)
  })
})

test('the resources that a role can be given, with their actions', async () => {
  const answer = await (await app.person(companyId, {})).get('/api/common/resources', { category: 'manager' })
  const offered = resourcesWith(new Set(FEATURE_NAMES))
  expect(answer.data.items).toEqual(offered.map(({ model, name, actions }) => ({ model, name, actions })))
  expect(answer.data.items).toContainEqual({
    model: 'role',
    name: '角色',
    actions: ['read', 'write', 'delete'],
  })
})
