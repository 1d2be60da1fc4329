import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { ownCompany, subjectsOf } from './books.ts'
import { choose, countOf, watchConsole } from './person.ts'
import { clickBar, crumbs, figures, panel, showTable, tab } from './statistics.ts'
import { expect, type Page, test } from './test.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const form = (page: Page) => page.getByRole('dialog', { name: /^(新增|编辑)费用预算$/ })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const sum = (page: Page) => page.getByRole('button', { name: /^预算总额/ })

async function add(page: Page, subject: string, price: string, quantity: string, remark = ''): Promise<void> {
  await page.getByRole('button', { name: '新增费用预算' }).first().click()
  await form(page).getByRole('combobox', { name: '科目' }).click()
  for (const text of [subject, price, quantity, '集', remark]) {
    await page.keyboard.insertText(text)
    // The total is no stop between unit and remark.
    await page.keyboard.press('Tab')
  }
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
}

async function exported(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const buffer = await readFile(await (await download).path())
  const { sheets } = await readXlsx(buffer)
  return { buffer, rows: sheets[0]?.rows ?? [] }
}

test('a budget line is added, found, changed and deleted; the number of episodes divides the sum', {
  tag: '@short',
}, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '预算试账')
  await page.goto(`/budget/cost?project=${project}`)
  await add(page, '24000101', '1,800.50', '=1+1')
  await add(page, '10000101', '20000', '24')
  await expect(row(page, '筛选合计')).toContainText('483,601.00')
  await page.getByPlaceholder('科目编号、名称、拼音或备注').fill('bjgf')
  await page.keyboard.press('Enter')
  await expect.poll(() => countOf(page)).toBe(1)
  await row(page, '编剧稿费').getByRole('button', { name: /^编辑/ }).click()
  await form(page).getByLabel('数量').fill('30')
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
  await expect(row(page, '筛选合计')).toContainText('600,000.00')
  await page.getByRole('button', { name: '重置' }).click()
  await row(page, '摄影机租赁费').getByRole('button', { name: /^删除/ }).click()
  const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await expect(question).toContainText('3,601.00 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => countOf(page)).toBe(1)
  await tab(page, '统计').click()
  await expect(sum(page)).toHaveText('600,000.00')
  await page.getByRole('button', { name: '编辑集数' }).click()
  await page.getByRole('textbox', { name: '集数' }).fill('7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('85,714.29')).toBeVisible()
  expect(complaints).toEqual([])
})

