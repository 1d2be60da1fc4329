import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ReportWorld, reportWorld } from './helpers.ts'
import { cellsOf, downloadRows, importRows, uploadRows } from './sheets.ts'

const [ONE, TWO, THREE] = ['24000101', '24000102', '10000101'] as const

/** What the report says of the estimate of a subject. */
async function estimateOf({ clerk }: ReportWorld, number: string, query: Record<string, unknown> = {}) {
  const { data } = await clerk.get('/cost_report', { whole: '1', ...query })
  return data.items.find((row: { out_code: string }) => row.out_code === number)?.estimate
}

describe('estimates', () => {
  let app: TestApp
  let world: ReportWorld
  beforeAll(async () => {
    app = await workerApp()
    world = await reportWorld(app)
  })
  afterAll(() => app.close())

  test('are typed and taken back, each logged; the row says how far the books have moved since', async () => {
    await world.pay(ONE, '100')
    const typed = await world.estimate(ONE, { mode: 'etc', amount: '50', remark: '余料够用', version: 0 })
    expect(typed.data).toEqual({
      subject_code: world.subject(ONE),
      mode: 'etc',
      amount_yuan: '50.00',
      remark: '余料够用',
      version: 1,
    })
    await world.pay(ONE, '12000')
    expect(await estimateOf(world, ONE)).toEqual({
      mode: 'etc',
      amount_yuan: '50.00',
      remark: '余料够用',
      version: 1,
      moved_yuan: '12000.00',
    })
    expect(await world.estimate(ONE, { mode: 'auto', amount: null, version: 1 })).toMatchObject({ code: 0 })
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      action: 'update',
      resource: 'cost_report',
      label: `${ONE} 摄影机租赁费`,
      before: { mode: 'etc', amount_yuan: '50.00' },
      after: { mode: 'auto' },
    })
    await world.pay(ONE, '7')
    expect(await estimateOf(world, ONE)).toMatchObject({
      mode: 'auto',
      amount_yuan: null,
      moved_yuan: '0.00',
    })
  })

  test('move with the books of today alone: not with payments to come, nor in a report of an earlier day', async () => {
    const fresh = await reportWorld(app)
    const contract = await fresh.contract('1000')
    await fresh.allocate(contract, { [ONE]: '1000' })
    await fresh.pay(ONE, '100')
    await fresh.pay(ONE, '30', { day: '2999-01-01' })
    await fresh.pay(ONE, '40', { day: '2999-01-01', contract })
    await fresh.estimate(ONE, { mode: 'efc', amount: '5000' })
    expect(await estimateOf(fresh, ONE)).toMatchObject({ mode: 'efc', moved_yuan: '0.00' })
    await fresh.pay(ONE, '9')
    expect(await estimateOf(fresh, ONE)).toMatchObject({ moved_yuan: '9.00' })
    expect(await estimateOf(fresh, ONE, { as_of: '2026-10-31' })).toMatchObject({
      mode: 'efc',
      moved_yuan: '0.00',
    })
  })

  test('of two people who type the same one, the second is told, also the first time', async () => {
    const answers = await Promise.all(
      ['1', '2'].map((amount) => world.estimate(TWO, { mode: 'etc', amount, version: 0 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const second = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('cost_estimates')
          .set({ version: 9 })
          .where('project_id', '=', world.projectId)
          .execute(),
      () => world.estimate(TWO, { mode: 'etc', amount: '3', version: 1 }),
    )
    expect(second.status).toBe(409)
  })

  test('name what is wrong', async () => {
    const wrong: [Record<string, unknown>, Record<string, string>][] = [
      [{ mode: 'etc', amount: '-1' }, { amount: '预计金额不能小于0' }],
      [{ mode: 'etc', amount: null }, { amount: '请输入金额' }],
      [{ mode: 'efc', amount: '' }, { amount: '请输入金额' }],
      [{ mode: 'auto', amount: '1' }, { amount: '自动估算不填金额' }],
      [{ mode: 'sure' }, { mode: '请选择估算方式' }],
      [{ mode: 'etc', amount: '1.005' }, { amount: '最多两位小数' }],
    ]
    for (const [body, expected] of wrong) {
      const { status, data } = await world.estimate(THREE, body)
      const errors = data.errors as { field: string; message: string }[]
      expect([status, Object.fromEntries(errors.map(({ field, message }) => [field, message]))]).toEqual([
        422,
        expected,
      ])
    }
    expect(await world.estimate('2400', { mode: 'etc', amount: '1' })).toMatchObject({
      status: 422,
      msg: '只能填写三级科目的预计',
    })
    expect((await world.estimate('nowhere', { mode: 'etc', amount: '1' })).status).toBe(404)
    expect(await world.row(THREE)).toBeUndefined()
  })

  test('keep their subject from being deleted', async () => {
    const parent = world.subject('240001')
    const { data } = await world.clerk.post('/subjects', { name: '临时', category: 2, parent_code: parent })
    await world.clerk.put(`/cost_report/estimates/${data.code}`, { mode: 'etc', amount: '1' })
    expect(await world.clerk.delete(`/subjects/${data.code}`)).toMatchObject({
      status: 422,
      msg: `科目 ${data.out_code} 临时 有预计 1 条，不能删除`,
    })
  })

  test('go out as a spreadsheet, are edited there and go in again', async () => {
    const fresh = await reportWorld(app)
    await fresh.budget(ONE, '1000')
    await fresh.budget(TWO, '2000')
    await fresh.budget(THREE, '3000')
    await fresh.estimate(ONE, { mode: 'etc', amount: '10', remark: '甲' })
    await fresh.estimate(TWO, { mode: 'efc', amount: '1500' })
    const rows = await downloadRows(app, fresh.clerk, '/cost_report/estimates/export')
    const [head, ...lines] = rows
    expect(head).toEqual([
      '科目编号',
      '一级科目',
      '二级科目',
      '三级科目',
      '现行预算（元）',
      '累计发生（元）',
      '合同未付（元）',
      '预计尚需（元）',
      '预计总成本（元）',
      '说明',
      '版本',
    ])
    expect(lines.map((row) => [row[0], row[7], row[8], row[9], row[10]])).toEqual([
      [THREE, '', '', '', '0'],
      [ONE, '10', '', '甲', '1'],
      [TWO, '', '1500', '', '1'],
    ])
    const edited = lines.map((row) =>
      row[0] === THREE ? row.with(7, '=2*60') : row[0] === TWO ? row.with(8, '') : row,
    )
    const result = await importRows(app, fresh.clerk, '/cost_report/estimates', [head as string[], ...edited])
    expect(result).toMatchObject({ code: 0, data: { status: 'succeeded', total: 3 } })
    expect(await fresh.row(THREE)).toMatchObject({ etc: '120.00' })
    expect(await fresh.row(TWO)).toMatchObject({ etc: '2000.00' })
    expect(await fresh.row(ONE)).toMatchObject({ etc: '10.00' })
    // The same file once more changes what was typed since its export, but for the first subject and for what it says all the same.
    await fresh.estimate(ONE, { mode: 'etc', amount: '555', remark: '甲' })
    const again = await importRows(app, fresh.clerk, '/cost_report/estimates', [head as string[], ...edited])
    expect(cellsOf(again)).toEqual([['版本', '导出后该科目的预计又有修改，请重新导出后再改']])
    expect(await fresh.row(ONE)).toMatchObject({ etc: '555.00' })
    // Rows of no export replace what there is, and the preview says so.
    const typed = [
      ['科目编号', '预计尚需'],
      [ONE, '7'],
      ['24000103', '8'],
    ]
    const attachment_code = await uploadRows(app, fresh.clerk, typed)
    const preview = await fresh.clerk.post('/cost_report/estimates/import/preview', { attachment_code })
    expect(preview.data.notices).toEqual([
      { text: '1 个科目已有录入的预计或说明，导入后以文件为准（第2行）', show: null },
    ])
    expect(await importRows(app, fresh.clerk, '/cost_report/estimates', typed)).toMatchObject({ code: 0 })
    expect(await fresh.row(ONE)).toMatchObject({ etc: '7.00' })
  })

  test('of a spreadsheet are not written over one that is typed while it is read', async () => {
    const fresh = await reportWorld(app)
    await fresh.budget(ONE, '1000')
    await fresh.estimate(ONE, { mode: 'etc', amount: '10' })
    const [head = [], line = []] = await downloadRows(app, fresh.clerk, '/cost_report/estimates/export')
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('cost_estimates')
          .set({ version: 2, amount: 555n })
          .where('project_id', '=', fresh.projectId)
          .execute(),
      () => importRows(app, fresh.clerk, '/cost_report/estimates', [head, line.with(7, '20')]),
    )
    expect(cellsOf(answer)).toEqual([['版本', '导出后该科目的预计又有修改，请重新导出后再改']])
    expect(await fresh.row(ONE)).toMatchObject({ etc: '5.55' })
  })

  test('of a spreadsheet only what was edited is written and logged; a remark alone leaves the amount as old as it was', async () => {
    const fresh = await reportWorld(app)
    const FOUR = '24000103'
    for (const number of [ONE, TWO, THREE, FOUR]) await fresh.budget(number, '1000')
    await fresh.estimate(ONE, { mode: 'etc', amount: '10', remark: '甲' })
    await fresh.estimate(TWO, { mode: 'efc', amount: '1500', remark: '乙' })
    for (const number of [ONE, TWO]) await fresh.pay(number, '7')
    const [head = [], ...lines] = await downloadRows(app, fresh.clerk, '/cost_report/estimates/export')
    const edited = lines.map((row) =>
      row[0] === FOUR ? row.with(7, '0') : row[0] === TWO ? row.with(9, '新') : row,
    )
    const before = (await auditsOf(app, fresh.projectId)).length
    expect(await importRows(app, fresh.clerk, '/cost_report/estimates', [head, ...edited])).toMatchObject({
      code: 0,
      data: { status: 'succeeded', total: 4 },
    })
    expect(await estimateOf(fresh, ONE)).toMatchObject({ version: 1, remark: '甲', moved_yuan: '7.00' })
    expect(await estimateOf(fresh, TWO)).toMatchObject({ version: 2, remark: '新', moved_yuan: '7.00' })
    expect(await estimateOf(fresh, THREE)).toMatchObject({ version: 0, mode: 'auto' })
    expect(await estimateOf(fresh, FOUR)).toMatchObject({ version: 1, mode: 'etc', amount_yuan: '0.00' })
    const stored = await app.services.db
      .selectFrom('cost_estimates')
      .select('subject_id')
      .where('project_id', '=', fresh.projectId)
      .execute()
    expect(stored.length).toBe(3)
    const entries = (await auditsOf(app, fresh.projectId)).slice(before)
    expect(
      entries
        .filter(({ resource }) => resource === 'cost_report')
        .map(({ action, label, before, after }) => [action, label.slice(0, 8), before, after]),
    ).toEqual([
      [
        'update',
        TWO,
        { mode: 'efc', amount_yuan: '1500.00', remark: '乙' },
        { mode: 'efc', amount_yuan: '1500.00', remark: '新' },
      ],
      ['create', FOUR, null, { mode: 'etc', amount_yuan: '0.00', remark: '' }],
      ['import', expect.anything(), null, expect.objectContaining({ rows: 4 })],
    ])
  })

  test('a spreadsheet with mistakes writes nothing and names them', async () => {
    const fresh = await reportWorld(app)
    const titles = ['科目编号', '预计尚需', '预计总成本', '说明']
    const answer = await importRows(app, fresh.clerk, '/cost_report/estimates', [
      titles,
      [ONE, '1', '2', ''],
      [TWO, '-3', '', ''],
      ['99', '', '', ''],
      ['2400', '1', '', ''],
      [TWO, '1', '', ''],
      [THREE, '0', '2', ''],
      ['24000103', '5', '0', ''],
    ])
    const both = ['预计总成本', '预计尚需与预计总成本只能填写一个']
    expect(cellsOf(answer)).toEqual([
      both,
      ['预计尚需', '预计尚需不能小于0'],
      ['科目编号', '科目编号不存在'],
      ['科目编号', '请选择三级科目'],
      ['科目编号', '与第3行的科目重复'],
      both,
      both,
    ])
    expect((await fresh.clerk.get('/cost_report')).data.items).toEqual([])
  })
})
