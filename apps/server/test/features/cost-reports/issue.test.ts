import { addDays, today, weekRange } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { issueWeekly } from '../../../src/features/cost-reports/weekly.ts'
import { auditsOf } from '../../books/payments/helpers.ts'
import { withClient } from '../../harness/client.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold } from '../../harness/hold.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { type ReportWorld, reportWorld } from './helpers.ts'

const [ONE, TWO] = ['24000101', '24000102'] as const
const DAY_MS = 86_400_000

describe('issued reports', () => {
  let app: TestApp
  let world: ReportWorld
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  const now = () => app.services.clock()

  test('freeze the figures; what is booked late falls into the next period and shows as a difference', async () => {
    world = await reportWorld(app)
    await world.budget(ONE, '1000')
    await world.pay(ONE, '100', { day: '2026-11-01' })
    const first = await world.clerk.post('/cost_reports', { as_of: '2026-11-15' })
    expect(first.data).toMatchObject({
      no: 1,
      as_of: '2026-11-15',
      budget_yuan: '1000.00',
      period_yuan: '100.00',
      spent_yuan: '100.00',
      etc_yuan: '900.00',
      efc_yuan: '1000.00',
      variance_yuan: '0.00',
      can: { delete: true },
    })
    await world.pay(ONE, '40', { day: '2026-11-10' })
    await world.pay(TWO, '7', { day: '2026-11-16' })
    expect(await world.row(ONE)).toMatchObject({ period: '40.00', spent: '140.00' })
    expect(await world.row('+')).toMatchObject({ period: '47.00', spent: '147.00' })
    const shown = await world.clerk.get(`/cost_reports/${first.data.code}`)
    const rows = shown.data.items as Record<string, string>[]
    const of = (number: string) => rows.find((row) => row.out_code === number)
    expect(of(ONE)).toMatchObject({ spent_yuan: '100.00', now_yuan: '140.00' })
    expect(of('2400')).toMatchObject({ spent_yuan: '100.00', now_yuan: '140.00' })
    // As of the report's day the later payment is none of it.
    expect(of(TWO)).toBeUndefined()
    expect(shown.data.total).toMatchObject({ spent_yuan: '100.00', now_yuan: '140.00' })
    const second = (await world.clerk.post('/cost_reports', {})).data
    expect(second).toMatchObject({ no: 2, period_yuan: '47.00', spent_yuan: '147.00' })
    // 上期累计 + 本期 = 累计.
    expect(await world.row('+')).toMatchObject({ period: '0.00', spent: '147.00' })
    const { data: list } = await world.reader.get('/cost_reports')
    expect(list.items.map((one: { no: number; can: object }) => [one.no, one.can])).toEqual([
      [2, { delete: false }],
      [1, { delete: false }],
    ])
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      action: 'create',
      resource: 'cost_report',
      label: `第2期 截至${today(now())}`,
    })
  })

  test('never change, whatever is booked, typed or deleted afterwards', async () => {
    world = await reportWorld(app)
    await world.budget(ONE, '1000')
    const payment = await world.pay(ONE, '100')
    await world.estimate(ONE, { mode: 'etc', amount: '5', remark: '余料够用' })
    const { data } = await world.clerk.post('/cost_reports', {})
    const frozen = async () => {
      const { data: shown } = await world.clerk.get(`/cost_reports/${data.code}`)
      return JSON.parse(JSON.stringify(shown).replace(/"now_yuan":"[^"]*"/g, '"now_yuan":""'))
    }
    const before = await frozen()
    expect(JSON.stringify(before)).toContain('余料够用')
    await world.clerk.delete(`/cost_executions/${payment}`)
    await world.budget(ONE, '-400')
    await world.estimate(ONE, { mode: 'auto', amount: null })
    await world.allocate(await world.contract('77'), { [ONE]: '70' })
    expect(await frozen()).toEqual(before)
    expect(await world.clerk.delete(`/subjects/${world.subject(ONE)}`)).toMatchObject({ status: 422 })
  })

  test('of several at once each counts from the one before; the last alone is withdrawn', async () => {
    world = await reportWorld(app)
    await world.pay(ONE, '100')
    expect(await atOnce(3, () => world.clerk.post('/cost_reports', {}))).toEqual({ '0 操作成功': 3 })
    const { data } = await world.clerk.get('/cost_reports')
    expect(data.items.map((one: { no: number; period_yuan: string }) => [one.no, one.period_yuan])).toEqual([
      [3, '0.00'],
      [2, '0.00'],
      [1, '100.00'],
    ])
    const [third, second] = data.items
    expect(await world.clerk.delete(`/cost_reports/${second.code}`)).toMatchObject({
      status: 422,
      msg: '只能撤回最近一期报告',
    })
    expect(await world.clerk.delete(`/cost_reports/${third.code}`)).toMatchObject({ code: 0 })
    expect((await world.clerk.delete(`/cost_reports/${third.code}`)).status).toBe(404)
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      action: 'delete',
      label: `第3期 截至${today(now())}`,
    })
  })

  test('a report issued while a payment commits has all of it or nothing', async () => {
    world = await reportWorld(app)
    await world.pay(ONE, '100')
    const answer = await overlap(
      app,
      async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`cost reports ${world.projectId}`}, 0))`.execute(
          tx,
        )
        // Committed while the report waits.
        await world.pay(ONE, '50')
      },
      () => world.clerk.post('/cost_reports', {}),
    )
    expect(answer.data).toMatchObject({ spent_yuan: '150.00' })
  })

  test('refuse a day to come and one before the last report', async () => {
    world = await reportWorld(app)
    const refused = async (as_of: string) => {
      const { status, data } = await world.clerk.post('/cost_reports', { as_of })
      return [status, data.errors]
    }
    expect(await refused(addDays(today(now()), 1))).toEqual([
      422,
      [{ field: 'as_of', message: '截至日不能晚于今天' }],
    ])
    await world.clerk.post('/cost_reports', { as_of: '2026-11-10' })
    expect(await refused('2026-11-09')).toEqual([
      422,
      [{ field: 'as_of', message: '截至日不能早于第1期报告的截至日 2026-11-10' }],
    ])
    expect((await world.clerk.post('/cost_reports', { as_of: '2026-11-10' })).data.no).toBe(2)
  })

  test('are issued by themselves on Mondays once there is a shooting day, as of Sunday, once', async () => {
    const broken = await reportWorld(app)
    world = await reportWorld(app)
    const other = await reportWorld(app)
    await world.pay(ONE, '100', { day: '2026-11-01' })
    const monday = weekRange(addDays(today(now()), 6))[0]
    // It may be a day to come: the weeks of preparation are reported, too.
    const items = [{ day: addDays(monday, 30), day_no: 1, remark: '' }]
    for (const { clerk } of [broken, world])
      expect(await clerk.put('/shooting_days', { items })).toMatchObject({ code: 0 })
    // One project whose report fails does not keep the others from theirs.
    const only = `alter table cost_reports add constraint fails check (project_id <> ${broken.projectId}) not valid`
    await withClient(app.databaseUrl, (client) => client.query(only))
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const run = () => issueWeekly(app.services, new AbortController().signal)
    // By the database: the sessions end while the clock is moved.
    const reports = (of: ReportWorld) =>
      app.services.db
        .selectFrom('cost_reports')
        .select(['no', 'as_of', 'issuer_id'])
        .where('project_id', '=', of.projectId)
        .execute()
    const days = Math.round((Date.parse(monday) - Date.parse(today(now()))) / DAY_MS)
    if (days > 0) await run()
    expect(await reports(world)).toEqual([])
    app.advance(days * DAY_MS)
    await Promise.all([run(), run()])
    await run()
    expect(await reports(world)).toEqual([{ no: 1, as_of: addDays(monday, -1), issuer_id: null }])
    expect([await reports(other), await reports(broken)]).toEqual([[], []])
    expect(logged).toHaveBeenCalledWith(
      'the weekly report of a project failed:',
      broken.projectId,
      expect.objectContaining({ message: expect.stringContaining('fails') }),
    )
    // What is not due is not locked: whoever holds its lock is not waited for.
    const holder = await hold(
      app.databaseUrl,
      `select pg_advisory_xact_lock(hashtextextended('cost reports ${world.projectId}', 0))`,
    )
    await run()
    await holder.release()
    expect(logged.mock.calls.map(([, id]) => id)).not.toContain(world.projectId)
    logged.mockRestore()
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({ user_name: '系统' })
  })
})
