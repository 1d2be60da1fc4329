import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAllSubjects } from '../../../harness/default-subjects.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { bookOf, fixture, importFile, RIGHT, type Row, upload } from './sheets.ts'

withAllSubjects()

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const preview = async (attachment_code: string, who = world.clerk) =>
  await who.post('/cost_executions/import/preview', { attachment_code })
const uploaded = async (rows: Row[]) => await upload(test, world.clerk, await bookOf(rows))
const payments = async () => (await world.clerk.get('/cost_executions')).data.listTotal

describe('the preview', () => {
  it('reports what the import would write, and writes nothing', async () => {
    const file = await uploaded([
      { ...RIGHT, sequence: 'B', pay_at: '2026-05-09' },
      { ...RIGHT, sequence: 'A', pay_at: '2026-04-30', pay_amount: '-2.30' },
      { ...RIGHT, sequence: 'B', pay_at: '2026-05-09', pay_amount: '1,000' },
    ])
    expect(await preview(file)).toMatchObject({
      code: 0,
      data: {
        status: 'succeeded',
        error_items: [],
        total: 3,
        failed_rows_url: null,
        records: 2,
        total_amount_yuan: '1010.00',
        start_at: '2026-04-30',
        end_at: '2026-05-09',
      },
    })
    expect(await payments()).toBe(0)
    const imported = (await importFile(world.clerk, file)).data
    expect(imported).toMatchObject({ status: 'succeeded', total: 3 })
    expect(await payments()).toBe(2)
    await world.clerk.post('/cost_executions', world.body())
    const found = await world.clerk.get('/cost_executions', { import_code: imported.import_code })
    expect(found.data).toMatchObject({ listTotal: 2, total_amount_yuan: '1010.00' })
    expect((await importFile(world.clerk, file)).data).toEqual(imported)
  })

  it('names every mistake by row and column like the import, with a file of the failed rows', async () => {
    const file = await uploaded([
      { ...RIGHT, sequence: '1' },
      { ...RIGHT, sequence: '2', pay_amount: '1.234', pay_at: '2月30日', remark: '=1+1' },
      { ...RIGHT, sequence: '3', payer: '' },
    ])
    const { data } = await preview(file)
    expect(data).toMatchObject({
      status: 'failed',
      total: 3,
      bad: 2,
      error_items: [
        {
          line: 3,
          mistakes: [
            { column: '付款时间', cell: 'B3', content: '2月30日' },
            { column: '付款金额', message: '最多两位小数', content: '1.234' },
          ],
        },
        {
          line: 4,
          desc: '付款方：请输入付款方',
          mistakes: [{ column: '付款方', message: '请输入付款方', cell: 'C4', content: '' }],
        },
      ],
    })
    expect((await importFile(world.clerk, file)).data.error_items).toEqual(data.error_items)
    const answer = await test.http.inject({ method: 'GET', url: data.failed_rows_url })
    expect(answer.statusCode).toBe(200)
    const [titles, ...rows] = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
    expect(titles?.slice(0, 4)).toEqual(['行号', '错误原因', '付款序号', '付款时间'])
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(
      expect.arrayContaining([3, data.error_items[0].desc, '2', '2月30日', '1.234', '=1+1']),
    )
    expect(rows[1]?.slice(0, 2)).toEqual([4, '付款方：请输入付款方'])
    const forged = data.failed_rows_url.replace(/file=[^&]*/, 'file=other')
    expect((await test.http.inject({ method: 'GET', url: forged })).statusCode).toBe(403)
  })

  it('agrees with the manifest for a file of another program', async () => {
    const { data } = await preview(
      await upload(test, world.clerk, await fixture('payments-clean-600-libreoffice.xlsx')),
    )
    expect(data).toMatchObject({
      status: 'succeeded',
      total: 600,
      records: 364,
      total_amount_yuan: '45600670.98',
    })
  })

  it('reports what cannot be read, and is refused without the right to write', async () => {
    const empty = await preview(await uploaded([]))
    expect(empty.data).toMatchObject({
      error_items: [{ line: 1, desc: '没有可导入的数据' }],
      failed_rows_url: null,
      records: 0,
      total_amount_yuan: '0.00',
      start_at: null,
      end_at: null,
    })
    const file = await uploaded([RIGHT])
    expect(await preview('nowhere')).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'attachment_code' }] },
    })
    expect(await preview(file, world.reader)).toMatchObject({ status: 403 })
    expect(await preview(file, test.nobody.on(world.project))).toMatchObject({ status: 401 })
  })
})

