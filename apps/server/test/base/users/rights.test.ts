import { RESOURCES } from '@pianzhang/contract/permissions'
import { describe, expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { type Caller, type Grants, newProject } from '../../harness/harness.ts'
import { bodyOf, edit, newPhone, roleOf, userBody } from './helpers.ts'

const { app, companyId, admin } = await testCompany()

const MANAGES: Grants = { user: ['write', 'delete'], role: ['write', 'delete'] }
const person = (grants: Grants | null, projects: string[] = []) => app.person(companyId, grants, projects)
const fieldsOf = (answer: { data: { errors?: { field: string; message: string }[] } }) =>
  answer.data.errors?.map(({ field, message }) => `${field} ${message}`)
const LACKS = '权限超出您的权限'

describe('nobody grants rights that they lack', () => {
  test('by giving a role, to a new account or another one', async () => {
    const editor = await person({ ...MANAGES, contract: ['read'] })
    const more = await roleOf(
      admin,
      (await person({ contract: ['write', 'delete'], imprest: ['read'] })).code,
    )
    const same = await roleOf(admin, (await person({ contract: ['read'], user: ['read'] })).code)
    const target = await person(null)
    const message = `role_code 该角色的${LACKS}，不能授予：备用金（查看、导出）、合同（新增/编辑、删除（归档））`
    const refused = await editor.post('/users', userBody({ role_code: more }))
    expect(refused.status).toBe(422)
    expect(fieldsOf(refused)).toEqual([message])
    // The picker says so beforehand.
    const { items } = (await editor.get('/selects/roles', { per_page: 1000 })).data
    const refusedOf = (code: string) => items.find(({ value }: { value: string }) => value === code).refused
    expect([refusedOf(more), refusedOf(same)]).toEqual(['超出您的权限', undefined])
    const forAdmin = (await admin.get('/selects/roles', { per_page: 1000 })).data.items
    expect(forAdmin.filter((item: { refused?: string }) => item.refused)).toEqual([])
    expect(fieldsOf(await edit(editor, target.code, { role_code: more }))).toHaveLength(1)
    expect((await admin.get(`/users/${target.code}`)).data.role).toBeNull()
    expect((await editor.post('/users', userBody({ role_code: same }))).data.role.code).toBe(same)
    expect((await edit(editor, target.code, { role_code: same })).data.role.code).toBe(same)
    // A role that somebody has already stays, and may be taken away.
    const stronger = await person({ contract: ['delete'] })
    expect((await edit(editor, stronger.code, { name: '改名' })).data).toMatchObject({
      name: '改名',
      role: { is_super: false },
    })
    expect((await edit(editor, stronger.code, { role_code: '' })).data.role).toBeNull()
  })

  test('by taking over an account that may do more: its password and phone number stay', async () => {
    const editor = await person(MANAGES)
    const stronger = await person({ contract: ['read'] })
    const more = '该账号的权限超出您的权限：合同（查看、导出）'
    expect(await editor.put(`/users/${stronger.code}/password`, {})).toMatchObject({
      status: 403,
      msg: `${more}，不能重置密码`,
    })
    // The list says so beforehand.
    const row = async (who: Caller, code: string) => (await who.get(`/users/${code}`)).data
    expect(await row(editor, stronger.code)).toMatchObject({
      reset_refused: `${more}，不能重置密码`,
      can: { write: true, reset: false },
    })
    expect(await row(admin, stronger.code)).not.toHaveProperty('reset_refused')
    expect(await row(editor, editor.code)).not.toHaveProperty('reset_refused')
    expect(
      fieldsOf(await edit(editor, stronger.code, { phone: newPhone(), password: 'known-to-me' })),
    ).toEqual([`phone ${more}，不能修改手机号`, `password ${more}，不能重置密码`])
    expect((await stronger.get('/projects')).code).toBe(0)
    const equal = await person({ user: ['read'] })
    expect((await editor.put(`/users/${equal.code}/password`, {})).code).toBe(0)
    expect((await edit(editor, equal.code, { phone: newPhone(), password: 'known-to-me' })).code).toBe(0)
  })

  test('by taking over an account of a project that they may not enter', async () => {
    const hidden = await newProject(admin)
    const editor = await person(MANAGES)
    const member = await person({ user: ['read'] }, [hidden])
    expect(await editor.put(`/users/${member.code}/password`, {})).toMatchObject({
      status: 403,
      msg: '该账号参与了您无权进入的项目，不能重置密码',
    })
    await admin.delete(`/projects/${hidden}`)
    expect((await editor.put(`/users/${member.code}/password`, {})).code).toBe(0)
  })

  test('by enabling an account or a role that may do more; disabling is allowed', async () => {
    const editor = await person(MANAGES)
    const stronger = await person({ contract: ['read'] })
    const role = await roleOf(admin, stronger.code)
    expect((await edit(editor, stronger.code, { status: '1' })).data.can).toMatchObject({ status: false })
    expect(fieldsOf(await edit(editor, stronger.code, { status: '0' }))).toEqual([
      'status 该账号的权限超出您的权限：合同（查看、导出），不能启用',
    ])
    expect((await editor.post(`/roles/${role}/status`, { status: 1 })).data).toMatchObject({
      status: 'disabled',
      can: { status: false },
    })
    expect(fieldsOf(await editor.post(`/roles/${role}/status`, { status: 0 }))).toEqual([
      'status 该角色的权限超出您的权限，不能启用：合同（查看、导出）',
    ])
    // The rights of a disabled role are still those of whoever has it once it is enabled.
    await edit(admin, stronger.code, { status: '0' })
    expect((await editor.put(`/users/${stronger.code}/password`, {})).status).toBe(403)
  })

  test('by editing a role; what it allows already may stay', async () => {
    const editor = await person({ ...MANAGES, invoice: ['read'] })
    const grants = [
      { resource_model: 'invoice', actions: ['write'] },
      { resource_model: 'user', actions: ['write'] },
      { resource_model: 'overview', actions: ['read'] },
    ]
    const refused = await editor.post('/roles', { name: '越权', desc: '试试', permissions: grants })
    expect(fieldsOf(refused)).toEqual([
      'permissions[0].actions 您没有发票的新增/编辑权限，不能授予他人',
      'permissions[2].actions 您没有项目总览的查看、导出权限，不能授予他人',
    ])
    const { code } = (await admin.post('/roles', { name: '已有', desc: '总览', permissions: [grants[2]] }))
      .data
    const more = { name: '已有', desc: '改', permissions: [grants[2], grants[0]] }
    expect(fieldsOf(await editor.put(`/roles/${code}`, more))).toHaveLength(1)
    const kept = { ...more, permissions: [grants[2], { resource_model: 'invoice', actions: ['read'] }] }
    expect((await editor.put(`/roles/${code}`, kept)).code).toBe(0)
    const own = await roleOf(admin, editor.code)
    const role = (await admin.get(`/roles/${own}`)).data
    const greedy = { ...role, desc: '全要', permissions: [...role.permissions, grants[2]] }
    expect((await editor.put(`/roles/${own}`, greedy)).status).toBe(422)
    expect((await editor.get('/sessions/profile')).data.current_permissions).not.toContainEqual(
      expect.objectContaining({ resource_model: 'overview' }),
    )
  })
})

describe('the super administrator', () => {
  test('alone changes their own account, but neither role nor status nor projects', async () => {
    const { id, admin: boss } = await app.company()
    const editor = await app.person(id, MANAGES)
    const role_code = await roleOf(boss, editor.code)
    for (const call of [
      edit(editor, boss.code, { name: '换人' }),
      edit(editor, boss.code, { status: '1' }),
      edit(editor, boss.code, { role_code }),
      editor.put(`/users/${boss.code}/password`, {}),
      editor.delete(`/users/${boss.code}`),
      editor.delete(`/users/${boss.code}/transfer?transfer_user_code=${editor.code}`),
    ])
      expect((await call).status).toBe(403)
    const project = await newProject(boss)
    const saved = await edit(boss, boss.code, { name: '新名', phone: newPhone(), project_codes: [] })
    expect(saved.data).toMatchObject({
      name: '新名',
      role: { is_super: true },
      projects: [{ code: project }],
      can: {
        write: true,
        delete: false,
        transfer: true,
        reset: false,
        status: false,
        role: false,
        phone: true,
      },
    })
    expect(fieldsOf(await edit(boss, boss.code, { status: 1, role_code, password: 'a-new-one' }))).toEqual([
      'password 请在“修改密码”中修改自己的密码',
      'status 不能禁用自己的账号',
      'role_code 超级管理员的角色不能修改，请使用移交',
    ])
    expect(await boss.delete(`/users/${boss.code}`)).toMatchObject({
      status: 422,
      msg: '不能删除自己的账号',
    })
    expect((await boss.get('/sessions/profile')).data.role.is_super).toBe(true)
  })
})

test('nobody else changes, disables or deletes their own account', async () => {
  const editor = await person(MANAGES)
  expect(await edit(editor, editor.code, { name: '自己' })).toMatchObject({
    status: 403,
    msg: '不能修改自己的账号，请联系其他管理员',
  })
  expect(fieldsOf(await edit(editor, editor.code, { status: '1' }))).toEqual(['status 不能禁用自己的账号'])
  expect((await editor.delete(`/users/${editor.code}`)).msg).toBe('不能删除自己的账号')
  expect((await editor.put(`/users/${editor.code}/password`, {})).status).toBe(422)
  const own = await roleOf(admin, editor.code)
  expect(fieldsOf(await editor.post(`/roles/${own}/status`, { status: '1' }))).toEqual([
    'status 不能禁用自己的角色',
  ])
  expect((await editor.get('/users')).code).toBe(0)
})

describe('the flags of a row tell what its endpoints do', () => {
  const EVERYTHING: Grants = Object.fromEntries(
    RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
  )
  const VIEWERS: [string, (project: string) => Promise<Caller>][] = [
    ['the super administrator', async () => admin],
    ['one with all rights, in the project', async (project) => await person(EVERYTHING, [project])],
    ['one with all rights, in no project', async () => await person(EVERYTHING)],
    ['one who manages accounts only', async () => await person(MANAGES)],
    ['one who only deletes', async () => await person({ user: ['delete'], role: ['delete'] })],
    ['a reader', async () => await person({ user: ['read'], role: ['read'] })],
  ]

  test.each(VIEWERS)('for %s', async (_, make) => {
    const project = await newProject(admin)
    const viewer = await make(project)
    const targets: [string, () => Promise<string>][] = [
      ['the super administrator', async () => admin.code],
      ['themselves', async () => viewer.code],
      ['a reader', async () => (await person({ user: ['read'] })).code],
      ['a bookkeeper', async () => (await person({ contract: ['write'] })).code],
      ['one in the project', async () => (await person({}, [project])).code],
      ['a disabled reader', async () => await disabled(await person({ user: ['read'] }))],
      ['a disabled bookkeeper', async () => await disabled(await person({ contract: ['write'] }))],
    ]
    for (const [name, target] of targets) {
      const attempts: Record<string, (code: string) => Promise<{ code: number }>> = {
        write: (code) => edit(viewer, code, {}),
        reset: (code) => viewer.put(`/users/${code}/password`, {}),
        role: (code) => edit(viewer, code, { role_code: '' }),
        phone: (code) => edit(viewer, code, { phone: newPhone() }),
        status: async (code) =>
          edit(viewer, code, { status: (await viewer.get(`/users/${code}`)).data.status === '0' ? 1 : 0 }),
        delete: (code) => viewer.delete(`/users/${code}`),
      }
      let unchanged: string | undefined
      for (const [flag, attempt] of Object.entries(attempts)) {
        const code = unchanged ?? (await target())
        const { can } = (await viewer.get(`/users/${code}`)).data
        // No change of the role is asked of accounts that have none to lose.
        if (flag === 'role' && (await bodyOf(admin, code)).role_code === '') continue
        const isDone = (await attempt(code)).code === 0
        expect([name, flag, isDone]).toEqual([name, flag, can[flag]])
        unchanged = isDone ? undefined : code
      }
    }
  })

  const disabled = async ({ code }: Caller) => {
    await edit(admin, code, { status: '1' })
    return code
  }

  test.each(VIEWERS)('of roles, for %s', async (_, make) => {
    const viewer = await make(await newProject(admin))
    for (const grants of [{ user: ['read'] }, { contract: ['write'] }] as Grants[])
      for (const status of [0, 1]) {
        const { data: role } = await admin.post('/roles', {
          ...{ name: `角色${newPhone()}`, desc: '试' },
          permissions: Object.entries(grants).map(([resource_model, actions]) => ({
            resource_model,
            actions,
          })),
        })
        await admin.post(`/roles/${role.code}/status`, { status })
        const { can } = (await viewer.get(`/roles/${role.code}`)).data
        const attempts = {
          write: await viewer.put(`/roles/${role.code}`, role),
          status: await viewer.post(`/roles/${role.code}/status`, { status: 1 - status }),
          delete: await viewer.delete(`/roles/${role.code}`),
        }
        for (const [flag, { code }] of Object.entries(attempts))
          expect([flag, status, code === 0]).toEqual([flag, status, can[flag]])
      }
  })
})

describe('a feature that is switched off takes no administration away', () => {
  const APPROVES: Grants = { payment_approval: ['read', 'write'] }

  /** What an editor of accounts and roles does to those of a role with the feature's rights: the status of each call. */
  async function administered(editor: Caller): Promise<number[]> {
    const [target, disabled] = [await person(APPROVES), await person(APPROVES)]
    const role = await roleOf(admin, target.code)
    const disabledRole = await roleOf(admin, disabled.code)
    await edit(admin, disabled.code, { status: '1' })
    await admin.post(`/roles/${disabledRole}/status`, { status: 1 })
    await features(false)
    try {
      const { items } = (await editor.get('/selects/roles', { per_page: 1000 })).data
      const answers = [
        await editor.put(`/users/${target.code}/password`, {}),
        await editor.post('/users', userBody({ role_code: role })),
        await editor.post(`/roles/${disabledRole}/status`, { status: 0 }),
        await edit(editor, disabled.code, { status: '0' }),
        await edit(editor, target.code, { phone: newPhone() }),
        await editor.post('/roles', {
          name: `审批${newPhone()}`,
          desc: '新角色',
          permissions: [{ resource_model: 'payment_approval', actions: ['read', 'write'] }],
        }),
      ]
      const isOffered = items.find(({ value }: { value: string }) => value === role).refused === undefined
      return [isOffered ? 200 : 422, ...answers.map(({ status }) => status)]
    } finally {
      await features(true)
    }
  }
  const features = (on: boolean) => admin.put('/company/features', { items: [{ feature: 'approval', on }] })

  test('from the super administrator, and from one who has these rights', async () => {
    const all = Array(7).fill(200)
    expect(await administered(admin)).toEqual(all)
    expect(await administered(await person({ ...MANAGES, ...APPROVES }))).toEqual(all)
  })

  test('and gives it to nobody who lacks them', async () => {
    expect(await administered(await person(MANAGES))).toEqual([422, 403, 422, 422, 422, 422, 422])
  })
})
