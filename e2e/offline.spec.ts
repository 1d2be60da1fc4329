import { CLERK, openPayments } from './person.ts'
import { expect, type Locator, test } from './test.ts'

test('figures of the previous filter are dimmed until the new ones are there', { tag: '@hard' }, async ({
  page,
  context,
}) => {
  await openPayments(page, '13800000003')
  const dimmed = async (...places: Locator[]) => {
    for (const place of places) {
      await expect(place).toHaveCSS('opacity', '0.5')
      // As screen readers announce it.
      await expect(page.locator('[aria-busy=true]').filter({ has: place }).or(place).first()).toBeVisible()
    }
  }
  const bright = async (...places: Locator[]) => {
    for (const place of places) await expect(place).toHaveCSS('opacity', '1')
  }
  const keywords = page.getByPlaceholder('付款编号、付款方、摘要或备注')
  const counts = page.getByText(/^共 [\d,]+ 条$/)
  const table = [
    page.locator('tfoot tr').first(),
    page.locator('tfoot tr').last(),
    counts.first(),
    counts.last(),
  ]
  await bright(...table)
  await context.setOffline(true)
  await keywords.fill('道具')
  await keywords.press('Enter')
  await dimmed(...table)
  // Rows scroll under the sums and must not be seen through them.
  await expect(page.locator('tfoot')).toHaveCSS('opacity', '1')
  // On a phone: the cards, and the sum below them.
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = [
    page.getByRole('list', { name: '付款明细' }),
    page.getByRole('status').filter({ hasText: '筛选合计' }),
  ]
  await dimmed(...cards)
  await context.setOffline(false)
  await bright(...cards)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('tab', { name: '统计' }).click()
  const total = page.getByRole('button', { name: /^总支出金额/ })
  const charts = [
    total.locator('xpath=ancestor::*[@aria-busy][1]'),
    page.getByRole('img', { name: /^付款方支出/ }).locator('xpath=ancestor::*[@aria-busy]'),
  ]
  await bright(...charts)
  await page.getByRole('button', { name: /^凭证类型：/ }).click()
  await page.getByRole('checkbox', { name: '未填写' }).check()
  await context.setOffline(true)
  await page.getByRole('button', { name: '查询' }).click()
  await dimmed(...charts)
  await context.setOffline(false)
  await bright(...charts)
})

test('a select whose entries failed to load says so and tries again', { tag: '@hard' }, async ({
  page,
  context,
}) => {
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: '展开筛选' }).click()
  await context.setOffline(true)
  await page.getByRole('combobox', { name: '合同' }).click()
  const list = page.locator('.ant-select-dropdown:visible')
  await expect(list.getByRole('alert')).toContainText('加载失败')
  await expect(list.getByRole('button', { name: '重试' })).toBeVisible()
  // Reopened, it still says so and is not empty.
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('alert')).toContainText('加载失败')
  await context.setOffline(false)
  await expect(list.getByRole('alert')).toHaveCount(0)
  await expect(list.locator('.ant-select-item-option').first()).toBeVisible()
})

test('without a network the page says so and recovers by itself', { tag: '@all' }, async ({
  page,
  context,
}) => {
  await openPayments(page, '13800000003')
  await context.setOffline(true)
  await expect(page.getByText('网络已断开，恢复后会自动重连。')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('网络已断开，恢复后会自动重连。')).toBeHidden()
  await expect(page.getByRole('button', { name: '详情' }).first()).toBeVisible()
})

test('with a network and without the server the page says that, and recovers by itself', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, '13800000003')
  await expect(page.getByRole('button', { name: '详情' }).first()).toBeVisible()
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page.getByPlaceholder('付款编号、付款方、摘要或备注').fill('群演')
  await page.keyboard.press('Enter')
  await expect(page.getByText('无法连接服务器，恢复后会自动重连。')).toBeVisible()
  await expect(page.getByText('网络已断开')).toHaveCount(0)
  await page.unroute('**/*')
  await expect(page.getByText('无法连接服务器，恢复后会自动重连。')).toBeHidden()
  await expect(page.getByRole('button', { name: '详情' }).first()).toBeVisible()
})
