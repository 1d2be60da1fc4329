import { buffer } from 'node:stream/consumers'
import type { Imprest } from '@pianzhang/contract/imprests'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSheet } from '../../../platform/sheet/write.ts'
import { keysOf } from '../../../platform/sheet-import/columns.ts'
import { abandonImport } from '../../../testing/abandon-import.ts'
import { type Caller, newProject, startTestApp, type TestApp } from '../../../testing/harness.ts'
import { overlap } from '../../../testing/overlap.ts'
import { upload } from '../../cost-executions/sheet/testing-sheets.ts'
import { auditsOf } from '../../cost-executions/testing.ts'
import { type ImprestWorld, imprestWorld } from '../testing.ts'
import { COLUMNS } from './columns.ts'

const PATH = '/imprests'
let test: TestApp
let world: ImprestWorld

beforeAll(async () => {
  test = await startTestApp()
  world = await imprestWorld(test)
  await world.contract('ZF-1')
  await world.contract('SR-1', '3')
})
afterAll(() => test.close())

type Row = Partial<Record<keyof typeof COLUMNS, string>>
const RIGHT: Row = {
  pay_at: '2026-05-01',
  payer: '王某某',
  subject_three_code: '24000101',
  pay_channel: '现金',
  pay_amount: '12.30',
}
const KEYS = keysOf(COLUMNS)
const TITLES = KEYS.map((key) => COLUMNS[key].title)

async function uploaded(
  rows: Row[],
  { titles = TITLES, of = test, who = world.clerk } = {},
): Promise<string> {
  const sheet = {
    name: '备用金',
    columns: titles.map((title) => ({ title, kind: 'text' as const })),
    rows: rows.map((row) => KEYS.map((key) => row[key] ?? '')),
  }
  return await upload(of, who, await buffer(writeSheet([sheet])), '备用金')
}
const importFile = (attachment_code: string, who = world.clerk) =>
  who.post(`${PATH}/import`, { attachment_code })
const preview = (attachment_code: string, who = world.clerk) =>
  who.post(`${PATH}/import/preview`, { attachment_code })
const all = async (who: Caller = world.clerk, query = {}): Promise<Imprest[]> =>
  (await who.get(PATH, { per_page: 1000, pay_at_order: 'asc', ...query })).data.items
const open = (url: string, of = test) => of.http.inject({ method: 'GET', url })
async function sheetsOf(url: string, of = test) {
  const file = await open(url, of)
  expect(file.statusCode).toBe(200)
  return (await readXlsx(file.rawPayload)).sheets
}

