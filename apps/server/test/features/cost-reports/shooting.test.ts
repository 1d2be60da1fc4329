import { addDays, today } from '@pianzhang/contract/calendar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ReportWorld, reportWorld } from './helpers.ts'
import { downloadRows } from './sheets.ts'

const ONE = '24000101'

describe('shooting days and daily cost', () => {
  let app: TestApp
  let world: ReportWorld
  beforeAll(async () => {
    app = await workerApp()
    world = await reportWorld(app)
  })
  afterAll(() => app.close())
  const save = (items: unknown, version?: number) => world.clerk.put('/shooting_days', { items, version })

  test('are saved as a whole; a stale save is refused; the log has their words', async () => {
    expect((await world.reader.get('/shooting_days')).data).toEqual({
      items: [],
      version: 0,
      can: { write: false },
    })
    const items = [
      { day: '2026-11-02', day_no: 2, remark: '码头夜戏' },
      { day: '2026-11-01', day_no: 1, remark: '' },
    ]
    const saved = await save(items, 0)
    expect(saved.data).toEqual({ items: items.toReversed(), version: 1, can: { write: true } })
    expect((await save([], 0)).status).toBe(409)
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      label: '拍摄日',
      before: { shooting_days: [] },
      after: { shooting_days: ['第1天 2026-11-01', '第2天 2026-11-02 码头夜戏'] },
    })
  })

  test('name what is wrong', async () => {
    const day = { day: '2026-11-01', day_no: 1, remark: '' }
    const wrong: [unknown[], Record<string, string>][] = [
      [[day, { ...day, day_no: 2 }], { 'items[1].day': '日期重复' }],
      [[day, { ...day, day: '2026-11-02' }], { 'items[1].day_no': '拍摄日序号重复' }],
      [[{ ...day, day: '2026-02-30' }], { 'items[0].day': '日期不存在' }],
      [[{ ...day, day_no: 0 }], { 'items[0].day_no': '拍摄日序号须为1至9999的整数' }],
    ]
    for (const [items, expected] of wrong) {
      const { status, data } = await save(items)
      expect(status).toBe(422)
      const errors = data.errors as { field: string; message: string }[]
      expect(Object.keys(expected)).toEqual(errors.map(({ field }) => field))
      for (const { field, message } of errors)
        if (expected[field] !== '日期不存在') expect(message).toBe(expected[field])
    }
  })

  test('cost by day adds up to the report; a shooting day has its share, rounded once', async () => {
    await world.budget(ONE, '1000')
    await world.pay(ONE, '10', { day: '2026-10-31' })
    await world.pay(ONE, '20.01', { day: '2026-11-01' })
    await world.cash(ONE, '5', '2026-11-02')
    const later = addDays(today(app.services.clock()), 3)
    await world.pay(ONE, '999', { day: later })
    const { data } = await world.reader.get('/cost_report/daily')
    expect(data).toEqual({
      items: [
        { day: '2026-11-02', day_no: 2, remark: '码头夜戏', spent_yuan: '5.00', cumulative_yuan: '35.01' },
        { day: '2026-11-01', day_no: 1, remark: '', spent_yuan: '20.01', cumulative_yuan: '30.01' },
        { day: '2026-10-31', day_no: null, remark: '', spent_yuan: '10.00', cumulative_yuan: '10.00' },
      ],
      spent_yuan: '35.01',
      budget_yuan: '1000.00',
      shooting_days: 2,
      shooting_yuan: '25.01',
      // 12.505, half away from zero.
      per_day_yuan: '12.51',
      can: { write: false },
    })
    expect((await world.row('+'))?.spent).toBe('35.01')
    const rows = await downloadRows(app, world.admin, '/cost_report/daily/export')
    expect(rows[1]?.slice(0, 5)).toEqual(['2026-11-02', '第2天', '5', '35.01', '码头夜戏'])
    const fresh = await reportWorld(app)
    expect((await fresh.reader.get('/cost_report/daily')).data).toMatchObject({
      items: [],
      per_day_yuan: null,
    })
  })

  test('the report as a spreadsheet has the tree, contracts without a subject, and their sum', async () => {
    const fresh = await reportWorld(app)
    await fresh.budget(ONE, '1000')
    await fresh.contract('50')
    await fresh.estimate(ONE, { mode: 'etc', amount: '10', remark: '余料够用' })
    const rows = await downloadRows(app, fresh.admin, '/cost_report/export')
    expect(rows.slice(1).map((row) => [row[0], row[1], row[3], row[5], row[8], row[10], row[12]])).toEqual([
      ['2400 设备器材租赁 小计', '', '', '1000', '0', '10', ''],
      ['240001 摄影器材租赁 小计', '', '', '1000', '0', '10', ''],
      [ONE, '设备器材租赁', '摄影机租赁费', '1000', '0', '10', '余料够用'],
      ['', '未分摊合同', '', '0', '50', '50', ''],
      ['合计', '', '', '1000', '50', '60', ''],
    ])
    const { data } = await fresh.clerk.post('/cost_reports', {})
    const frozen = await downloadRows(app, fresh.admin, `/cost_reports/${data.code}/export`)
    expect(frozen).toEqual(rows)
  })
})
