import { call } from './books.ts'
import { day, plan, planned } from './payment-plans.ts'
import { expect, test } from './test.ts'

test('the forecast names the first gap and what would close it', { tag: '@hard' }, async ({ page }) => {
  const { project, small, income } = await planned(page, '资金预测试账')
  await plan(page, project, small, [
    { title: '首期', due_at: day(0), amount: '1000' },
    { title: '尾款', due_at: day(14), amount: '4000' },
  ])
  await plan(page, project, income, [
    { title: '投资款', due_at: day(28), amount: '50000', subject_code: null, pay_category_id: null },
  ])
  await call(page, 'investment_executions', project, {
    investment_at: day(0),
    investor: '投资公司',
    investment_category_id: (
      await call<{ items: { value: string }[] }>(page, 'selects/investment_categories', project)
    ).items[0]?.value,
    amount: '2500',
  })
  await page.goto(`/payable/forecast?project=${project}`)
  const gap = page.getByRole('note').filter({ hasText: '资金缺口' })
  await expect(gap).toContainText('资金缺口 2,500.00 元')
  await expect(gap).toContainText('前另需到账 2,500.00 元')
  await expect(page.getByRole('button', { name: /^当前余额 2,500.00 元/ })).toBeVisible()
  const weeks = page.getByRole('table', { name: '每周资金' })
  await expect(weeks.getByRole('row').filter({ hasText: '资金缺口' })).toContainText('-2,500.00')
  await expect(weeks.getByRole('row').filter({ hasText: '50,000.00' })).toContainText('47,500.00')
  await page.getByRole('button', { name: '26 周' }).click()
  await expect(page).toHaveURL(/weeks=26/)
  await expect(weeks.getByRole('row')).toHaveCount(27)
  await page.getByRole('button', { name: '每周末余额：表格' }).click()
  await expect(page).toHaveURL(/view=table/)
  await page.reload()
  await expect(page.getByRole('img', { name: /每周末余额/ })).toHaveCount(0)
})
