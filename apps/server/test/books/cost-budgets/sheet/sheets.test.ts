import { buffer } from 'node:stream/consumers'
import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COLUMNS } from '../../../../src/books/cost-budgets/sheet/columns.ts'
import { keysOf } from '../../../../src/platform/sheet-import/columns.ts'
import { withAllSubjects } from '../../../harness/default-subjects.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { overlap } from '../../../harness/overlap.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { upload } from '../../payments/sheet/sheets.ts'
import { type BudgetWorld, budgetWorld } from '../helpers.ts'

withAllSubjects()

const PATH = '/cost_budgets'
type Row = Partial<Record<keyof typeof COLUMNS, string>>
const KEYS = keysOf(COLUMNS)
const TITLES = KEYS.map((key) => COLUMNS[key].title)
const RIGHT: Row = { subject_three_code: '24000101', unit_price: '1800', quantity: '60', unit: '日' }
let test: TestApp
let world: BudgetWorld

beforeAll(async () => {
  test = await workerApp()
  world = await budgetWorld(test)
})
afterAll(() => test.close())

async function uploaded(rows: Row[], titles = TITLES, of = test, who = world.clerk): Promise<string> {
  const columns = titles.map((title) => ({ title, kind: 'text' as const }))
  const cells = rows.map((row) => KEYS.map((key) => row[key] ?? ''))
  return await upload(of, who, await buffer(writeSheet([{ name: '预算', columns, rows: cells }])), '预算')
}
const importFile = (attachment_code: string, who = world.clerk) =>
  who.post(`${PATH}/import`, { attachment_code })
const preview = (attachment_code: string, who = world.clerk) =>
  who.post(`${PATH}/import/preview`, { attachment_code })
const all = async (who: Caller, query = {}): Promise<CostBudget[]> =>
  (await who.get(PATH, { per_page: 1000, ...query })).data.items
const sheetsOf = async (url: string, of = test) => {
  const file = await of.http.inject({ url })
  expect(file.statusCode).toBe(200)
  return (await readXlsx(file.rawPayload)).sheets
}

it('an export has what the list shows, in its order, and imports as the same lines', async () => {
  const [from, to] = [await budgetWorld(test), await budgetWorld(test)]
  await from.add({ remark: '=1+1', unit: '+台' })
  await from.add({ subject_three_code: from.subject('10000101'), unit_price: '33.33', quantity: '1.0625' })
  await from.add({ unit_price: '-9999999999999.99', quantity: '1', unit: '', remark: '第一行\n第二行' })
  await from.add({ unit_price: '0', quantity: '9999999999.9999' })
  const link = (await from.admin.post(`${PATH}/export`, {})).data.file_url
  const [titles, ...rows] = (await sheetsOf(link))[0]?.rows ?? []
  expect(titles).toEqual([
    ...['科目编号', '一级科目', '二级科目', '三级科目', '单价（元）', '数量', '单位', '合计（元）'],
    ...['备注', '创建人', '创建时间'],
  ])
  expect(rows[3]?.slice(0, 9)).toEqual([
    ...['24000101', '设备器材租赁', '摄影器材租赁', '摄影机租赁费', 1800, 60, '+台', 108000, '=1+1'],
  ])
  expect(rows[2]?.slice(4, 8)).toEqual([33.33, 1.0625, '日', 35.41])
  const file = (await test.http.inject({ url: link })).rawPayload
  const { data } = await importFile(await upload(test, to.clerk, file), to.clerk)
  expect(data).toMatchObject({ status: 'succeeded', error_items: [], total: 4 })
  const plain = (budgets: CostBudget[]) =>
    budgets.map((budget) => ({
      ...budget,
      ...{ code: '', subject_three_code: '', creator_name: '', created_at: '', updated_at: '' },
    }))
  expect(plain(await all(to.clerk))).toEqual(plain(await all(from.clerk)))
  // An export takes the list's filters, in its body or its query.
  const some = { subject_three_codes: [from.subject('1000')] }
  const exported = await from.admin.post(`${PATH}/export`, some)
  expect((await sheetsOf(exported.data.file_url))[0]?.rows).toHaveLength(3)
})