describe('what exists already', () => {
  const previewOf = async (who: Caller, code: string) =>
    (await who.post('/cost_executions/import/preview', { attachment_code: code })).data

  it('is named with its records, and blocks nothing', async () => {
    const other = await paymentWorld(test)
    const rows = [RIGHT, { ...RIGHT, remark: '另一条' }, { ...RIGHT, sequence: '2', payer: '乙' }]
    const first = await upload(test, other.clerk, await bookOf(rows))
    expect(await previewOf(other.clerk, first)).toMatchObject({
      status: 'succeeded',
      warnings: [],
      notices: [],
    })
    const { import_code } = (await importFile(other.clerk, first)).data
    const numbers: string[] = (
      await other.clerk.get('/cost_executions', { pay_at_order: 'asc' })
    ).data.items.map(({ code }: { code: string }) => code)
    const edited = [
      { ...RIGHT, sequence: numbers[0], pay_amount: '99' },
      { ...RIGHT, sequence: numbers[1], payer: '乙' },
      { ...RIGHT, sequence: '新' },
      // The lines of a payment count with their sum: 24.60 as the first one.
      { ...RIGHT, sequence: '新' },
      { ...RIGHT, sequence: '又', pay_amount: '24.60' },
    ]
    const again = await upload(test, other.clerk, await bookOf(edited), '改过的')
    const found = await previewOf(other.clerk, again)
    expect(found).toMatchObject({ status: 'succeeded', error_items: [] })
    expect(found.notices).toEqual([
      {
        text: `付款序号 ${numbers[0]}、${numbers[1]} 已存在，导入后将另增 2 笔`,
        show: { codes: numbers },
      },
      {
        text: '3 笔与已有 2 笔的付款时间、付款方、金额相同（第3、4、6行）',
        show: { codes: expect.arrayContaining(numbers) },
      },
      { text: '文件中有 2 笔的付款时间、付款方、金额相同（第4、6行）', show: null },
    ])
    expect(found.warnings).toEqual(found.notices.map(({ text }: { text: string }) => text))
    expect((await other.clerk.get('/cost_executions', { codes: numbers })).data.listTotal).toBe(2)
    expect((await other.clerk.get('/cost_executions', { codes: ['FK0'] })).data.listTotal).toBe(0)

    // The same bytes under another name; another sheet with the same name is another file.
    const copy = await upload(test, other.clerk, await bookOf(rows), '副本')
    const [file] = (await previewOf(other.clerk, copy)).notices
    expect(file.text).toMatch(/^该文件已于 \d{4}-\d\d-\d\d \d\d:\d\d 由 员工.* 导入（3 行，现有 2 笔）$/)
    expect(file.show).toEqual({ import_code })
    const changed = await upload(test, other.clerk, await bookOf(rows.slice(1)))
    expect((await previewOf(other.clerk, changed)).warnings.join()).not.toContain('该文件')
    await other.clerk.delete('/cost_executions/batch', { codes: numbers })
    expect((await previewOf(other.clerk, copy)).notices).toEqual([
      { text: expect.stringMatching(/导入（3 行，其记录已全部删除）$/), show: null },
    ])
    expect((await importFile(other.clerk, again)).data).toMatchObject({ status: 'succeeded', total: 5 })
  })

  it('is that of the project: another one has nothing', async () => {
    const [mine, theirs] = [await paymentWorld(test), await paymentWorld(test)]
    const bytes = await bookOf([RIGHT])
    await importFile(mine.clerk, await upload(test, mine.clerk, bytes))
    const answer = await previewOf(theirs.clerk, await upload(test, theirs.clerk, bytes))
    expect(answer.notices).toEqual([])
  })

  it('a colleague who checks before the other imports is told by the next check', async () => {
    const mine = await paymentWorld(test)
    const bytes = await bookOf([RIGHT])
    const [one, two] = [await upload(test, mine.clerk, bytes), await upload(test, mine.admin, bytes)]
    expect((await previewOf(mine.admin, two)).notices).toEqual([])
    await importFile(mine.clerk, one)
    expect((await previewOf(mine.admin, two)).notices).toMatchObject([
      { text: expect.stringContaining('导入（1 行，现有 1 笔）') },
      { text: '1 笔与已有 1 笔的付款时间、付款方、金额相同（第2行）' },
    ])
  })

  it('is found by an exact amount, day and payer, as the form asks', async () => {
    const mine = await paymentWorld(test)
    await importFile(mine.clerk, await upload(test, mine.clerk, await bookOf([RIGHT])))
    const same = { start_pay_at: '2026-05-01', end_pay_at: '2026-05-01', payers: ['甲'], pay_amount: '12.3' }
    const total = async (changes: object) =>
      (await mine.clerk.get('/cost_executions', { ...same, ...changes })).data.listTotal
    expect(await Promise.all([{}, { pay_amount: '12.31' }, { payers: ['甲乙'] }].map(total))).toEqual([
      1, 0, 0,
    ])
    expect(await mine.clerk.get('/cost_executions', { pay_amount: '1.234' })).toMatchObject({ status: 422 })
  })
})
