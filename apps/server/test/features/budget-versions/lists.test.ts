import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ReportWorld, reportWorld } from '../cost-reports/helpers.ts'
import { downloadRows } from '../cost-reports/sheets.ts'

const [ONE, TWO, THREE] = ['24000101', '24000102', '10000101'] as const

/** The message of each wrong query parameter. */
const faultsOf = ({ status, data }: Answer): unknown => [
  status,
  data.errors.map(({ field, message }: { field: string; message: string }) => `${field} ${message}`),
]

describe('lists of versions and moves', () => {
  let app: TestApp
  let world: ReportWorld
  /** Of the first version, which is unlocked, and of the second. */
  let codes: string[]
  beforeAll(async () => {
    app = await workerApp()
    world = await reportWorld(app)
    await world.budget(ONE, '1000')
    await world.budget(THREE, '500')
    const { data: first } = await world.admin.post('/budget_versions', { name: '开机预算' })
    await move(ONE, TWO, '80', '码头内景加层', '2026-11-01')
    await move(ONE, THREE, '7.50', '换机位100%', '2026-11-20')
    await world.admin.post(`/budget_versions/${first.code}/unlock`, { reason: '改剧本' })
    const { data: second } = await world.admin.post('/budget_versions', { name: '二稿' })
    await move(THREE, ONE, '20', '补回', '2026-11-20')
    codes = [first.code, second.code]
    // Of two days in Shanghai, of one in UTC.
    for (const [code, at] of [
      [first.code, '2026-11-01T23:59:59+08:00'],
      [second.code, '2026-11-02T00:00:00+08:00'],
    ])
      await app.services.db
        .updateTable('budget_versions')
        .set({ locked_at: new Date(at) })
        .where('project_id', '=', world.projectId)
        .where('code', '=', code)
        .execute()
  })
  afterAll(() => app.close())

  const move = async (from: string, to: string, amount: string, reason: string, moved_at: string) => {
    const body = { from_code: world.subject(from), to_code: world.subject(to), amount, reason, moved_at }
    expect(await world.admin.post('/budget_moves', body)).toMatchObject({ code: 0 })
  }
  const moves = async (query: Record<string, unknown>) => {
    const { data } = await world.admin.get('/budget_moves', query)
    const numbers = data.items.map(({ number }: { number: string }) => number.slice(-1)).join('')
    expect(data.listTotal).toBe(numbers.length)
    return `${numbers} ${data.total_amount_yuan}`
  }

  test('moves are filtered by reason, number, days, subjects of any level and version; the sum is that of the filter', async () => {
    expect(await moves({})).toBe('321 107.50')
    expect(await moves({ keywords: '机位' })).toBe('2 7.50')
    // A percent sign is one, and no pattern.
    expect(await moves({ keywords: '%' })).toBe('2 7.50')
    expect(await moves({ keywords: 'dj0003' })).toBe('3 20.00')
    expect(await moves({ start_moved_at: '2026-11-20' })).toBe('32 27.50')
    expect(await moves({ end_moved_at: '2026-11-19' })).toBe('1 80.00')
    expect(await moves({ start_moved_at: '2026-11-20', end_moved_at: '2026-11-20' })).toBe('32 27.50')
    expect(await moves({ from_codes: world.subject(ONE) })).toBe('21 87.50')
    // Of level one, with all below.
    expect(await moves({ to_codes: world.subject('2400') })).toBe('31 100.00')
    expect(await moves({ from_codes: [world.subject('2400')], to_codes: [world.subject('1000')] })).toBe(
      '2 7.50',
    )
    expect(await moves({ from_codes: [world.subject(ONE), world.subject(THREE)] })).toBe('321 107.50')
    expect(await moves({ version_codes: codes[1] })).toBe('3 20.00')
    expect(await moves({ version_codes: codes, keywords: '内景' })).toBe('1 80.00')
    for (const nothing of [{ from_codes: 'nowhere' }, { version_codes: 'nowhere' }, { keywords: '没有' }])
      expect(await moves(nothing)).toBe(' 0.00')
    const [shown] = (await world.admin.get('/budget_moves', { keywords: '机位' })).data.items
    // That it is the last of its filter makes it no last move.
    expect(shown.can.delete).toBe(false)
  })

  test('the export of moves follows the filters, from the body or the query', async () => {
    const numbers = async (path: string, body: object) =>
      (await downloadRows(app, world.admin, path, body))
        .slice(1)
        .map(([number, , , , amount]) => [number, amount])
    const filtered = [
      ['DJ0002', '7.5'],
      ['DJ0003', '20'],
      ['合计', '27.5'],
    ]
    expect(await numbers('/budget_moves/export', { start_moved_at: '2026-11-20' })).toEqual(filtered)
    expect(await numbers('/budget_moves/export?start_moved_at=2026-11-20', {})).toEqual(filtered)
    expect(await numbers('/budget_moves/export', { from_codes: [world.subject(THREE)] })).toEqual([
      ['DJ0003', '20'],
      ['合计', '20'],
    ])
  })

  test('versions are filtered by words, people, days in Shanghai and state; the line of the locked one is not', async () => {
    const numbers = async (query: Record<string, unknown>) => {
      const { data } = await world.admin.get('/budget_versions', query)
      expect(data.listTotal).toBe(data.items.length)
      expect(data.locked).toMatchObject({ name: '二稿', moves: 1, moved_yuan: '20.00' })
      return data.items.map(({ no }: { no: number }) => no).join('')
    }
    expect(await numbers({})).toBe('21')
    expect(await numbers({ keywords: '开机' })).toBe('1')
    expect(await numbers({ keywords: '剧本' })).toBe('1')
    const [{ creator_name }] = (await world.admin.get('/budget_versions')).data.items
    expect(await numbers({ keywords: creator_name })).toBe('21')
    expect(await numbers({ keywords: '_' })).toBe('')
    const day = '2026-11-02'
    expect(await numbers({ start_locked_at: day })).toBe('2')
    expect(await numbers({ start_locked_at: day, end_locked_at: day })).toBe('2')
    expect(await numbers({ end_locked_at: day })).toBe('21')
    expect(await numbers({ end_locked_at: '2026-11-01' })).toBe('1')
    expect(await numbers({ locked: '1' })).toBe('2')
    expect(await numbers({ locked: '0' })).toBe('1')
    expect(await numbers({ locked: '0', keywords: '二稿' })).toBe('')
  })

  test('the export of versions has the columns of the list and follows its filters', async () => {
    const [{ creator_name }] = (await world.admin.get('/budget_versions')).data.items
    const minute = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(await downloadRows(app, world.admin, '/budget_versions/export')).toEqual([
      [
        '版本',
        '版本名称',
        '锁定时预算（元）',
        '状态',
        '锁定时间',
        '锁定人',
        '调剂（笔）',
        '解锁时间',
        '解锁人',
        '解锁原因',
      ],
      ['第1版', '开机预算', '1500', '已解锁', minute, creator_name, '2', minute, creator_name, '改剧本'],
      ['第2版', '二稿', '1500', '已锁定', minute, creator_name, '1', '', '', ''],
    ])
    const found = await downloadRows(app, world.admin, '/budget_versions/export', { locked: '0' })
    expect(found.slice(1).map(([no]) => no)).toEqual(['第1版'])
    const [text] = (
      await downloadRows(app, world.admin, '/budget_versions/export', { keywords: creator_name })
    ).slice(-1)
    expect(text?.[1]).toBe('二稿')
  })

  test('of another company with people of the same name nothing is found or exported', async () => {
    const other = await reportWorld(app)
    await other.budget(ONE, '1')
    await other.admin.post('/budget_versions', { name: '别家' })
    const { data } = await other.admin.get('/budget_versions', { keywords: '二稿' })
    expect(data.listTotal).toBe(0)
    expect((await other.admin.get('/budget_moves', { version_codes: codes })).data.listTotal).toBe(0)
    expect((await downloadRows(app, other.admin, '/budget_versions/export')).map(([, name]) => name)).toEqual(
      ['版本名称', '别家'],
    )
  })

  test('name the parameter that is wrong', async () => {
    expect(
      faultsOf(
        await world.admin.get('/budget_moves', {
          start_moved_at: '2026-13-01',
          end_moved_at: '昨天',
          from_codes: '\0',
          keywords: '字'.repeat(2001),
        }),
      ),
    ).toEqual([
      422,
      [
        'keywords 不能超过2000个字符',
        'start_moved_at 日期不存在',
        'end_moved_at 日期格式应为 YYYY-MM-DD',
        'from_codes[0] 格式不正确',
      ],
    ])
    const wrong = { start_locked_at: '2026-02-30', locked: '是' }
    const faults = [422, ['start_locked_at 日期不存在', 'locked 须为 0 或 1']]
    expect(faultsOf(await world.admin.get('/budget_versions', wrong))).toEqual(faults)
    expect(faultsOf(await world.admin.post('/budget_versions/export', wrong))).toEqual(faults)
  })

  test('who reads them exports them; without the right, and with the feature off, neither list is exported', async () => {
    const person = async (rights: Record<string, string[]>) =>
      (await app.person(world.companyId, rights, [world.project])).on(world.project)
    const exports = async (who: ReportWorld['clerk']) => {
      const answers = [
        await who.post('/budget_versions/export', {}),
        await who.post('/budget_moves/export', {}),
      ]
      return answers.map(({ status, msg }) => `${status} ${msg}`)
    }
    expect(await exports(await person({ budget_version: ['read'] }))).toEqual([
      '200 操作成功',
      '200 操作成功',
    ])
    expect(await exports(world.clerk)).toEqual(['403 您没有权限进行此操作', '403 您没有权限进行此操作'])
    const put = (on: boolean) =>
      world.admin.put('/company/features', { items: [{ feature: 'cost_report', on }] })
    await put(false)
    expect(await exports(world.admin)).toEqual(['403 该功能未启用', '403 该功能未启用'])
    await put(true)
  })
})