it('by subject it has subtotals that fold, and imports without them as the same lines', async () => {
  const [from, to] = [await budgetWorld(test), await budgetWorld(test)]
  await from.add({ subject_three_code: from.subject('24000201'), unit_price: '-100', quantity: '1.5' })
  await from.add({ unit_price: '9999999999999.99', quantity: '1' })
  await from.add({ subject_three_code: from.subject('10000101'), unit_price: '20', quantity: '3' })
  await from.add({ unit_price: '0.01', quantity: '1' })
  const link = async (order: object) => (await from.admin.post(`${PATH}/export`, order)).data.file_url
  const file = (await test.http.inject({ url: await link({ subject_order: 'asc' }) })).rawPayload
  const [sheet] = (await readXlsx(file)).sheets
  const [titles = [], ...rows] = sheet?.rows ?? []
  const amount = titles.indexOf('合计（元）')
  expect(rows.map((row) => [row[0], row[amount]])).toEqual([
    ['1000 剧本及版权费 小计', 60],
    ['100001 剧本创作费 小计', 60],
    ['10000101', 60],
    // More than 15 digits are text, so that none is lost.
    ['2400 设备器材租赁 小计', 9999999999850],
    ['240001 摄影器材租赁 小计', '10000000000000.00'],
    ['24000101', 9999999999999.99],
    ['24000101', 0.01],
    ['240002 灯光器材租赁 小计', -150],
    ['24000201', -150],
    ['合计', 9999999999910],
  ])
  const depths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((row) => sheet?.rowDefs?.get(row)?.outlineLevel ?? 0)
  expect(depths).toEqual([0, 1, 2, 0, 1, 2, 2, 1, 2, 0])
  const { data } = await importFile(await upload(test, to.clerk, file), to.clerk)
  expect(data).toMatchObject({ status: 'succeeded', error_items: [], total: 4 })
  const plain = (budgets: CostBudget[]) =>
    budgets.map(({ subject_three_out_code, amount_yuan }) => [subject_three_out_code, amount_yuan])
  const by = { subject_order: 'asc' }
  expect(plain(await all(to.clerk, by))).toEqual(plain(await all(from.clerk, by)))
  // In other orders there are none.
  expect((await sheetsOf(await link({ amount_order: 'asc' })))[0]?.rows.map(([first]) => first)).toEqual([
    ...['科目编号', '24000201', '24000101', '10000101', '24000101', '合计'],
  ])
})

it('skips subtotals of an export whose rows and columns a person has moved and changed', async () => {
  const to = await budgetWorld(test)
  const columns = ['合计（元）', '备注', '科目编号', '单价', '数量'].map((title) => ({
    title,
    kind: 'text' as const,
  }))
  const file = (rows: string[][]) => buffer(writeSheet([{ name: '费用预算', columns, rows }]))
  const rows = [
    ['', '改过', '10000101', '20', '3'],
    ['61.00', '', '100001 剧本费 小计', '', ''],
    ['', '', ' 1000 剧本及版权费 小计', '', ''],
    ['60.00', '', '合计', '', ''],
  ]
  const answer = async (content: string[][]) =>
    (await importFile(await upload(test, to.clerk, await file(content)), to.clerk)).data
  expect(await answer(rows)).toMatchObject({ status: 'succeeded', total: 1 })
  // A row with a quantity or a remark was typed by a person.
  expect(
    await answer([...rows, ['', '', '1000 剧本 小计', '', '3'], ['', '备注', '1000 剧本 小计', '', '']]),
  ).toMatchObject({
    error_items: [6, 7].map((line) => ({ line, desc: '科目编号：科目编号不存在' })),
  })
})

it('the template has the required title, a sample that an import skips, and all subjects', async () => {
  const { file_url } = (await world.clerk.get(`${PATH}/import_template`)).data
  const sheets = await sheetsOf(file_url)
  expect(sheets.map(({ name }) => name)).toEqual(['费用预算', '科目'])
  expect(sheets[0]?.rows[0]).toEqual(['科目编号*', '单价', '数量', '单位', '备注'])
  expect(sheets[1]?.rows).toHaveLength(261)
  const file = (await test.http.inject({ url: file_url })).rawPayload
  expect((await importFile(await upload(test, world.clerk, file))).data).toMatchObject({
    status: 'failed',
    error_items: [{ line: 1, desc: '没有可导入的数据' }],
  })
})

