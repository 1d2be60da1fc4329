import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { purgeProjects } from '../../../src/operator/purge/purge.ts'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { atOnce, changeProject, overlap } from '../../harness/overlap.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { runCommand } from '../../processes/commands.ts'
import { type ReportWorld, reportWorld } from '../cost-reports/helpers.ts'
import { downloadRows, importRows } from '../cost-reports/sheets.ts'
import { emptyWorld, ONE, THREE, TWO, type VersionsWorld, versionsWorld } from './helpers.ts'

const LOCKED = { status: 422, msg: '预算已锁定，请使用预算调剂' }

describe('versions of the budget', () => {
  let app: TestApp
  let world: VersionsWorld
  worldForEach(versionsWorld, (opened, own) => {
    app = opened
    world = own
  })

  test('a locked budget keeps its lines; moves go on; unlocking needs a reason', async () => {
    const [line] = (await world.lines()).items
    const locked = await world.lock()
    expect(locked.data).toMatchObject({
      no: 1,
      name: '一稿',
      amount_yuan: '1500.00',
      locked: true,
      moves: 0,
      can: { unlock: true },
    })
    const body = { subject_three_code: world.subject(THREE), unit_price: '1', quantity: '1' }
    expect(await world.clerk.post('/cost_budgets', body)).toMatchObject(LOCKED)
    expect(await world.clerk.put(`/cost_budgets/${line.code}`, body)).toMatchObject(LOCKED)
    expect(await world.clerk.delete(`/cost_budgets/${line.code}`)).toMatchObject(LOCKED)
    expect(await world.clerk.delete('/cost_budgets/batch', { codes: [line.code] })).toMatchObject(LOCKED)
    const changes = { subject_three_code: world.subject(THREE) }
    const records = [{ code: line.code, version: 1 }]
    expect(await world.clerk.put('/cost_budgets/batch', { records, changes })).toMatchObject(LOCKED)
    const rows = [
      ['科目编号', '单价', '数量'],
      [THREE, '1', '1'],
    ]
    expect(await importRows(app, world.clerk, '/cost_budgets', rows)).toMatchObject(LOCKED)
    expect(await world.lines()).toMatchObject({
      total_amount_yuan: '1500.00',
      can: { write: false, delete: false },
      items: [{ can: { write: false, delete: false } }, {}],
    })
    const unlock = (reason: string) =>
      world.admin.post(`/budget_versions/${locked.data.code}/unlock`, { reason })
    expect(await unlock(' ')).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'reason', message: '请输入解锁原因' }] },
    })
    expect((await unlock('改为二稿')).data).toMatchObject({ locked: false, unlock_reason: '改为二稿' })
    expect((await unlock('再次')).status).toBe(409)
    expect((await world.lines()).can).toEqual({ write: true, delete: true })
    expect(await world.clerk.post('/cost_budgets', body)).toMatchObject({ code: 0 })
    expect((await auditsOf(app, world.projectId)).at(-2)).toMatchObject({
      action: 'update',
      resource: 'budget_version',
      label: '第1版 一稿',
      after: { unlock_reason: '改为二稿' },
    })
  })

  test('an empty budget is not locked, nor one twice, nor under a name that is taken', async () => {
    const world = await emptyWorld(app)
    expect(await world.lock()).toMatchObject({ status: 422, msg: '费用预算为空，不能锁定' })
    await world.budget(ONE, '1')
    expect(await atOnce(3, () => world.lock())).toEqual({ '0 操作成功': 1, '409 预算已锁定，请先解锁': 2 })
    const { data } = await world.admin.get('/budget_versions')
    await world.admin.post(`/budget_versions/${data.items[0].code}/unlock`, { reason: '改' })
    expect(await world.lock()).toMatchObject({ status: 422, data: { errors: [{ field: 'name' }] } })
    expect((await world.lock('二稿')).data.no).toBe(2)
  })

  test('of a line being saved and a lock, the lock waits and has the line; a line that waits for a lock is refused', async () => {
    const answer = await overlap(
      app,
      async (tx) => {
        await sql`insert into budget_locks (project_id) values (${world.projectId}) on conflict do nothing`.execute(
          tx,
        )
        await sql`select 1 from budget_locks where project_id = ${world.projectId} for share`.execute(tx)
      },
      () => world.lock(),
    )
    expect(answer.data).toMatchObject({ amount_yuan: '1500.00' })
    await world.admin.post(`/budget_versions/${answer.data.code}/unlock`, { reason: '改' })
    const saved = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('budget_locks')
          .set({ version_id: 1n })
          .where('project_id', '=', world.projectId)
          .execute(),
      () =>
        world.clerk.post('/cost_budgets', {
          subject_three_code: world.subject(THREE),
          unit_price: '1',
          quantity: '1',
        }),
    )
    expect(saved).toMatchObject(LOCKED)
  })

  test('an import under way that has found the budget unlocked waits for a lock, and writes nothing then', async () => {
    const { data } = await world.lock()
    await world.admin.post(`/budget_versions/${data.code}/unlock`, { reason: '改' })
    const rows = [
      ['科目编号', '单价', '数量'],
      [THREE, '1', '1'],
    ]
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('budget_locks')
          .set({ version_id: 1n })
          .where('project_id', '=', world.projectId)
          .execute(),
      () => importRows(app, world.clerk, '/cost_budgets', rows),
    )
    expect(answer).toMatchObject(LOCKED)
    expect((await world.lines()).total_amount_yuan).toBe('1500.00')
  })

  test('compares two versions, or one with the budget as it is, by subject of each level', async () => {
    const one = (await world.lock()).data
    await world.admin.post(`/budget_versions/${one.code}/unlock`, { reason: '改' })
    await world.budget(THREE, '300')
    await world.budget(ONE, '-1000')
    const two = (await world.lock('二稿')).data
    const compare = async (a: string, b: string) =>
      (await world.admin.get('/budget_versions/compare', { a, b })).data
    const found = await compare(one.code, two.code)
    expect(found.total).toEqual({ a_yuan: '1500.00', b_yuan: '800.00', difference_yuan: '-700.00' })
    expect(
      found.items.map((row: Record<string, string>) => [
        row.out_code,
        row.a_yuan,
        row.b_yuan,
        row.difference_yuan,
      ]),
    ).toEqual([
      ['1000', '0.00', '300.00', '300.00'],
      ['100001', '0.00', '300.00', '300.00'],
      [THREE, '0.00', '300.00', '300.00'],
      ['2400', '1500.00', '500.00', '-1000.00'],
      ['240001', '1500.00', '500.00', '-1000.00'],
      [ONE, '1000.00', '0.00', '-1000.00'],
      [TWO, '500.00', '500.00', '0.00'],
    ])
    expect((await compare(two.code, 'current')).total.difference_yuan).toBe('0.00')
    expect(await world.admin.get('/budget_versions/compare', { a: 'nowhere', b: 'current' })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'a', message: '预算版本不存在' }] },
    })
    // Before there is a link, as a person would save its refusal as a file.
    for (const side of ['a', 'b'])
      expect(await world.admin.post('/budget_versions/compare/export', { [side]: 'nowhere' })).toMatchObject({
        status: 422,
        data: { errors: [{ field: side, message: '预算版本不存在' }] },
      })
    const rows = await downloadRows(app, world.admin, '/budget_versions/compare/export', {
      a: one.code,
      b: two.code,
    })
    expect(rows[0]).toEqual(['科目编号', '科目', '一稿（元）', '二稿（元）', '差异（元）'])
    expect(rows.at(-1)).toEqual(['合计', '', '1500', '800', '-700'])
    expect(await world.clerk.delete(`/subjects/${world.subject(TWO)}`)).toMatchObject({ status: 422 })
  })

  test('of a project that is deleted and brought back stays locked: moves go on, then it is unlocked', async () => {
    const { data: version } = await world.lock()
    await world.move()
    const restore = () => runCommand(app, 'project:restore', { project: world.project })
    expect(await world.admin.delete(`/projects/${world.project}`)).toMatchObject({ code: 0 })
    expect((await world.move()).code).toBe(300009)
    await restore()
    // A move that waits for the deletion leaves nothing.
    const late = await overlap(app, changeProject(world.project, { deleted_at: new Date() }), () =>
      world.move(),
    )
    expect(late.code).toBe(300009)
    await restore()

    const body = { subject_three_code: world.subject(THREE), unit_price: '1', quantity: '1' }
    expect(await world.clerk.post('/cost_budgets', body)).toMatchObject(LOCKED)
    expect(await world.lock('二稿')).toMatchObject({ status: 409, msg: '预算已锁定，请先解锁' })
    expect((await world.move({ amount: '20' })).data.number).toBe('DJ0002')
    expect(await world.row(ONE)).toMatchObject({ original: '1000.00', budget: '900.00' })
    expect((await world.lines()).total_amount_yuan).toBe('1500.00')
    expect((await world.admin.get('/budget_versions')).data.locked).toMatchObject({
      name: '一稿',
      original_yuan: '1500.00',
      moved_yuan: '100.00',
    })
    const unlocked = await world.admin.post(`/budget_versions/${version.code}/unlock`, { reason: '改为二稿' })
    expect(unlocked.data).toMatchObject({ locked: false, moves: 2 })
    expect(await world.clerk.post('/cost_budgets', body)).toMatchObject({ code: 0 })
    expect((await world.lock('二稿')).data).toMatchObject({ no: 2, amount_yuan: '1501.00' })
  })

  test('a purge removes versions, moves and the lock, and those of no other project', async () => {
    const counts = async ({ projectId }: ReportWorld) => {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*)::int4 from budget_versions where project_id = ${projectId}) as versions,
        (select count(*)::int4 from budget_version_rows where project_id = ${projectId}) as rows,
        (select count(*)::int4 from budget_locks where project_id = ${projectId}) as locks,
        (select count(*)::int4 from budget_moves where project_id = ${projectId}) as moves,
        (select count(*)::int4 from cost_budgets where project_id = ${projectId}) as lines`.execute(
        app.services.db,
      )
      return rows[0]
    }
    const filled = async () => {
      const world = await versionsWorld(app)
      await world.lock()
      await world.move()
      return world
    }
    const [kept, gone] = [await filled(), await filled()]
    const all = { versions: 1, rows: 2, locks: 1, moves: 1, lines: 4 }
    expect(await counts(gone)).toEqual(all)
    await gone.admin.delete(`/projects/${gone.project}`)
    await sql`update projects set purge_after = now() - interval '1 second' where id = ${gone.projectId}`.execute(
      app.services.db,
    )
    expect(await purgeProjects(app.services, new AbortController().signal)).toBe(1)
    expect(await counts(gone)).toEqual({ versions: 0, rows: 0, locks: 0, moves: 0, lines: 0 })
    expect(await counts(kept)).toEqual(all)
  })

  test('without the right, in another project and in a read-only one they are refused; with the feature off the budget is free', async () => {
    const other = await reportWorld(app)
    const { data: version } = await world.lock()
    const { data: moved } = await world.move()
    const writes = (who: ReportWorld['clerk']) => [
      who.post('/budget_versions', { name: '三稿' }),
      who.post(`/budget_versions/${version.code}/unlock`, { reason: '改' }),
      who.post('/budget_moves', {}),
      who.delete(`/budget_moves/${moved.code}`),
    ]
    for (const answer of await Promise.all(writes(world.reader))) expect(answer.status).toBe(403)
    const [, unlock, , removal] = await Promise.all(writes(other.admin))
    expect([unlock?.status, removal?.status]).toEqual([404, 404])
    await world.admin.post(`/projects/${world.project}/archive`)
    for (const answer of await Promise.all(writes(world.admin))) expect(answer.code).toBe(300011)
    await world.admin.post(`/projects/${world.project}/unarchive`)
    await world.admin.put('/company/features', { items: [{ feature: 'cost_report', on: false }] })
    for (const answer of await Promise.all(writes(world.admin)))
      expect(answer).toMatchObject({ status: 403, msg: '该功能未启用' })
    await world.budget(THREE, '1')
    await world.admin.put('/company/features', { items: [{ feature: 'cost_report', on: true }] })
    expect((await world.admin.get('/budget_versions')).data.items[0]).toMatchObject({
      locked: true,
      moves: 1,
    })
  })
})