describe('import', () => {
  it('reads its own template, which offers closed lists and the subjects', async () => {
    const { data } = await world.clerk.get(`${PATH}/import_template`)
    const sheets = await sheetsOf(data.file_url)
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
    const file = await open(data.file_url)
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
        ...{ voucher_category: '数电票（普通）', face_tax_rate: '6', contract_code: 'ZF-1' },
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
    ]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: '表一', rows }] }))
    const { data } = await importFile(await upload(test, world.clerk, bytes))
    expect(data).toMatchObject({ status: 'succeeded', total: 1 })
    expect(await all(world.clerk, { import_code: data.import_code })).toMatchObject([
      { pay_at: '2026-03-04', payer: '张某某', pay_amount_yuan: '88.50', face_tax_rate: '6%' },
    ])
  })

  it('writes more rows than one INSERT takes', async () => {
    const mine = await imprestWorld(test)
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
      [{ pay_channel: '贝壳' }, '付款方式：付款方式不存在'],
      [{ voucher_category: '小票' }, '凭证类型：凭证类型不存在'],
      [{ face_tax_rate: '六个点' }, '票面税率：票面税率格式不正确'],
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
    const [titles, ...rows] = (await sheetsOf(data.failed_rows_url))[0]?.rows ?? []
    expect(titles).toEqual(['行号', '错误原因', ...TITLES])
    expect(rows).toHaveLength(wrong.length)
    const lacking = await importFile(await uploaded([RIGHT], { titles: TITLES.with(1, '收款方') }))
    expect(lacking.data.error_items).toMatchObject([{ line: 1, desc: '缺少列：付款方' }])
  })

  it('is rolled back when the caller disconnects before the last rows are written', async () => {
    const mine = await imprestWorld(test)
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
    const mine = await imprestWorld(test)
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
    const other = await imprestWorld(test)
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

describe('export', () => {
  const exported = async (who: Caller, body?: object, query: Record<string, string> = {}) => {
    const answer = await who.post(`${PATH}/export?${new URLSearchParams(query)}`, body)
    expect(answer).toMatchObject({ code: 0, data: { file_url: expect.any(String) } })
    return answer.data.file_url as string
  }
  /** What an import keeps: all but codes, times and pictures. */
  const plain = (details: Imprest[]) =>
    details.map(({ contract, ...detail }) => ({
      ...detail,
      ...{ contract: contract?.out_code, contract_code: '', code: '', subject_three_code: '' },
      ...{ creator_name: '', created_at: '', updated_at: '', voucher_attachments: [], version: 1 },
      ...{ write_off_at: null, can: null },
    }))

  it('has what the list shows, in its order, and imports as the same records', async () => {
    const [from, to] = [await imprestWorld(test), await imprestWorld(test)]
    const [contract_code] = await Promise.all([from, to].map((one) => one.contract('ZF-9')))
    const closed = await from.add({
      ...{ pay_at: '2026-03-05', payer: '=1+1', post: '道具组', summary: '+86', remark: '@x', contract_code },
      ...{ voucher_category: 4, face_tax_rate: '1.5', voucher_attachment_codes: [await from.attachment()] },
    })
    await from.writeOff(closed.code)
    await from.add({ pay_at: '2026-01-02', pay_amount: '-0.01', summary: '第一行\n第二行' })
    await from.add({ pay_at: '2026-02-03', pay_amount: '9999999999999.99', face_tax_rate: '免税' })
    const link = await exported(from.admin)
    const [titles, ...rows] = (await sheetsOf(link))[0]?.rows ?? []
    expect(titles).toEqual([
      ...['编号', '付款时间', '付款方', '部门/岗位', '摘要', '科目编号', '一级科目', '二级科目', '三级科目'],
      ...['付款方式', '凭证类型', '票面税率', '合同编号', '合同主体', '付款金额', '备注', '凭证图片（张）'],
      ...['核销时间', '创建人', '创建时间', '付款序号'],
    ])
    const minute = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(rows[0]).toEqual([
      ...[closed.code, new Date('2026-03-05T00:00:00Z'), '=1+1', '道具组', '+86', '24000101'],
      ...[
        expect.any(String),
        expect.any(String),
        '摄影机租赁费',
        '微信',
        '电子普通发票',
        '1.5%',
        'ZF-9',
        '某某公司',
      ],
      ...[100, '@x', 1, minute, expect.any(String), minute, null],
    ])
    expect(rows.map((row) => row[14])).toEqual([100, 9999999999999.99, -0.01])
    const file = (await open(link)).rawPayload
    const { data } = await importFile(await upload(test, to.clerk, file), to.clerk)
    expect(data).toMatchObject({ status: 'succeeded', error_items: [], total: 3 })
    expect(plain(await all(to.clerk))).toEqual(plain(await all(from.clerk)))
    const days = async (body?: object, query?: Record<string, string>) =>
      ((await sheetsOf(await exported(from.admin, body, query)))[0]?.rows ?? [])
        .slice(1)
        .map((row) => (row[1] as Date).toISOString().slice(5, 10))
    expect(await days({ pay_at_order: 'asc' })).toEqual(['01-02', '02-03', '03-05'])
    expect(await days({}, { written_off: '1' })).toEqual(['03-05'])
    expect(await days({ lacking: 'voucher_attachments' }, { start_pay_at: '2026-02-01' })).toEqual(['02-03'])
  })

  it('is for people with the right to export, in the project, for ten minutes', async () => {
    const stranger = await test.person(world.companyId, { contract: ['read'] }, [world.project])
    expect((await stranger.on(world.project).post(`${PATH}/export`, {})).status).toBe(403)
    const bad = await importFile(await uploaded([{ ...RIGHT, pay_amount: '0' }]))
    const template = await world.clerk.get(`${PATH}/import_template`)
    const chart = await world.reader.get(`${PATH}/dashboard/payer_export`)
    const links: string[] = [
      ...[await exported(world.reader), chart.data.file_url],
      ...[template.data.file_url, bad.data.failed_rows_url],
    ]
    const other = await newProject(world.admin, '别的')
    for (const link of links) {
      expect((await open(link)).statusCode).toBe(200)
      expect((await open(link.replace(/project=[^&]*/, `project=${other}`))).statusCode).toBe(403)
    }
    test.advance(10 * 60_000 + 1000)
    for (const link of links) expect((await open(link)).statusCode).toBe(403)
  })
})

it('is read in a child process and written in a worker thread', async () => {
  await using app = await startTestApp({}, { bulk: true })
  const { clerk, admin } = await imprestWorld(app)
  const right = await uploaded([RIGHT], { of: app, who: clerk })
  expect((await importFile(right, clerk)).data).toMatchObject({ status: 'succeeded', total: 1 })
  const link = (await admin.post(`${PATH}/export`, {})).data.file_url
  expect((await sheetsOf(link, app))[0]?.rows).toHaveLength(2)
})
