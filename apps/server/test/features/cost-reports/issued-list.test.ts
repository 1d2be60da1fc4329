import { addDays, today } from '@pianzhang/contract/calendar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freeze } from '../../../src/features/cost-reports/issue.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { type ReportWorld, reportWorld } from './helpers.ts'
import { downloadRows } from './sheets.ts'

const ONE = '24000101'

describe('the list of issued reports', () => {
  let app: TestApp
  let world: ReportWorld
  beforeAll(async () => {
    app = await startTestApp()
    world = await reportWorld(app)
    await world.budget(ONE, '1000')
    await world.pay(ONE, '100', { day: '2026-11-01' })
    expect(await world.clerk.post('/cost_reports', { as_of: '2026-11-08' })).toMatchObject({ code: 0 })
    await world.pay(ONE, '1200.50', { day: '2026-11-10' })
    // As the server does on a Monday.
    const issuer = { projectId: world.projectId, issuerId: null, now: app.services.clock() }
    await app.services.db.transaction().execute((tx) => freeze(tx, issuer, '2026-11-15'))
    expect(await world.clerk.post('/cost_reports', { as_of: '2026-11-20' })).toMatchObject({ code: 0 })
  })
  afterAll(() => app.close())

  const numbers = async (query: Record<string, unknown>) => {
    const { data } = await world.reader.get('/cost_reports', query)
    expect(data.listTotal).toBe(data.items.length)
    return data.items.map(({ no }: { no: number }) => no).join('')
  }

  test('is filtered by the day up to which they count, and by who issued', async () => {
    expect(await numbers({})).toBe('321')
    expect(await numbers({ start_as_of: '2026-11-15' })).toBe('32')
    expect(await numbers({ end_as_of: '2026-11-15' })).toBe('21')
    expect(await numbers({ start_as_of: '2026-11-09', end_as_of: '2026-11-19' })).toBe('2')
    expect(await numbers({ start_as_of: addDays(today(app.services.clock()), 400) })).toBe('')
    expect(await numbers({ automatic: '1' })).toBe('2')
    expect(await numbers({ automatic: '0' })).toBe('31')
    expect(await numbers({ automatic: '0', end_as_of: '2026-11-08' })).toBe('1')
    // The last one of a filter is not the last one.
    const { data } = await world.clerk.get('/cost_reports', { end_as_of: '2026-11-15' })
    expect(data.items.map(({ can }: { can: { delete: boolean } }) => can.delete)).toEqual([false, false])
  })

  test('is exported with its filters, and so is one report', async () => {
    const minute = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    const rows = await downloadRows(app, world.admin, '/cost_reports/export')
    expect(rows[0]).toEqual([
      '期号',
      '截至日',
      '现行预算（元）',
      '本期发生（元）',
      '累计发生（元）',
      '合同未付（元）',
      '预计尚需（元）',
      '预计总成本（元）',
      '差异（元）',
      '出具人',
      '出具时间',
    ])
    expect(rows.slice(1)).toEqual([
      ['第1期', '2026-11-08', '1000', '100', '100', '0', '900', '1000', '0', expect.any(String), minute],
      ['第2期', '2026-11-15', '1000', '1200.5', '1300.5', '0', '0', '1300.5', '300.5', '系统', minute],
      ['第3期', '2026-11-20', '1000', '0', '1300.5', '0', '0', '1300.5', '300.5', expect.any(String), minute],
    ])
    const filtered = await downloadRows(app, world.admin, '/cost_reports/export', { automatic: '1' })
    expect(filtered.slice(1).map(([no]) => no)).toEqual(['第2期'])
    const { data } = await world.clerk.get('/cost_reports', { automatic: '1' })
    const one = await downloadRows(app, world.admin, `/cost_reports/${data.items[0].code}/export`)
    expect(one.find(([number]) => number === ONE)?.slice(4, 8)).toEqual(['', '1000', '1200.5', '1300.5'])
  })

  test('names the parameter that is wrong, and who may not read it exports nothing', async () => {
    const answer = await world.reader.get('/cost_reports', { start_as_of: '2026-11', automatic: '2' })
    expect(answer).toMatchObject({
      status: 422,
      data: {
        errors: [
          { field: 'start_as_of', message: '日期格式应为 YYYY-MM-DD' },
          { field: 'automatic', message: '须为 0 或 1' },
        ],
      },
    })
    const rights = { budget_version: ['read'] }
    const stranger = (await app.person(world.companyId, rights, [world.project])).on(world.project)
    expect((await stranger.post('/cost_reports/export', {})).status).toBe(403)
    const other = await reportWorld(app)
    expect(await downloadRows(app, other.admin, '/cost_reports/export')).toHaveLength(1)
  })
})
