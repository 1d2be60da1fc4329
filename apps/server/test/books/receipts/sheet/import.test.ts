import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abandonImport } from '../../../harness/abandon-import.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { overlap } from '../../../harness/overlap.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { upload } from '../../payments/sheet/sheets.ts'
import { type ReceiptWorld, receiptWorld } from '../helpers.ts'
import {
  openLink,
  PATH,
  RIGHT,
  type Row,
  sheetsOf as readSheets,
  receiptsOf,
  importFile as sendImport,
  TITLES,
  uploadRows,
} from './sheets.ts'

let test: TestApp
let world: ReceiptWorld

beforeAll(async () => {
  test = await workerApp()
  world = await receiptWorld(test)
  await world.contract('TZ-1')
  await world.contract('ZF-1', '0')
})
afterAll(() => test.close())

const uploaded = (rows: Row[], titles?: string[], of = test, who = world.clerk) =>
  uploadRows(of, who, rows, titles)
const importFile = (attachment_code: string, who = world.clerk) => sendImport(who, attachment_code)
const preview = (attachment_code: string, who = world.clerk) =>
  who.post(`${PATH}/import/preview`, { attachment_code })
const all = (who: Caller = world.clerk, query = {}) => receiptsOf(who, query)
const open = (url: string, of = test) => openLink(of, url)
const sheetsOf = (url: string) => readSheets(test, url)

