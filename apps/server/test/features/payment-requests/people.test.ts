import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edit } from '../../base/users/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, approvalWorld, DECIDER, roleOf, seen } from './helpers.ts'

describe('who decides on a request', () => {
  let app: TestApp
  let world: ApprovalWorld
  beforeAll(async () => {
    app = await workerApp()
  })
  afterAll(() => app.close())

  const start = async (changes: Record<string, unknown> = {}) => {
    world = await approvalWorld(app)
    if (Object.keys(changes).length > 0) await world.setRules(world.rules({ version: 1, ...changes }))
  }
  const one = (...steps: string[][]) => ({ bands: [{ from: '0', steps }] })
  const waiting = async (who: ApprovalWorld['asker']) =>
    (await who.get('/payment_requests/counts')).data.waiting

  test('one of a role, or a person by name; whoever acted in a step does not take the next one', async () => {
    await start()
    const { code: role } = await roleOf(app, world.producer)
    const grants = [
      { resource_model: 'payment_request', actions: ['read'] },
      { resource_model: 'payment_approval', actions: ['write'] },
    ]
    await world.setRules(
      world.rules({ version: 1, ...one([role, world.chief.code], [world.chief.code, role]) }),
    )
    const asked = await world.ask('10')
    expect([await waiting(world.chief), await waiting(world.producer)]).toEqual([1, 1])
    // A new name of the role or the person is shown at once.
    done(await world.admin.put(`/roles/${role}`, { name: '联合制片人', desc: '审批', permissions: grants }))
    done(await edit(world.admin, world.chief.code, { name: '方总监' }))
    const { waits_for, steps } = await seen(world.asker, asked)
    expect([waits_for, steps]).toMatchObject([
      '联合制片人或方总监',
      [{ names: ['联合制片人', '方总监'] }, { names: ['方总监', '联合制片人'] }],
    ])
    expect((await world.asker.get('/payment_requests')).data.items).toMatchObject([{ waits_for }])
    expect((await world.approve(world.asker, asked)).status).toBe(403)
    const first = (await world.approve(world.chief, asked)).data
    expect(first.waits_for).toMatch(/或/)
    expect([await waiting(world.chief), await waiting(world.producer)]).toEqual([0, 1])
    expect(await world.approve(world.chief, first)).toMatchObject({
      status: 422,
      msg: expect.stringContaining('您已审批过'),
    })
    expect((await world.approve(world.producer, first)).data.state).toBe('approved')
  })

  test('whom rules name is not deleted; when disabled, who may change the rules is told', async () => {
    await start()
    const { admin, chief, producer } = world
    const role = await roleOf(app, producer)
    done(await edit(admin, producer.code, { role_code: null }))
    await world.setRules(world.rules({ version: 1, ...one([chief.code, role.code]) }))
    const manager = await world.person({ project: ['write'], payment_request: ['read'] })
    const outside = await app.person(world.companyId, { user: ['delete'], role: ['delete'] })
    const { name } = (await admin.get(`/projects/${world.project}`)).data
    const kept = `已用于项目 ${name} 的审批规则，不能删除，请先在审批规则中更换审批人`
    const person = (await admin.get(`/users/${chief.code}`)).data.name
    expect(await admin.delete(`/users/${chief.code}`)).toMatchObject({
      status: 422,
      msg: `账号 ${person} ${kept}`,
    })
    expect(await admin.delete(`/roles/${role.code}`)).toMatchObject({
      status: 422,
      msg: `角色 ${role.name} ${kept}`,
    })
    expect((await outside.delete(`/roles/${role.code}`)).msg).toMatch(/已用于您无权进入的项目的审批规则/)
    // Nor is one that rules come to name meanwhile.
    const spare = done(await admin.post('/roles', { name: '备用', desc: '备用', permissions: [] })).data.code
    const late = await overlap(
      app,
      (tx) => tx.deleteFrom('roles').where('code', '=', spare).execute(),
      () => world.setRules(world.rules({ version: 2, ...one([spare]) })),
    )
    expect(late).toMatchObject({ status: 422, data: { errors: [{ message: '审批人不存在或已被删除' }] } })
    done(await edit(admin, chief.code, { status: '1' }))
    done(await admin.post(`/roles/${role.code}/status`, { status: 1 }))
    const told = async (who: ApprovalWorld['asker']) =>
      (await who.get('/notifications')).data.items.map(({ title }: { title: string }) => title)
    const titles = [`审批人已禁用：${role.name}`, `审批人已禁用：${person}`]
    expect([await told(manager), await told(admin), await told(world.asker)]).toEqual([titles, titles, []])
    await world.setRules(world.rules({ version: 2, ...one([producer.code, role.code]) }))
    done(await admin.delete(`/users/${chief.code}`))
    // The rules of an archived project cannot be changed any more.
    done(await admin.post(`/projects/${world.project}/archive`, {}))
    done(await admin.delete(`/roles/${role.code}`))
  })

  test('not who asked, unless the rules allow it', async () => {
    await start()
    const boss = await world.person({ ...DECIDER, payment_request: ['read', 'write'] })
    const other = await world.person()
    await world.setRules(world.rules({ version: 1, ...one([boss.code, other.code]) }))
    const own = await world.ask('10', {}, boss)
    expect((await seen(boss, own)).can.decide).toBe(false)
    expect(await world.approve(boss, own)).toMatchObject({
      status: 422,
      msg: expect.stringContaining('由您发起，不能由您审批'),
    })
    await world.setRules(world.rules({ version: 2, self_approve: true, ...one([boss.code, other.code]) }))
    // A request keeps the rules that it was sent with.
    expect((await world.approve(boss, own)).status).toBe(422)
    const later = await world.ask('10', {}, boss)
    expect((await world.approve(boss, later)).data.state).toBe('approved')
  })

  test('the super administrator, saying why, where nobody of a step can', async () => {
    await start(one([]))
    const boss = await world.person()
    await world.setRules(world.rules({ version: 1, ...one([boss.code]) }))
    const asked = await world.ask('10')
    expect(await waiting(world.admin)).toBe(0)
    expect(await world.approve(world.admin, asked)).toMatchObject({ status: 422 })
    const { db } = app.services
    await db.updateTable('users').set({ disabled: true }).where('id', '=', boss.userId).execute()
    expect(await waiting(world.admin)).toBe(1)
    expect(await seen(world.admin, asked)).toMatchObject({
      waits_for: '超级管理员',
      escalation: expect.stringMatching(/没有可以审批的账号，由超级管理员审批$/),
      can: { decide: true },
    })
    expect((await world.admin.get('/payment_requests', { tab: 'waiting' })).data.items).toHaveLength(1)
    expect((await world.approve(world.admin, asked)).data.state).toBe('approved')
  })

  test('a person whose right, role or project was taken away does not', async () => {
    await start()
    const { db } = app.services
    const boss = await world.person()
    const other = await world.person()
    await world.setRules(world.rules({ version: 1, ...one([boss.code, other.code]) }))
    const asked = await world.ask('10')
    await db
      .deleteFrom('role_permissions')
      .where('model', '=', 'payment_approval')
      .where('role_id', '=', (eb) => eb.selectFrom('users').select('role_id').where('id', '=', boss.userId))
      .execute()
    expect(await world.approve(boss, asked)).toMatchObject({ status: 403 })
    await db.deleteFrom('project_members').where('user_id', '=', other.userId).execute()
    expect((await world.approve(other, asked)).code).not.toBe(0)
    expect(await waiting(world.admin)).toBe(1)
  })

  test('a deputy on the days that were named, in the name of who is away', async () => {
    await start()
    const today = '2026-11-27'
    const deputy = await world.person()
    const set = (body: Record<string, unknown>) => world.chief.put('/payment_requests/deputy', body)
    expect(await set({ deputy_code: deputy.code, start_at: today })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'end_at' }] },
    })
    expect(await set({ deputy_code: world.asker.code, start_at: today, end_at: '2099-01-01' })).toMatchObject(
      {
        status: 422,
        data: { errors: [{ field: 'deputy_code', message: '代理人不存在，或没有审批权限' }] },
      },
    )
    expect(await set({ deputy_code: world.chief.code, start_at: today, end_at: '2099-01-01' })).toMatchObject(
      {
        status: 422,
        data: { errors: [{ field: 'deputy_code', message: '代理人不能是本人' }] },
      },
    )
    const asked = await world.ask('60000')
    expect(await waiting(deputy)).toBe(0)
    const named = await set({ deputy_code: deputy.code, start_at: '2020-01-01', end_at: '2099-01-01' })
    expect(named.data.deputies).toMatchObject([{ deputy_code: deputy.code, user_code: world.chief.code }])
    expect(await waiting(deputy)).toBe(1)
    expect((await world.approve(deputy, asked)).code).toBe(0)
    expect((await seen(deputy, asked)).acts.at(-1)).toMatchObject({
      act: 'approve',
      user_name: expect.stringMatching(/^员工/),
      for_name: expect.stringMatching(/^员工/),
    })
    // Neither the deputy nor who was away takes the next step.
    await world.setRules(
      world.rules({
        version: 1,
        ...one([world.chief.code], [world.chief.code, deputy.code, world.producer.code]),
      }),
    )
    const twice = await world.ask('10')
    const first = (await world.approve(deputy, twice)).data
    expect((await world.approve(deputy, first)).status).toBe(422)
    expect((await world.approve(world.chief, first)).status).toBe(422)
    expect((await world.approve(world.producer, first)).data.state).toBe('approved')
    expect((await set({ deputy_code: null })).data.deputies).toEqual([])
    await world.ask('5000')
    expect(await waiting(deputy)).toBe(0)
  })

  test('the rules name roles and people that exist, by ascending amounts; their change says which version it knew', async () => {
    await start()
    const wrong = async (bands: unknown, field: string) =>
      expect(await world.setRules(world.rules({ bands, version: 1 }))).toMatchObject({
        status: 422,
        data: { errors: [{ field }] },
      })
    const step = [world.chief.code]
    await wrong([], 'bands')
    await wrong([{ from: '1', steps: [] }], 'bands[0].from')
    await wrong(
      [
        { from: '0', steps: [] },
        { from: '0', steps: [] },
      ],
      'bands[1].from',
    )
    await wrong([{ from: '-1', steps: [] }], 'bands[0].from')
    await wrong([{ from: '0', steps: [[]] }], 'bands[0].steps[0]')
    await wrong([{ from: '0', steps: [[...step, ...step]] }], 'bands[0].steps[0]')
    await wrong([{ from: '0', steps: [step, ['nobody']] }], 'bands[0].steps[1]')
    await wrong([{ from: '0', steps: Array.from({ length: 6 }, () => step) }], 'bands[0].steps')
    expect(await world.setRules(world.rules({ version: 0 }))).toMatchObject({ status: 409 })
    const set = await world.setRules(world.rules({ version: 1, on: false }))
    expect(set.data).toMatchObject({ on: false, version: 2, bands: [{ from_yuan: '0.00' }, {}, {}] })
    expect(await world.clerk.post('/cost_executions', world.asking('99999'))).toMatchObject({ code: 0 })
    expect(await world.asker.put('/payment_requests/rules', world.rules())).toMatchObject({ status: 403 })
  })
})
