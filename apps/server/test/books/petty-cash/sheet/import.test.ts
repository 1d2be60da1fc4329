import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abandonImport } from '../../../harness/abandon-import.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { overlap } from '../../../harness/overlap.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { auditsOf } from '../../payments/helpers.ts'
import { upload } from '../../payments/sheet/sheets.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import {
  allDetails,
  importFile as importAs,
  open,
  RIGHT,
  type Row,
  sheetsOf,
  TITLES,
  uploadRows,
} from './sheets.ts'

const PATH = '/imprests'
let test: TestApp
let world: PettyCashWorld

beforeAll(async () => {
  test = await workerApp()
  world = await pettyCashWorld(test)
  await world.contract('ZF-1')
  await world.contract('SR-1', '3')
})
afterAll(() => test.close())

const uploaded = (rows: Row[], { titles = TITLES, of = test, who = world.clerk } = {}) =>
  uploadRows(of, who, rows, titles)
const importFile = (attachment_code: string, who = world.clerk) => importAs(who, attachment_code)
const preview = (attachment_code: string, who = world.clerk) =>
  who.post(`${PATH}/import/preview`, { attachment_code })
const all = (who: Caller = world.clerk, query = {}) => allDetails(who, query)

describe('import', () => {
  it('reads its own template, which offers closed lists and the subjects', async () => {
    const { data } = await world.clerk.get(`${PATH}/import_template`)
    const sheets = await sheetsOf(test, data.file_url)
    expect(sheets[0]?.rows[0]).toEqual([
      ...['付款时间*', '付款方*', '部门/岗位', '摘要', '科目编号*', '付款方式*', '凭证类型', '票面税率'],
      ...['合同编号', '付款金额*', '备注'],
    ])
    expect(String(sheets[0]?.rows[1]?.[0])).toMatch(/^示例/)
    expect(sheets.find(({ name }) => name === '科目')?.rows[1]).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\d{8}$/)]),
    )
    expect(sheets.find(({ name }) => name === '选项')?.rows.flat()).toEqual(
      expect.arrayContaining(['微信', '白条', '免税']),
    )
    const file = await open(test, data.file_url)
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('备用金明细导入模板.xlsx'))
    const { data: result } = await importFile(await upload(test, world.clerk, file.rawPayload))
    expect(result).toMatchObject({ status: 'failed', error_items: [{ desc: '没有可导入的数据' }] })
  })

  it('previews what it writes, writes it in the order of the file, and only once', async () => {
    const before = await all()
    const file = await uploaded([
      {
        ...{
          ...RIGHT,
          pay_at: '2026/5/9',
          post: '道具组',
          summary: '道具',
          pay_amount: '1,000',
          remark: '急',
        },
        ...{ voucher_category: '数电票（普通）', face_tax_rate: '6', contract_code: 'ｚｆ－１' },
      },
      {
        ...RIGHT,
        pay_at: '2026-04-30',
        payer: '李某某',
        voucher_category: '未填写',
        pay_amount: '－２．７０',
      },
    ])
    expect(await preview(file)).toMatchObject({
      data: {
        ...{ status: 'succeeded', error_items: [], total: 2, records: 2, failed_rows_url: null },
        ...{ total_amount_yuan: '997.30', start_at: '2026-04-30', end_at: '2026-05-09' },
      },
    })
    expect(await all()).toEqual(before)
    const answers = await Promise.all([1, 2, 3].map(() => importFile(file)))
    const [result] = answers.map(({ data }) => data)
    expect(result).toMatchObject({ status: 'succeeded', error_items: [], total: 2, bad: 0 })
    expect(answers.map(({ data }) => data)).toEqual([result, result, result])
    const added = await all(world.clerk, { import_code: result.import_code })
    expect(added).toMatchObject([
      {
        ...{ code: expect.stringMatching(/^BYJ20260430/), pay_at: '2026-04-30', payer: '李某某' },
        ...{ pay_amount_yuan: '-2.70', voucher_category: null, face_tax_rate: '', contract: null },
      },
      {
        ...{ code: expect.stringMatching(/^BYJ20260509/), pay_at: '2026-05-09', payer: '王某某' },
        ...{ post: '道具组', summary: '道具', remark: '急', pay_amount_yuan: '1000.00', face_tax_rate: '6%' },
        voucher_category: { voucher_category_code: '6' },
        pay_channel: { pay_channel_code: '1' },
        contract: { out_code: 'ZF-1' },
        subject_three_out_code: '24000101',
      },
    ])
    // The first row of the file has the lower number.
    const [later = 0, earlier = 0] = added.map(({ code }) => Number(code.slice(11)))
    expect(earlier).toBe(later - 1)
    expect(await all()).toHaveLength(before.length + 2)
    const imports = (await auditsOf(test, world.projectId)).filter(({ action }) => action === 'import')
    expect(imports).toMatchObject([
      { resource: 'imprest', label: '备用金.xlsx', after: { rows: 2, records: 2 } },
    ])
  })

  it('reads a file of another program, with numbers, dates and percent cells', async () => {
    const rows = [
      ['付款金额（元）', '付款时间', '科目编号', '付款方', '付款方式', '票面税率', '没有的列'],
      [88.5, new Date('2026-03-04T00:00:00Z'), 24000101, '张某某', '支付宝', 6, 'x'],
      ['0.6万', new Date('2026-03-03T00:00:00Z'), 24000101, '张某某', '支付宝', 0.06, 'x'],
      ['=30*2', new Date('2026-03-02T00:00:00Z'), 24000101, '张某某', '支付宝', '6 %', 'x'],
    ]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: '表一', rows }] }))
    const { data } = await importFile(await upload(test, world.clerk, bytes))
    expect(data).toMatchObject({ status: 'succeeded', total: 3 })
    expect(
      (await all(world.clerk, { import_code: data.import_code })).map(
        ({ pay_at, pay_amount_yuan, face_tax_rate }) => [pay_at, pay_amount_yuan, face_tax_rate],
      ),
    ).toEqual(
      expect.arrayContaining([
        ['2026-03-04', '88.50', '6%'],
        ['2026-03-03', '6000.00', '6%'],
        ['2026-03-02', '60.00', '6%'],
      ]),
    )
  })

  it('writes more rows than one INSERT takes', async () => {
    const mine = await pettyCashWorld(test)
    const rows = Array.from({ length: 2_500 }, (_, index) => ({ ...RIGHT, remark: `第${index + 1}行` }))
    const file = await uploaded(rows, { who: mine.clerk })
    expect((await importFile(file, mine.clerk)).data).toMatchObject({ status: 'succeeded', total: 2_500 })
    expect((await mine.clerk.get(PATH)).data).toMatchObject({ listTotal: 2_500, total: '30750.00' })
    const last = await all(mine.clerk, { page: 3 })
    expect(last.map(({ remark }) => remark)).toEqual(rows.slice(2_000).map(({ remark }) => remark))
    expect(new Set((await all(mine.clerk)).map(({ code }) => code)).size).toBe(1_000)
  })

  it('names all wrong rows and columns, writes nothing, and returns the failed rows', async () => {
    const before = await all()
    const wrong: [Row, string][] = [
      [{ pay_at: '5月1日' }, '付款时间：日期须带年份'],
      [{ payer: ' ' }, '付款方：请输入付款方'],
      [{ subject_three_code: '' }, '科目编号：请选择科目'],
      [{ subject_three_code: '77' }, '科目编号：科目编号不存在'],
      [{ subject_three_code: '240001' }, '科目编号：请选择三级科目'],
      [{ pay_channel: '' }, '付款方式：请选择付款方式'],
      [{ pay_channel: '贝壳' }, '付款方式：付款方式不存在，可填：现金、银行转账、'],
      [{ voucher_category: '小票' }, '凭证类型：凭证类型不存在'],
      [{ face_tax_rate: '六个点' }, '票面税率：票面税率格式不正确'],
      [{ face_tax_rate: '0.5' }, '票面税率：票面税率 0.5 有歧义，请写成百分数，如 0.5%'],
      [{ pay_amount: '1.2345678万' }, '付款金额：最多两位小数'],
      [{ contract_code: 'HT-0' }, '合同编号：合同编号不存在'],
      [{ contract_code: 'SR-1' }, '合同编号：只能关联演员、职员或制作合同'],
      [{ pay_amount: '0' }, '付款金额：金额不能为0'],
      [{ pay_amount: '1.234' }, '付款金额：最多两位小数'],
      [{ remark: '长'.repeat(2_001) }, '备注：不能超过2000个字符'],
      [{ payer: '', pay_amount: 'x', contract_code: 'SR-1' }, '付款方：请输入付款方；付款金额：'],
    ]
    const file = await uploaded([RIGHT, ...wrong.map(([changes]) => ({ ...RIGHT, ...changes })), RIGHT])
    const { data } = await importFile(file)
    expect(data).toMatchObject({ status: 'failed', total: wrong.length + 2, bad: wrong.length })
    expect(data.error_items).toMatchObject(
      wrong.map(([, words], index) => ({ line: index + 3, desc: expect.stringContaining(words) })),
    )
    expect((await preview(file)).data.error_items).toEqual(data.error_items)
    expect(await all()).toEqual(before)
    const [titles, ...rows] = (await sheetsOf(test, data.failed_rows_url))[0]?.rows ?? []
    expect(titles).toEqual(['行号', '错误原因', ...TITLES])
    expect(rows).toHaveLength(wrong.length)
    const lacking = await importFile(await uploaded([RIGHT], { titles: TITLES.with(1, '收款方') }))
    expect(lacking.data.error_items).toMatchObject([{ line: 1, desc: '缺少列：付款方' }])
  })

  it('is rolled back when the caller disconnects before the last rows are written', async () => {
    const mine = await pettyCashWorld(test)
    const file = await uploaded([RIGHT, RIGHT], { who: mine.clerk })
    const held = `select from subjects where project_id = ${mine.projectId} for update`
    await abandonImport(test, { path: PATH, token: mine.clerk.token, project: mine.project, file, held })
    expect(await all(mine.clerk)).toEqual([])
    expect((await importFile(file, mine.clerk)).data).toMatchObject({ status: 'succeeded', total: 2 })
  })

  it.each([
    ['contract changes', 'update contracts set category = 3', "out_code = 'ZF-7'", '合同编号：只能关联'],
    ['subject is deleted', 'delete from subjects', "out_code = '24000102'", '科目编号：科目编号不存在'],
  ])('is retried if a %s between check and write', async (_what, change, which, words) => {
    const mine = await pettyCashWorld(test)
    await mine.contract('ZF-7')
    const file = await uploaded([{ ...RIGHT, subject_three_code: '24000102', contract_code: 'ZF-7' }], {
      who: mine.clerk,
    })
    const { data } = await overlap(
      test,
      (tx) => sql.raw(`${change} where project_id = ${mine.projectId} and ${which}`).execute(tx),
      () => importFile(file, mine.clerk),
    )
    expect(data).toMatchObject({
      status: 'failed',
      error_items: [{ line: 2, desc: expect.stringContaining(words) }],
    })
    expect(await all(mine.clerk)).toEqual([])
  })

  it('is refused without login or right, with a file of another project, and in an archived project', async () => {
    const file = await uploaded([RIGHT])
    const before = await all()
    const other = await pettyCashWorld(test)
    for (const send of [importFile, preview]) {
      expect(await send(file, test.nobody.on(world.project))).toMatchObject({ status: 401 })
      expect(await send(file, world.reader)).toMatchObject({ status: 403 })
      expect(await send(file, other.clerk)).toMatchObject({
        status: 422,
        data: { errors: [{ field: 'attachment_code' }] },
      })
    }
    expect((await world.reader.get(`${PATH}/import_template`)).status).toBe(403)
    const own = await uploaded([RIGHT], { who: other.clerk })
    await other.admin.post(`/projects/${other.project}/archive`)
    expect(await importFile(own, other.clerk)).toMatchObject({ code: 300011 })
    expect([await all(), await all(other.clerk)]).toEqual([before, []])
  })
})