test('budget lines are added, found, changed, exported, imported, drilled into and deleted', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '预算试账')
  await page.goto(`/budget/cost?project=${project}`)
  // Without a budget there are no charts.
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: '新增费用预算' }).first().click()
  await form(page).getByLabel('单价（元）').fill('9999999999999.99')
  await form(page).getByLabel('数量').fill('=1+1')
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page).getByText('请选择科目', { exact: true }).last()).toBeVisible()
  await expect(form(page).getByText('合计（单价 × 数量）超出范围')).toBeVisible()
  await form(page).getByLabel('单价（元）').fill('1,800.50')
  await expect(form(page).getByLabel('合计（元）')).toHaveValue('3,601.00')
  await choose(form(page), '科目', '24000101')
  await form(page).getByLabel('单位').fill('日')
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
  await add(page, '24000201', '-100', '1.5', '长备注'.repeat(40))
  await add(page, '10000101', '20000', '24')
  await page.reload()
  await expect(row(page, '摄影机租赁费')).toContainText('3,601.00')
  await expect(row(page, '筛选合计')).toContainText('483,451.00')
  const amount = row(page, '灯光器材租赁费').getByText('-150.00')
  await expect(amount).toHaveCSS('color', 'rgb(191, 42, 30)')
  await row(page, '灯光器材租赁费').getByRole('button', { name: /^备注/ }).click()
  await expect(page.getByRole('region', { name: '备注' })).toHaveText('长备注'.repeat(40))
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: '科目' }).click()
  // Many match by pinyin: the list begins with the first.
  await page.getByRole('combobox', { name: '科目' }).pressSequentially('cd')
  const found = page.locator('.ant-select-tree-title')
  await expect(found.filter({ hasText: '场地及场租' })).not.toHaveCount(0)
  await expect(found.first()).toBeInViewport({ ratio: 1 })
  await page.getByRole('combobox', { name: '科目' }).fill('2400')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect.poll(() => countOf(page)).toBe(2)
  await page.reload()
  await expect(row(page, '筛选合计')).toContainText('3,451.00')
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => countOf(page)).toBe(3)

  // By subject the lines stand below heads with their sums, which fold; what is folded is remembered.
  await page.getByPlaceholder('科目编号、名称、拼音或备注').fill('qczl')
  await page.keyboard.press('Enter')
  await expect.poll(() => countOf(page)).toBe(2)
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByRole('button', { name: '按科目小计' }).click()
  await expect(page).toHaveURL(/subject_order=asc/)
  const lines = () => page.locator('tbody tr:not([aria-hidden])').allTextContents()
  const heads = async () => (await lines()).filter((text) => /\d 条/.test(text))
  const all = [
    ...['1000 剧本及版权费1 条480,000.00', '100001 剧本创作费1 条480,000.00'],
    ...['2400 设备器材租赁2 条3,451.00', '240001 摄影器材租赁1 条3,601.00', '240002 灯光器材租赁1 条-150.00'],
  ]
  await expect.poll(heads).toEqual(all)
  expect(await lines()).toHaveLength(8)
  await page.getByRole('button', { name: /^2400 设备/ }).click()
  await expect.poll(heads).toEqual(all.slice(0, 3))
  await expect(row(page, '筛选合计')).toContainText('483,451.00')
  await page.reload()
  await expect.poll(heads).toEqual(all.slice(0, 3))
  await page.getByRole('button', { name: '一级', exact: true }).click()
  await expect.poll(lines).toEqual([all[0], all[2]])
  await page.getByRole('button', { name: '明细', exact: true }).click()
  await expect.poll(lines).toHaveLength(8)
  await page.getByRole('button', { name: '科目编号' }).click()
  await expect.poll(async () => (await heads())[0]).toBe(all[2])
  await page.getByRole('button', { name: '科目编号' }).click()
  await expect.poll(heads).toEqual([])

  await row(page, '编剧稿费').getByRole('button', { name: /^编辑/ }).click()
  await form(page).getByLabel('数量').fill('30')
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
  await expect(row(page, '筛选合计')).toContainText('603,451.00')

  const { buffer, rows } = await exported(page, '导出')
  // The titles, three lines, and their sum.
  expect(rows).toHaveLength(5)
  // What an export wrote is imported again, as new lines.
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增费用预算' })
  await box.locator('input[type=file]').setInputFiles({ name: '预算.xlsx', mimeType: XLSX, buffer })
  await expect(box.getByText('检查通过')).toBeVisible()
  await expect(box.locator('dl > div').filter({ hasText: '预算总额' }).locator('dd')).toHaveText('603,451.00')
  await box.getByRole('button', { name: '仍要导入' }).click()
  await box.getByRole('button', { name: '查看本次新增的预算' }).click()
  await expect(page).toHaveURL(/import_code=/)
  await expect.poll(() => countOf(page)).toBe(3)

  await tab(page, '统计').click()
  await expect(sum(page)).toHaveText('1,206,902.00')
  await expect(page.getByText('点击图表可查看下级科目明细')).toBeVisible()
  const episodes = page.getByRole('textbox', { name: '集数' })
  await page.getByRole('button', { name: '编辑集数' }).click()
  await episodes.fill('1.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('集数须为不小于1的整数')).toBeVisible()
  await episodes.fill('２４')
  await page.keyboard.press('Enter')
  await expect(episodes).toBeHidden()
  await page.reload()
  await expect(page.getByText('50,287.58')).toBeVisible()
  // Shown once.
  expect(await page.evaluate("localStorage.getItem('chart_tips_budget')")).toBe('1')
  await expect(page.getByText('点击图表可查看下级科目明细')).toBeHidden()
  await clickBar(page, '科目预算', 1)
  await expect(crumbs(page)).toContainText('2400 设备器材租赁')
  const level = await figures(await showTable(page, '科目预算'))
  expect(level).toEqual([
    { name: '240001摄影器材租赁', amount: 720_200n },
    { name: '240002灯光器材租赁', amount: -30_000n },
    { name: '合计', amount: 690_200n },
  ])
  const sheet = await exported(page, '科目预算：导出Excel')
  expect(sheet.rows.slice(1).map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['240001', 7202],
    ['240002', -300],
    ['合计', 6902],
  ])
  await panel(page, '科目预算').getByRole('button', { name: '摄影器材租赁', exact: true }).click()
  await panel(page, '科目预算').getByRole('button', { name: '摄影机租赁费', exact: true }).click()
  await expect(panel(page, '科目预算').getByText('合计 · 共 2 条')).toBeVisible()
  // A colleague's change arrives without a reload.
  const [code = ''] = await subjectsOf(page, project, ['24000101'])
  const body = { subject_three_code: code, unit_price: 1000, quantity: 2 }
  const headers = { origin: new URL(page.url()).origin, 'x-project': project }
  const added = await page.request.post('/api/manager/cost_budgets', { data: body, headers })
  expect(added.ok(), await added.text()).toBe(true)
  await expect(sum(page)).toHaveText('1,208,902.00')
  await panel(page, '科目预算').getByRole('button', { name: '在明细中查看' }).click()
  await expect(page).toHaveURL(/subject_three_codes=/)
  await expect.poll(() => countOf(page)).toBe(3)

  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '批量删除' }).click()
  const question = page.getByRole('dialog', { name: '确定批量删除？' })
  await expect(question).toContainText('共 3 条，合计 9,202.00 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await page.getByRole('button', { name: '重置' }).click()
  await page.reload()
  await expect(row(page, '筛选合计')).toContainText('1,199,700.00')
})
