import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { ownCompany } from './books.ts'
import { choose, countOf, watchConsole } from './person.ts'
import { fen, figures, panel, showTable, tab, textOf } from './statistics.ts'
import { expect, type Page, test } from './test.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const form = (page: Page) => page.getByRole('dialog', { name: /^(新增|编辑)收款$/ })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const tags = (page: Page) => page.getByRole('list', { name: '已选筛选条件' })

async function add(page: Page, investor: string, amount: string, type: string): Promise<void> {
  await page.getByRole('button', { name: '新增收款' }).first().click()
  await form(page).getByLabel('收款金额（元）').fill(amount)
  await form(page).getByLabel('投资方').fill(investor)
  await choose(form(page), '投资类型', type)
  await form(page).getByLabel('说明').fill(`${investor}首期款`)
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
}

async function exported(page: Page, name: string, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toContain(name)
  const buffer = await readFile(await file.path())
  const { sheets } = await readXlsx(buffer)
  return { buffer, rows: sheets[0]?.rows ?? [] }
}

test('a receipt is added, found, changed and deleted', { tag: '@short' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '收款试账')
  await page.goto(`/implement/investment?project=${project}`)
  // Without receipts there are no charts.
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')
  await add(page, '华东某某影业', '1,200,000.50', '联合投资')
  await add(page, '北京某某文化', '800000', '自有资金')
  await expect(row(page, '筛选合计')).toContainText('2,000,000.50')
  await choose(page.getByRole('main'), '投资类型', '自有资金')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: '投资方/说明' }).fill('首期')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/categories=\d+/)
  await expect.poll(() => countOf(page)).toBe(1)
  await row(page, '北京某某文化').getByRole('button', { name: /^编辑/ }).click()
  await form(page).getByLabel('收款金额（元）').fill('900000')
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
  await page.reload()
  await expect(tags(page).getByRole('listitem')).toHaveText(['关键词：首期', '投资类型：自有资金'])
  await expect(row(page, '北京某某文化')).toContainText('900,000.00')
  await row(page, '北京某某文化').getByRole('button', { name: /^删除/ }).click()
  const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).first().click()
  await expect(row(page, '筛选合计')).toContainText('1,200,000.50')
  await tab(page, '统计').click()
  await expect(page.getByRole('button', { name: /^收款总额/ })).toHaveText('1,200,000.50')
  expect(complaints).toEqual([])
})

test('receipts are added, found, changed, exported, imported, shown in charts and deleted', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '收款试账')
  await page.goto(`/implement/investment?project=${project}`)
  // Without receipts there are no charts.
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('暂无数据')).toBeVisible()
  await tab(page, '统计').click()
  for (const text of ['暂无投资方数据', '暂无投资类型数据']) await expect(page.getByText(text)).toBeVisible()
  await tab(page, '明细').click()
  await add(page, '华东某某影业', '1,200,000.50', '联合投资')
  await add(page, '北京某某文化', '800000', '自有资金')
  await page.reload()
  await expect(row(page, '华东某某影业')).toContainText('1,200,000.50')
  await expect(row(page, '筛选合计')).toContainText('2,000,000.50')
  await expect(row(page, '筛选合计')).toContainText('贰佰万元零伍角')

  await choose(page.getByRole('main'), '投资类型', '联合投资')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: '投资方/说明' }).fill('首期')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/categories=\d+/)
  await page.reload()
  await expect(tags(page).getByRole('listitem')).toHaveText(['关键词：首期', '投资类型：联合投资'])
  await expect.poll(() => countOf(page)).toBe(1)
  await tags(page).getByRole('button', { name: '移除筛选 投资类型：联合投资' }).click()
  await expect.poll(() => countOf(page)).toBe(2)
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page).not.toHaveURL(/keywords/)

  await row(page, '北京某某文化').getByRole('button', { name: /^编辑/ }).click()
  await form(page).getByLabel('收款金额（元）').fill('900000')
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
  await page.reload()
  await expect(row(page, '北京某某文化')).toContainText('900,000.00')

  const [{ buffer, rows }] = await Promise.all([
    exported(page, '收款', '导出'),
    expect(page.getByText('开始导出，共 2 条')).toBeVisible(),
  ])
  // The titles, two receipts, and their sum.
  expect(rows).toHaveLength(4)
  // What an export wrote is imported again, as new receipts.
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增收款' })
  const template = page.waitForEvent('download')
  await box.getByText('下载模板').click()
  expect((await template).suggestedFilename()).toContain('收款')
  await box.locator('input[type=file]').setInputFiles({ name: '收款.xlsx', mimeType: XLSX, buffer })
  await expect(box.getByText('检查通过')).toBeVisible()
  const figure = (name: string) => box.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect(figure('收款（笔）')).toHaveText('2')
  await expect(figure('收款总额')).toHaveText('2,100,000.50')
  // The rows are those of the list: said with a link, and not forbidden.
  const notice = box.getByText('2 笔与已有 2 笔的收款时间、投资方、金额相同（第2、3行）')
  const [found] = await Promise.all([
    page.waitForEvent('popup'),
    notice.getByRole('link', { name: '查看' }).click(),
  ])
  await expect.poll(() => countOf(found)).toBe(2)
  await expect(found.getByText('指定记录：2 条')).toBeVisible()
  await found.close()
  await box.getByRole('button', { name: '仍要导入' }).click()
  await box.getByRole('button', { name: '查看本次新增的收款' }).click()
  await expect(page).toHaveURL(/import_code=/)
  await expect.poll(() => countOf(page)).toBe(2)
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => countOf(page)).toBe(4)

  await tab(page, '统计').click()
  await page.reload()
  await expect(page.getByRole('button', { name: /^收款总额/ })).toHaveText('4,200,001.00')
  const chart = panel(page, '投资方收款').getByRole('img')
  await expect(chart).toHaveAttribute(
    'aria-label',
    /全部投资方 4,200,001\.00 元。华东某某影业 2,400,001\.00 元/,
  )
  await page.getByRole('button', { name: '投资方收款：柱状图' }).click()
  await expect(chart).toHaveAttribute('aria-label', /^投资方收款：华东某某影业 2,400,001\.00 元，北京/)
  const sheet = await exported(page, '投资方收款', '投资方收款：导出Excel')
  expect(sheet.rows.slice(1)).toEqual([
    ['华东某某影业', 2_400_001],
    ['北京某某文化', 1_800_000],
    ['合计', 4_200_001],
  ])
  const types = await figures(await showTable(page, '投资类型收款'))
  expect(types.map(({ name }) => name)).toEqual(['联合投资', '自有资金', '合计'])
  // The listed rows behind a figure add up to it.
  const largest = (await showTable(page, '投资方收款')).getByRole('row').nth(1)
  const sum = fen(await textOf(largest.getByRole('cell').first()))
  await largest.getByRole('button', { name: '华东某某影业' }).click()
  await expect(page).toHaveURL(/investors=/)
  await expect.poll(() => countOf(page)).toBe(2)
  expect(fen(await textOf(row(page, '筛选合计').getByText(/^[\d,]+\.\d\d$/)))).toBe(sum)

  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(page.getByText('已选 2 条，合计 2,400,001.00 元')).toBeVisible()
  await page.getByRole('button', { name: '批量删除' }).click()
  const question = page.getByRole('dialog', { name: '确定批量删除？' })
  await expect(question).toContainText('共 2 条，合计 2,400,001.00 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await page.getByRole('button', { name: '重置' }).click()
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(2)
  await expect(row(page, '筛选合计')).toContainText('1,800,000.00')
})
