import { describe, expect, test } from 'vitest'
import { hasWrongRests, refreshRests } from '../../../src/features/payables/stored-instalments.ts'
import type { TestApp } from '../../harness/harness.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { downloadRows } from '../cost-reports/sheets.ts'
import { done, type Item, type PlanWorld, planWorld, sumsOf } from './helpers.ts'

describe('what is to be paid', () => {
  let app: TestApp
  let world: PlanWorld
  worldForEach(planWorld, (opened, own) => {
    app = opened
    world = own
  })

  test('has rows by due day, sums of each bucket and of each party of the page; the same after a refresh', async () => {
    await world.fill()
    await world.plan(await world.contract('900', { category: 3, customer: '投资方' }), [
      { title: '首期', due_at: world.day(1), amount: '400' },
    ])
    const check = async () => {
      const all = await world.list()
      expect(await world.rows()).toEqual([
        ['甲公司', '定金', '100.00', '逾期3天'],
        ['乙公司', '首期', '50.00', '今天'],
        ['甲公司', '进度款', '200.00', '7天内'],
        ['乙公司', '二期', '60.00', '未到期'],
        ['乙公司', '三期', '70.00', '未到期'],
        ['甲公司', '尾款', '300.00', '待达成'],
      ])
      expect(sumsOf(all)).toEqual({
        overdue: [1, '100.00'],
        today: [1, '50.00'],
        week: [1, '200.00'],
        month: [1, '60.00'],
        later: [1, '70.00'],
        waiting: [1, '300.00'],
      })
      expect(all).toMatchObject({
        listTotal: 6,
        total_yuan: '780.00',
        unscheduled_yuan: '720.00',
        groups: [
          { payee: '乙公司', count: 3, rest_yuan: '180.00' },
          { payee: '甲公司', count: 3, rest_yuan: '600.00' },
        ],
        can: { write: true, pay: true },
      })
      const week = await world.list({ bucket: 'week' })
      expect(week).toMatchObject({ listTotal: 1, total_yuan: '200.00', groups: [{ rest_yuan: '200.00' }] })
      expect(sumsOf(week)).toEqual(sumsOf(all))
      expect(
        (await world.rows({ order: 'payee', per_page: 2, page: 2 })).map(([, title]: string[]) => title),
      ).toEqual(['三期', '定金'])
      const own = await world.list({ payee: '乙公司', bucket: 'today' })
      expect([own.total_yuan, sumsOf(own)]).toEqual([
        '50.00',
        { today: [1, '50.00'], month: [1, '60.00'], later: [1, '70.00'] },
      ])
      const range = { start_at: world.day(-3), end_at: world.day(7) }
      expect((await world.list(range)).total_yuan).toBe('350.00')
      expect((await world.list({ ...range, keywords: '款' })).listTotal).toBe(1)
      expect((await world.list({ keywords: 'HT-2' })).listTotal).toBe(3)
      expect((await world.list({ keywords: '%' })).listTotal).toBe(0)
      expect(await world.rows({ direction: 'in' })).toEqual([['投资方', '首期', '400.00', '7天内']])
      expect((await world.list({ direction: 'in' })).unscheduled_yuan).toBe('500.00')
      expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
    }
    await check()
    await refreshRests(app.services.db, world.projectId)
    await check()
    expect(
      (await world.clerk.get('/payables', { bucket: 'never', start_at: 'x' })).data.errors,
    ).toMatchObject([{ field: 'start_at' }, { field: 'bucket', message: '分组不存在' }])
  })

  test('folded buckets are on no page, and keep their sums', async () => {
    await world.fill()
    for (const refresh of [false, true]) {
      if (refresh) await refreshRests(app.services.db, world.projectId)
      const whole = await world.list()
      expect(whole.shownTotal).toBe(6)
      for (const [folded, titles] of [
        [['overdue'], ['首期', '进度款', '二期', '三期', '尾款']],
        [
          ['month', 'later', 'waiting'],
          ['定金', '首期', '进度款'],
        ],
        [
          ['today', 'later'],
          ['定金', '进度款', '二期', '尾款'],
        ],
        [['overdue', 'today', 'week', 'month', 'later', 'waiting'], []],
      ] as const) {
        const data = await world.list({ folded: [...folded] })
        expect(data.items.map(({ title }: Item) => title)).toEqual(titles)
        expect([data.shownTotal, data.listTotal, data.total_yuan]).toEqual([titles.length, 6, '780.00'])
        expect(data.buckets).toEqual(whole.buckets)
      }
      expect((await world.list({ folded: ['overdue'], order: 'payee' })).items).toHaveLength(6)
      expect((await world.list({ folded: ['week'], per_page: 2, page: 2 })).items).toMatchObject([
        { title: '二期' },
        { title: '三期' },
      ])
    }
    expect((await world.clerk.get('/payables', { folded: ['never'] })).data.errors).toMatchObject([
      { message: '分组不存在' },
    ])
  })

  test('exports have the rows of the list, and the weeks of the forecast', async () => {
    await world.fill()
    const [titles, ...lines] = await downloadRows(app, world.clerk, '/payables/export', { order: 'payee' })
    expect(titles).toEqual([
      '到期日',
      '状态',
      '收款人',
      '合同编号',
      '期次',
      '金额（元）',
      '已付（元）',
      '待付（元）',
    ])
    expect(lines.slice(0, 6).map(([, status, payee]) => [status, payee])).toEqual([
      ['今天', '乙公司'],
      ['未到期', '乙公司'],
      ['未到期', '乙公司'],
      ['逾期3天', '甲公司'],
      ['7天内', '甲公司'],
      ['待达成', '甲公司'],
    ])
    expect(lines.at(-1)?.at(-1)).toBe('780')
    const weeks = await downloadRows(app, world.clerk, '/payables/forecast/export', { weeks: 3 })
    expect(weeks.slice(0, 5).map(([week = '']) => week.slice(0, 4))).toEqual([
      '周',
      '当前余额',
      ...[0, 0, 0].map(() => world.day(0).slice(0, 4)),
    ])
    expect((await world.reader.post('/payables/export', {})).code).toBe(0)
  })

  test('the red strip has what is overdue or due in the next three days, for who may read it', async () => {
    const one = await world.contract('1000', { customer: '甲公司' })
    const plan = (days: number) => ({ title: `第${days}天`, due_at: world.day(days), amount: '100' })
    await world.plan(one, [plan(-1), plan(0), plan(3), plan(4)])
    const shown = async (who = world.clerk) =>
      done(await who.get('/contract_messages')).data.items.map(({ message }: Item) => message)
    const [, month, day] = world.day(3).split('-').map(Number)
    const late = '合同HT-1（甲公司）第-1天已逾期1天，未付金额 100.00 元。'
    expect(await shown()).toEqual([
      late,
      '合同HT-1（甲公司）第0天今日到期，未付金额 100.00 元。',
      `合同HT-1（甲公司）第3天${month}月${day}日到期，未付金额 100.00 元。`,
    ])
    // A contract with a reminder and an instalment has a message of each.
    done(
      await world.admin.post('/contract_cautions', {
        contract_code: one,
        category: 0,
        start_at: world.day(0),
        remark: '催款',
      }),
    )
    expect(await shown(world.admin)).toEqual([
      '合同HT-1（甲公司）催款，未付金额 1,000.00 元。',
      ...(await shown()),
    ])
    await world.pay(world.line('230', { contract_code: one }))
    expect(await shown()).toEqual([`合同HT-1（甲公司）第3天${month}月${day}日到期，未付金额 70.00 元。`])
    await refreshRests(app.services.db, world.projectId)
    expect(await shown()).toHaveLength(1)
    expect(await shown(world.reader)).toHaveLength(1)
    const other = await app.person(world.companyId, { contract_caution: ['read'] }, [world.project])
    expect(await shown(other.on(world.project))).toHaveLength(1)
    // Of many, those that are overdue longest are left out.
    const two = await world.contract('1000', { customer: '乙公司' })
    await world.plan(
      two,
      Array.from({ length: 25 }, (_, index) => ({ ...plan(index - 23), amount: '1' })),
    )
    const many = await shown()
    expect(many).toHaveLength(20)
    expect(many[0]).toContain('已逾期17天')
    expect(many.at(-1)).toContain('第3天')
  })
})
