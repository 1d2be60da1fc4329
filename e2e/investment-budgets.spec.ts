import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { call, ownCompany } from './books.ts'
import { watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

const form = (page: Page) => page.getByRole('dialog', { name: /^(新增|编辑)投资预算$/ })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const save = (page: Page) => form(page).getByRole('button', { name: '确定' })
const investors = (page: Page) => page.locator('tr[data-row-key] > :nth-child(2)')

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新增投资预算' }).first().click()
  await expect(form(page)).toBeVisible()
}

test('an investment budget is added and deleted, with its share of all', { tag: '@short' }, async ({
  page,
}) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '投资试算')
  await call(page, 'investment_budgets', project, { investor: '北京某某文化', amount: '500000' })
  await page.goto(`/budget/investment?project=${project}`)
  await open(page)
  await form(page).getByLabel('投资方').fill('华东某某影业')
  await form(page).getByLabel('投资金额（元）').fill('=3000000/2')
  await form(page).getByLabel('投资溢价').fill('12.5')
  await save(page).click()
  await expect(form(page)).toBeHidden()
  await expect(row(page, '北京某某文化')).toContainText(/500,000\.00\s*25\.00%\s*0\.00/)
  await page.reload()
  await expect(row(page, '华东某某影业')).toContainText(/1,500,000\.00\s*75\.00%\s*12\.50/)
  await row(page, '北京某某文化').getByRole('button', { name: /^删除/ }).click()
  const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await expect(question).toContainText('北京某某文化，500,000.00 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('投资总额（元）1,500,000.00壹佰伍拾万元整')).toBeVisible()
  await expect(investors(page)).toHaveText(['华东某某影业'])
  expect(complaints).toEqual([])
})

test('investment budgets are added, sorted, changed, exported and deleted; an empty one just closes', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '投资试算')
  await page.goto(`/budget/investment?project=${project}`)
  await expect(page.getByText('暂无数据')).toBeVisible()

  // Neither investor nor amount: no call is made.
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('investment_budgets')) writes.push(request.url())
  })
  await open(page)
  await save(page).click()
  await expect(form(page)).toBeHidden()
  expect(writes).toEqual([])
  // One of the two is not enough.
  await open(page)
  await form(page).getByLabel('投资方').fill('华东某某影业')
  await save(page).click()
  await expect(form(page).getByText('请输入投资金额')).toBeVisible()
  expect(writes).toEqual([])
  await form(page).getByLabel('投资金额（元）').fill('=3000000/2')
  await form(page).getByLabel('投资溢价').fill('12.5')

  // The button is busy for about a second after the answer.
  const answer = page.waitForResponse((response) => response.url().endsWith('/investment_budgets'))
  await save(page).click()
  await (await answer).finished()
  await expect(save(page)).toHaveClass(/loading/)
  await expect(form(page)).toBeHidden()

  await open(page)
  await form(page).getByLabel('投资方').fill('华东某某影业')
  await form(page).getByLabel('投资金额（元）').fill('500000')
  await save(page).click()
  await expect(form(page).getByText('该投资方已有投资预算')).toBeVisible()
  await form(page).getByLabel('投资方').fill('北京某某文化')
  await save(page).click()
  await expect(form(page)).toBeHidden()
  await page.reload()
  await expect(row(page, '华东某某影业')).toContainText(/1,500,000\.00\s*75\.00%\s*12\.50/)
  await expect(row(page, '北京某某文化')).toContainText(/500,000\.00\s*25\.00%\s*0\.00/)
  await expect(page.getByText('投资总额（元）2,000,000.00贰佰万元整')).toBeVisible()

  await expect(investors(page)).toHaveText(['北京某某文化', '华东某某影业'])
  await page.getByRole('button', { name: '占比' }).click()
  await page.getByRole('button', { name: '占比' }).click()
  await expect(page).toHaveURL(/percentage_order=desc/)
  await page.reload()
  await expect(investors(page)).toHaveText(['华东某某影业', '北京某某文化'])

  await row(page, '北京某某文化').getByRole('button', { name: /^编辑/ }).click()
  await expect(form(page).getByLabel('投资金额（元）')).toHaveValue('500,000.00')
  await form(page).getByLabel('投资金额（元）').fill('4500000')
  await save(page).click()
  await expect(form(page)).toBeHidden()
  await expect(row(page, '北京某某文化')).toContainText(/4,500,000\.00\s*75\.00%/)
  await expect(investors(page)).toHaveText(['北京某某文化', '华东某某影业'])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toContain('投资预算')
  const { sheets } = await readXlsx(await readFile(await file.path()))
  expect(sheets[0]?.rows.slice(1).map((cells) => cells.slice(0, 4))).toEqual([
    ['北京某某文化', 4_500_000, 0.75, 0],
    ['华东某某影业', 1_500_000, 0.25, 12.5],
    ['合计', 6_000_000, null, null],
  ])

  await page.getByRole('button', { name: '批量删除' }).click()
  await expect(page.getByText('请选择删除项')).toBeVisible()
  await row(page, '华东某某影业').getByRole('checkbox').check()
  await expect(page.getByText('已选 1 条，合计 1,500,000.00 元')).toBeVisible()
  await page.getByRole('button', { name: '批量删除' }).click()
  const question = page.getByRole('dialog', { name: '确定批量删除？' })
  await question.getByRole('button', { name: '确定' }).click()
  await expect(question).toBeHidden()
  await expect(investors(page)).toHaveText(['北京某某文化'])
  await row(page, '北京某某文化').getByRole('button', { name: /^删除/ }).click()
  const one = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await expect(one).toContainText('北京某某文化，4,500,000.00 元')
  await one.getByRole('button', { name: '确定' }).click()
  await expect(one).toBeHidden()
  await page.reload()
  await expect(page.getByText('暂无数据')).toBeVisible()
  await expect(page.getByText('投资总额（元）0.00零元整')).toBeVisible()
})
