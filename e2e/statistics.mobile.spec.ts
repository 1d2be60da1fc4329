import { CLERK, openStatistics } from './person.ts'
import { crumbs, panel, ring, tab, total } from './statistics.ts'
import { expect, type Locator, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('the ring, the tables, the filter and the details on a phone', { tag: '@hard' }, async ({ page }) => {
  const wider = () =>
    page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  await openStatistics(page, CLERK)
  await total(page).tap()
  await expect(page.getByRole('tooltip')).toBeVisible()
  expect(await wider()).toBe(false)
  await expect(ring(page).locator('path').first()).toBeVisible()
  const box = await ring(page).boundingBox()
  if (!box) throw new Error('no ring')
  await page.touchscreen.tap(box.x + box.width / 2 + 66, box.y + box.height / 2)
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: '科目支出占比：表格' }).tap()
  const first = panel(page, '科目支出占比').getByRole('row').nth(1)
  await first.getByRole('button').first().tap()
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(3)
  expect(await wider()).toBe(false)
  await first.getByRole('button').first().tap()
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(4)
  // The payments of a subject: amounts and their sum are aligned at the table's edge.
  const booked = panel(page, '科目支出占比').getByRole('table', { name: /的付款$/ })
  const edge = async (row: Locator) => {
    const box = await row.getByRole('cell').last().boundingBox()
    return box ? Math.round(box.x + box.width) : 0
  }
  await expect(booked.getByRole('row').last()).toContainText('合计')
  const [one, sum] = [await edge(booked.getByRole('row').nth(1)), await edge(booked.getByRole('row').last())]
  const frame = await booked.boundingBox()
  expect([one, sum]).toEqual([sum, Math.round((frame?.x ?? 0) + (frame?.width ?? 0))])
  expect(await wider()).toBe(false)

  await page.getByRole('button', { name: /^凭证类型：/ }).tap()
  await page.locator('label').filter({ hasText: '数电票(专用)' }).tap()
  await page.getByRole('button', { name: '查询' }).tap()
  await expect(page).toHaveURL(/chart_vouchers=5/)
  await page.getByRole('button', { name: '付款方支出：表格' }).tap()
  expect(await wider()).toBe(false)
  await panel(page, '付款方支出').getByRole('row').nth(1).getByRole('button').tap()
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/payers=.*voucher_categories=5|voucher_categories=5.*payers=/)
})
