import { call } from './books.ts'
import { budgeted, openedBy } from './cost-reports.ts'
import { expect, type Page, test } from './test.ts'

test('of issued reports the last one is withdrawn, while a colleague reads it', {
  tag: '@hard',
}, async ({ page, browser }) => {
  const { phone, project } = await budgeted(page, '撤回试账')
  for (const as_of of ['2026-11-15', '2026-11-20']) await call(page, 'cost_reports', project, { as_of })
  const withdraw = (target: Page, no: number) =>
    target.getByRole('button', { name: new RegExp(`^撤回 第${no}期 `) })
  const question = (target: Page) => target.getByRole('dialog', { name: '确定撤回该期报告？' })
  await page.goto(`/report/cost?project=${project}&tab=reports`)
  await expect(withdraw(page, 2)).toBeVisible()
  await expect(withdraw(page, 1)).toHaveCount(0)
  await withdraw(page, 2).click()
  await expect(question(page)).toContainText('第2期 截至 2026-11-20，预计总成本 150,000.00 元')
  await question(page).getByRole('button', { name: '取消' }).click()
  await expect(withdraw(page, 2)).toBeVisible()

  const other = await openedBy(browser, phone, project)
  await other.getByRole('tab', { name: '历次报告' }).click()
  await other.getByRole('button', { name: '第2期', exact: true }).click()
  await expect(other.getByText('第2期 截至 2026-11-20')).toBeVisible()
  await withdraw(page, 2).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(withdraw(page, 1)).toBeVisible()
  await expect(withdraw(page, 2)).toHaveCount(0)
  await expect(other.getByText('该期报告不存在或已被撤回')).toBeVisible()
  await other.getByRole('button', { name: '返回历次报告' }).click()
  await expect(withdraw(other, 1)).toBeVisible()
  await page.getByRole('tab', { name: '成本报表' }).click()
  await page.getByRole('button', { name: '出具报告' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '出具报告' }).click()
  await expect(page.getByText('已出具第2期成本报告')).toBeVisible()
})