it('imports in any order of columns, once for repeated requests, with one log entry', async () => {
  const rows = [
    RIGHT,
    { ...RIGHT, unit_price: '￥1,234.50', quantity: '１．５' },
    { subject_three_code: '10000101' },
  ]
  const file = await uploaded(rows)
  expect((await preview(file)).data).toMatchObject({
    ...{ status: 'succeeded', records: 3, total_amount_yuan: '109851.75', start_at: null, end_at: null },
  })
  const answers = await Promise.all([1, 2, 3].map(() => importFile(file)))
  const result = answers[0]?.data
  expect(result).toMatchObject({ status: 'succeeded', total: 3 })
  expect(answers.map(({ data }) => data)).toEqual([result, result, result])
  expect(await all(world.clerk, { import_code: result.import_code })).toMatchObject([
    { unit_price_yuan: '1800.00', quantity: '60', unit: '日', amount_yuan: '108000.00' },
    { unit_price_yuan: '1234.50', quantity: '1.5', amount_yuan: '1851.75' },
    { subject_three_out_code: '10000101', unit_price_yuan: '0.00', quantity: '0', amount_yuan: '0.00' },
  ])
  const entries = await test.services.db
    .selectFrom('audit_logs')
    .select(['resource', 'after'])
    .where('project_id', '=', world.projectId)
    .where('action', '=', 'import')
    .execute()
  expect(entries).toMatchObject([{ resource: 'cost_budget', after: { rows: 3, records: 3 } }])
})

it('names all wrong rows and columns, and writes nothing', async () => {
  const before = await all(world.clerk)
  const wrong: [Row, string][] = [
    [{ subject_three_code: '' }, '科目编号：请选择科目'],
    [{ subject_three_code: '12345678' }, '科目编号：科目编号不存在'],
    [{ subject_three_code: '240001' }, '科目编号：请选择三级科目'],
    [{ unit_price: '1.005' }, '单价：最多两位小数'],
    [{ unit_price: '1e1' }, '单价：金额格式不正确'],
    [{ quantity: '1e1' }, '数量：数量格式不正确'],
    [{ quantity: '60元' }, '数量：数量格式不正确'],
    [{ quantity: '0.00001' }, '数量：最多四位小数'],
    [{ unit_price: '9999999999999.99', quantity: '2' }, '数量：合计（单价 × 数量）超出范围'],
    [{ unit: '长'.repeat(201) }, '单位：不能超过200个字符'],
    [
      { subject_three_code: '2400', unit_price: 'x', remark: '长'.repeat(2_001) },
      '单价：金额格式不正确；备注：不能超过2000个字符；科目编号：请选择三级科目',
    ],
  ]
  const file = await uploaded([RIGHT, ...wrong.map(([changes]) => ({ ...RIGHT, ...changes }))])
  const { data } = await importFile(file)
  expect(data).toMatchObject({ status: 'failed', total: wrong.length + 1, bad: wrong.length })
  expect(data.error_items.map(({ line, desc }: { line: number; desc: string }) => [line, desc])).toEqual(
    wrong.map(([, desc], index) => [index + 3, desc]),
  )
  expect(data.error_items[8].mistakes).toEqual([
    { column: '数量', message: '合计（单价 × 数量）超出范围', cell: 'C11', content: '2' },
  ])
  expect(await all(world.clerk)).toEqual(before)
  const [titles, ...failed] = (await sheetsOf(data.failed_rows_url))[0]?.rows ?? []
  expect(titles).toEqual(['行号', '错误原因', ...TITLES])
  expect(failed).toHaveLength(wrong.length)
  const { data: lacking } = await importFile(await uploaded([RIGHT], TITLES.with(0, '编号')))
  expect(lacking.error_items).toMatchObject([{ line: 1, desc: '缺少列：科目编号' }])
})

it('is retried if a subject is deleted between check and write', async () => {
  const parent_code = world.subject('240001')
  const subject = { name: '临时科目', category: 2, parent_code, out_code: '24000188' }
  const { code } = (await world.clerk.post('/subjects', subject)).data
  const file = await uploaded([{ ...RIGHT, subject_three_code: '24000188' }])
  const { data } = await overlap(
    test,
    (tx) =>
      tx.deleteFrom('subjects').where('project_id', '=', world.projectId).where('code', '=', code).execute(),
    () => importFile(file),
  )
  expect(data).toMatchObject({
    status: 'failed',
    error_items: [{ line: 2, desc: '科目编号：科目编号不存在' }],
  })
})