describe('import', () => {
  it("reads its own template, which offers the project's types", async () => {
    const { data } = await world.clerk.get(`${PATH}/import_template`)
    const sheets = await sheetsOf(data.file_url)
    expect(sheets[0]?.rows[0]).toEqual(['收款时间*', '投资方*', '投资类型*', '收款金额*', '合同编号', '说明'])
    expect(String(sheets[0]?.rows[1]?.[0])).toMatch(/^示例/)
    expect(sheets.find(({ name }) => name === '选项')?.rows.flat()).toContain('自有资金')
    const file = await open(data.file_url)
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('收款明细导入模板.xlsx'))
    const { data: result } = await importFile(await upload(test, world.clerk, file.rawPayload))
    expect(result).toMatchObject({ status: 'failed', error_items: [{ desc: '没有可导入的数据' }] })
  })

  it('offers no list if the project has no types', async () => {
    const mine = await receiptWorld(test)
    const { data: types } = await mine.admin.get('/investment_categories', { per_page: 100 })
    for (const { id } of types.items) await mine.admin.delete(`/investment_categories/${id}`)
    const { data } = await mine.clerk.get(`${PATH}/import_template`)
    expect((await sheetsOf(data.file_url)).map(({ name }) => name)).toEqual(['收款明细'])
  })

  it('previews what it writes, writes it in the order of the file, and only once', async () => {
    const before = await all()
    const file = await uploaded([
      { ...RIGHT, investment_at: '2026/5/9', amount: '1,000', contract_code: 'TZ-1', desc: '第一期' },
      { ...RIGHT, investment_at: '2026-04-30', investor: '乙影业', amount: '２．７０' },
    ])
    expect(await preview(file)).toMatchObject({
      code: 0,
      data: {
        status: 'succeeded',
        error_items: [],
        total: 2,
        failed_rows_url: null,
        records: 2,
        total_amount_yuan: '1002.70',
        start_at: '2026-04-30',
        end_at: '2026-05-09',
      },
    })
    expect(await all()).toEqual(before)
    const answers = await Promise.all([1, 2, 3].map(() => importFile(file)))
    const [result] = answers.map(({ data }) => data)
    expect(result).toMatchObject({ status: 'succeeded', error_items: [], total: 2, bad: 0 })
    expect(answers.map(({ data }) => data)).toEqual([result, result, result])
    expect(await all(world.clerk, { import_code: result.import_code })).toMatchObject([
      { investment_at: '2026-04-30', investor: '乙影业', amount_yuan: '2.70', contract: null, desc: '' },
      {
        investment_at: '2026-05-09',
        investor: '甲影业',
        investment_category_name: '自有资金',
        amount_yuan: '1000.00',
        contract: { out_code: 'TZ-1' },
        desc: '第一期',
      },
    ])
    expect(await all()).toHaveLength(before.length + 2)
    const entries = await test.services.db
      .selectFrom('audit_logs')
      .select(['resource', 'label', 'after'])
      .where('project_id', '=', world.projectId)
      .where('action', '=', 'import')
      .execute()
    expect(entries).toMatchObject([
      { resource: 'investment_execution', label: '收款.xlsx', after: { rows: 2, records: 2 } },
    ])
  })

  it('writes more rows than one INSERT takes', async () => {
    const mine = await receiptWorld(test)
    const rows = Array.from({ length: 2_500 }, (_, index) => ({ ...RIGHT, desc: `第${index + 1}行` }))
    const file = await uploaded(rows, TITLES, test, mine.clerk)
    expect((await importFile(file, mine.clerk)).data).toMatchObject({ status: 'succeeded', total: 2_500 })
    expect((await mine.clerk.get(PATH)).data).toMatchObject({
      listTotal: 2_500,
      total_amount_yuan: '30750.00',
    })
    const last = await all(mine.clerk, { page: 3 })
    expect(last.map(({ desc }) => desc)).toEqual(rows.slice(2_000).map(({ desc }) => desc))
  })

  it('names all wrong rows and columns, writes nothing, and returns the failed rows', async () => {
    const before = await all()
    const wrong: [Row, string][] = [
      [{ investment_at: '5月1日' }, '收款时间：日期须带年份'],
      [{ investor: ' ' }, '投资方：请输入投资方'],
      [{ investment_category_id: '没有的' }, '投资类型：投资类型不存在'],
      [{ investment_category_id: '' }, '投资类型：请选择投资类型'],
      [{ amount: '0' }, '收款金额：'],
      [{ amount: '-1' }, '收款金额：'],
      [{ amount: '1.234' }, '收款金额：最多两位小数'],
      [{ contract_code: 'HT-0' }, '合同编号：合同编号不存在'],
      [{ contract_code: 'ZF-1' }, '合同编号：只能关联投资合同或其他收入合同'],
      [{ desc: '长'.repeat(2_001) }, '说明：不能超过2000个字符'],
      [{ investor: '', amount: 'x' }, '投资方：请输入投资方；收款金额：'],
      [
        { investor: '', contract_code: 'ZF-1' },
        '投资方：请输入投资方；合同编号：只能关联投资合同或其他收入合同',
      ],
    ]
    const file = await uploaded([RIGHT, ...wrong.map(([changes]) => ({ ...RIGHT, ...changes })), RIGHT])
    const { data } = await importFile(file)
    expect(data).toMatchObject({ status: 'failed', total: wrong.length + 2, bad: wrong.length })
    expect(data.error_items).toMatchObject(
      wrong.map(([, words], index) => ({ line: index + 3, desc: expect.stringContaining(words) })),
    )
    expect(data.error_items[7].mistakes).toEqual([
      { column: '合同编号', message: '合同编号不存在', cell: 'E10', content: 'HT-0' },
    ])
    expect((await preview(file)).data.error_items).toEqual(data.error_items)
    expect(await all()).toEqual(before)
    const [titles, ...rows] = (await sheetsOf(data.failed_rows_url))[0]?.rows ?? []
    expect(titles).toEqual(['行号', '错误原因', ...TITLES])
    expect(rows.map(([line, words]) => [line, words])).toEqual(
      data.error_items.map(({ line, desc }: { line: number; desc: string }) => [line, desc]),
    )
    const { data: lacking } = await importFile(await uploaded([RIGHT], TITLES.with(1, '付款方')))
    expect(lacking.error_items).toMatchObject([{ line: 1, desc: '缺少列：投资方' }])
  })

  it('includes wrong rows in the figures of its preview', async () => {
    const file = await uploaded([
      { ...RIGHT, investment_at: '2026-05-02', amount: '5' },
      { ...RIGHT, investor: '', amount: '100' },
      { ...RIGHT, investment_at: '没有日期', amount: '1000' },
    ])
    expect((await preview(file)).data).toMatchObject({
      ...{ status: 'failed', bad: 2, records: 3, total_amount_yuan: '1105.00' },
      ...{ start_at: '2026-05-01', end_at: '2026-05-02' },
    })
  })

  it('is rolled back when the caller disconnects before the last rows are written', async () => {
    const mine = await receiptWorld(test)
    const file = await uploaded([RIGHT, RIGHT], TITLES, test, mine.clerk)
    const { token } = mine.clerk
    const held = `select from investment_types where project_id = ${mine.projectId} for update`
    await abandonImport(test, { path: PATH, token, project: mine.project, file, held })
    expect(await all(mine.clerk)).toEqual([])
    expect((await importFile(file, mine.clerk)).data).toMatchObject({ status: 'succeeded', total: 2 })
  })

  it('is retried if a contract changes between check and write', async () => {
    const contract = await world.contract('TZ-2')
    const file = await uploaded([{ ...RIGHT, contract_code: 'TZ-2' }])
    const before = await all()
    const { data } = await overlap(
      test,
      (tx) => tx.updateTable('contracts').set({ category: 0 }).where('code', '=', contract).execute(),
      () => importFile(file),
    )
    expect(data).toMatchObject({
      status: 'failed',
      error_items: [{ line: 2, desc: '合同编号：只能关联投资合同或其他收入合同' }],
    })
    expect(await all()).toEqual(before)
  })

  it('is retried if a type is deleted between check and write', async () => {
    const { id } = (await world.clerk.post('/investment_categories', { name: '临时类型' })).data
    const file = await uploaded([{ ...RIGHT, investment_category_id: '临时类型' }])
    const before = await all()
    const { data } = await overlap(
      test,
      (tx) => tx.deleteFrom('investment_types').where('id', '=', BigInt(id)).execute(),
      () => importFile(file),
    )
    expect(data).toMatchObject({
      status: 'failed',
      error_items: [{ line: 2, desc: expect.stringMatching(/^投资类型：投资类型不存在，可填：.*联合投资/) }],
    })
    expect(await all()).toEqual(before)
  })

  it('finds a contract and a type whose names the file writes with invisible signs, as both are stored plain', async () => {
    const [out_code, name] = ['HT\u200b-零宽', '过桥  资金\u200b']
    await world.contract(out_code)
    await world.clerk.post('/investment_categories', { name })
    const file = await uploaded([{ ...RIGHT, contract_code: out_code, investment_category_id: name }])
    expect((await importFile(file)).data).toMatchObject({ status: 'succeeded', total: 1 })
    const [receipt] = (await all()).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
    expect(receipt).toMatchObject({
      contract: { out_code: 'HT-零宽' },
      investment_category_name: '过桥 资金',
    })
  })

  it('is refused without login or right, with a file of another project, and in an archived project', async () => {
    const file = await uploaded([RIGHT])
    const before = await all()
    const other = await receiptWorld(test)
    for (const send of [importFile, preview]) {
      expect(await send(file, test.nobody.on(world.project))).toMatchObject({ status: 401 })
      expect(await send(file, world.reader)).toMatchObject({ status: 403 })
      expect(await send(file, other.clerk)).toMatchObject({
        status: 422,
        data: { errors: [{ field: 'attachment_code', message: '文件不存在，请重新上传' }] },
      })
      expect(await send('nowhere')).toMatchObject({ status: 422 })
    }
    expect((await world.reader.get(`${PATH}/import_template`)).status).toBe(403)
    const own = await uploaded([RIGHT], TITLES, test, other.clerk)
    await other.admin.post(`/projects/${other.project}/archive`)
    expect(await importFile(own, other.clerk)).toMatchObject({ code: 300011 })
    expect(await all()).toEqual(before)
    expect(await all(other.clerk)).toEqual([])
  })
})
