import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { atOnce } from '../../harness/overlap.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { downloadRows } from '../cost-reports/sheets.ts'
import { ONE, THREE, TWO, type VersionsWorld, versionsWorld } from './helpers.ts'

describe('moves of a locked budget', () => {
  let app: TestApp
  let world: VersionsWorld
  worldForEach(versionsWorld, (opened, own) => {
    app = opened
    world = own
  })

  test('a move is two lines, keeps the total, and is numbered; the last one is taken back', async () => {
    expect(await world.move()).toMatchObject({ status: 422, msg: '预算未锁定，请先锁定预算' })
    await world.lock()
    const first = await world.move()
    expect(first.data).toMatchObject({
      number: 'DJ0001',
      version_name: '一稿',
      from: { out_code: ONE },
      to: { out_code: TWO },
      amount_yuan: '80.00',
      reason: '码头内景加层',
      moved_at: '2026-11-20',
      warning: null,
      can: { delete: true },
    })
    const { items, total_amount_yuan } = await world.lines()
    expect(total_amount_yuan).toBe('1500.00')
    expect(
      items
        .filter(({ remark }: { remark: string }) => remark === '调剂DJ0001')
        .map((one: Record<string, string>) => [
          one.subject_three_out_code,
          one.unit_price_yuan,
          one.quantity,
          one.unit,
        ])
        .sort(),
    ).toEqual([
      [ONE, '-80.00', '1', '项'],
      [TWO, '80.00', '1', '项'],
    ])
    expect(await world.row(ONE)).toMatchObject({ original: '1000.00', budget: '920.00' })
    const second = await world.move({ amount: '20' })
    expect(second.data.number).toBe('DJ0002')
    const { data } = await world.admin.get('/budget_moves')
    expect(data).toMatchObject({ listTotal: 2, total_amount_yuan: '100.00' })
    expect((await world.admin.get('/budget_versions')).data.locked).toMatchObject({
      name: '一稿',
      original_yuan: '1500.00',
      moves: 2,
      moved_yuan: '100.00',
      current_yuan: '1500.00',
    })
    expect(await world.admin.delete(`/budget_moves/${first.data.code}`)).toMatchObject({ status: 422 })
    expect(await world.admin.delete(`/budget_moves/${second.data.code}`)).toMatchObject({ code: 0 })
    expect(await world.row(ONE)).toMatchObject({ budget: '920.00' })
    // The number of a deleted move is in the log, so no other one gets it.
    expect((await world.move({ amount: '5' })).data.number).toBe('DJ0003')
    const rows = await downloadRows(app, world.admin, '/budget_moves/export')
    expect(rows[1]?.slice(0, 6)).toEqual([
      'DJ0001',
      '2026-11-20',
      `${ONE} 摄影机租赁费`,
      expect.stringContaining(TWO),
      '80',
      '码头内景加层',
    ])
  })

  test('those of before numbers were counted count, too', async () => {
    await world.lock()
    await world.move()
    await world.move()
    const of = { project_id: world.projectId, kind: 'budget_move' }
    await app.services.db
      .deleteFrom('project_numbers')
      .where('kind', '=', of.kind)
      .where('project_id', '=', of.project_id)
      .execute()
    expect((await world.move()).data.number).toBe('DJ0003')
    expect((await world.move()).data.number).toBe('DJ0004')
  })

  test('ten moves at once have ten numbers', async () => {
    await world.lock()
    expect(await atOnce(10, () => world.move({ amount: '1' }))).toEqual({ '0 操作成功': 10 })
    const { data } = await world.admin.get('/budget_moves')
    expect(data.items.map(({ number }: { number: string }) => number).sort()).toEqual(
      Array.from({ length: 10 }, (_, at) => `DJ${String(at + 1).padStart(4, '0')}`),
    )
    expect((await world.lines()).total_amount_yuan).toBe('1500.00')
  })

  test('warns where the subject that gives costs more than its budget then, with what contracts still cost', async () => {
    await world.pay(ONE, '500')
    await world.allocate(await world.contract('450'), { [ONE]: '450' })
    // As in the report, a payment to come is no cost yet.
    await world.pay(ONE, '70', { day: '2999-01-01' })
    await world.lock()
    expect((await world.move({ amount: '50' })).data.warning).toBeNull()
    expect((await world.move({ amount: '0.01' })).data.warning).toBe(
      '调出科目的预算 949.99 元已低于累计发生与合同未付之和 950.00 元',
    )
    // Who may not read the report is told no cost.
    const grants = { budget_version: ['read', 'write'], cost_budget: ['read'], subject: ['read'] }
    const mover = (await app.person(world.companyId, grants, [world.project])).on(world.project)
    const given = { from_code: world.subject(ONE), to_code: world.subject(TWO), amount: '1' }
    const moved = await mover.post('/budget_moves', { ...given, reason: '码头加层', moved_at: '2026-11-20' })
    expect(moved.data.warning).toBe('调出科目的预算已低于其成本')
  })

  test('names what is wrong with a move', async () => {
    await world.lock()
    const errors = async (body: Record<string, unknown>) => {
      const { status, data } = await world.move(body)
      expect(status).toBe(422)
      return Object.fromEntries(
        data.errors.map((one: { field: string; message: string }) => [one.field, one.message]),
      )
    }
    expect(await errors({ to_code: world.subject(ONE) })).toEqual({ to_code: '调入科目不能与调出科目相同' })
    expect(await errors({ from_code: 'nowhere', to_code: world.subject('2400') })).toEqual({
      from_code: '科目不存在',
      to_code: '请选择三级科目',
    })
    expect(await errors({ amount: '0', reason: '', from_code: '' })).toEqual({
      from_code: '请选择调出科目',
      amount: '金额须大于0',
      reason: '请输入调剂原因',
    })
    expect((await world.lines()).total_amount_yuan).toBe('1500.00')
  })

  test('a line of a move is neither changed nor deleted without the other one, also once the budget is unlocked', async () => {
    const { data: version } = await world.lock()
    await world.move()
    await world.admin.post(`/budget_versions/${version.code}/unlock`, { reason: '改为二稿' })
    const { items } = await world.lines()
    const [line, other] = items.filter(({ remark }: { remark: string }) => remark === '调剂DJ0001')
    const half = (act: string) => `该明细是调剂DJ0001的两条明细之一，不能单独${act}`
    const path = `/cost_budgets/${line.code}`
    const given = { subject_three_code: line.subject_three_code, unit_price: '1', quantity: '1' }
    expect(await world.clerk.put(path, given)).toMatchObject({
      status: 422,
      msg: `${half('修改')}，请锁定预算后用预算调剂调整`,
    })
    const changed = await world.clerk.put('/cost_budgets/batch', {
      records: [{ code: line.code }, { code: other.code }],
      changes: { subject_three_code: world.subject(THREE) },
    })
    expect(changed).toMatchObject({ status: 422, msg: expect.stringContaining(half('修改')) })
    expect(await world.clerk.delete(path)).toMatchObject({
      status: 422,
      msg: `${half('删除')}，请与另一条一起删除，或锁定预算后用预算调剂调回`,
    })
    // Without the feature moves are not seen; the move then says that its lines are no longer its own.
    const turn = (on: boolean) =>
      world.admin.put('/company/features', { items: [{ feature: 'cost_report', on }] })
    await world.lock('二稿')
    const move = (await world.move({ amount: '20' })).data
    const { items: now } = await world.lines()
    const own = now.find(({ remark }: { remark: string }) => remark === `调剂${move.number}`)
    await turn(false)
    expect(
      await world.clerk.put(`/cost_budgets/${own.code}`, {
        ...given,
        subject_three_code: own.subject_three_code,
      }),
    ).toMatchObject({ code: 0 })
    await turn(true)
    expect(await world.admin.delete(`/budget_moves/${move.code}`)).toMatchObject({
      status: 422,
      msg: `调剂${move.number}的预算明细已被修改或删除，不能删除该调剂`,
    })
  })

  test('a subject that only a move names is not deleted', async () => {
    const { data: version } = await world.lock()
    await world.move({ to_code: world.subject(THREE) })
    await world.admin.post(`/budget_versions/${version.code}/unlock`, { reason: '改为二稿' })
    const { items } = await world.lines()
    const codes = items
      .filter(({ remark }: { remark: string }) => remark === '调剂DJ0001')
      .map(({ code }: { code: string }) => code)
    expect(await world.clerk.delete('/cost_budgets/batch', { codes })).toMatchObject({ code: 0 })
    expect(await world.clerk.delete(`/subjects/${world.subject(THREE)}`)).toMatchObject({
      status: 422,
      msg: expect.stringContaining('已被预算版本 一稿 使用，不能删除'),
    })
  })
})
