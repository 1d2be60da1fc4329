import { ADMIN, AUDITOR, CLERK, countOf, openPayments } from './person.ts'
import { expect, type Locator, type Page, test } from './test.ts'

const heads = (page: Page) => page.getByRole('columnheader')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tags = (page: Page) => page.getByRole('list', { name: '已选筛选条件' })
const sumRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const FRAME = `[...document.querySelectorAll('[data-scroll-restoration-id]')]`
const fen = (text: string | null): bigint => BigInt((text ?? '').replace(/[^\d-]/g, ''))

test('density and columns by keyboard, remembered for the person', async ({ page }) => {
  await openPayments(page, AUDITOR)
  const row = page.getByRole('row').nth(2)
  await expect(row).toHaveCSS('height', '36px')
  await button(page, '行高').press('Enter')
  const choice = (name: string) => expect(page.getByRole('menuitem', { name })).toBeFocused()
  await choice('标准')
  for (const [key, name] of [
    ['ArrowUp', '紧凑'],
    ['ArrowDown', '标准'],
    ['ArrowDown', '宽松'],
  ] as const) {
    await page.keyboard.press(key)
    await choice(name)
  }
  await page.keyboard.press('Enter')
  await expect(row).toHaveCSS('height', '40px')
  await expect(button(page, '行高')).toBeFocused()
  await page.keyboard.press('Enter')
  await choice('宽松')
  await page.keyboard.press('Escape')
  await expect(button(page, '行高')).toBeFocused()

  await button(page, '列设置').press('Enter')
  const post = page.getByRole('checkbox', { name: '部门/岗位' })
  await expect(post).toBeVisible()
  for (let step = 0; step < 4; step++) await page.keyboard.press('Tab')
  await expect(post).toBeFocused()
  await page.keyboard.press('Space')
  await expect(heads(page).getByText('部门/岗位')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(post).toBeHidden()
  await expect(button(page, '列设置')).toBeFocused()

  await page.reload()
  await expect(heads(page).getByText('付款编号')).toBeVisible()
  await expect(heads(page).getByText('部门/岗位')).toHaveCount(0)
  await expect(row).toHaveCSS('height', '40px')
  await button(page, '列设置').click()
  await post.check()
  await expect(heads(page).getByText('部门/岗位')).toBeVisible()
})

test('number and actions stay visible when the table is scrolled sideways', { tag: '@hard' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openPayments(page, CLERK)
  const row = page.getByRole('row').nth(2)
  const places = async () =>
    Promise.all(
      [
        row.getByRole('button', { name: /^FK/ }),
        row.getByText(/^\d{4}-/),
        row.getByRole('button', { name: /^删除/ }),
      ].map(async (one) => Math.round((await one.boundingBox())?.x ?? 0)),
    )
  await expect(row.getByRole('button', { name: /^FK/ })).toBeVisible()
  const before = await places()
  await row.hover()
  await page.mouse.wheel(300, 0)
  await expect.poll(async () => (await places())[1]).toBeLessThan(before[1] ?? 0)
  const after = await places()
  expect([after[0], after[2]]).toEqual([before[0], before[2]])

  // Another page begins with its first row, at the same columns; the way back leads to where one was.
  const at = () => page.evaluate(`[...${FRAME}.map((one) => [one.scrollTop > 0, one.scrollLeft > 0])].flat()`)
  await page.evaluate(`${FRAME}.map((one) => one.scrollTo({ top: one.scrollHeight }))`)
  await expect.poll(at).toEqual([true, true])
  await button(page, '下一页').click()
  await expect(page).toHaveURL(/page=2/)
  await expect.poll(at).toEqual([false, true])
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect.poll(at).toEqual([true, true])
})

test('1,000 rows on a page: the sums, all of them selected, and the keyboard beyond what is drawn', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  await page.getByLabel('每页条数').click()
  await page.locator('.ant-select-dropdown:visible').getByText('1000 条/页').click()
  await expect(page).toHaveURL(/per_page=1000/)
  await expect(sumRow(page, '本页合计')).toContainText('1,000 条')
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  const bar = page.getByText(/^已选 1,000 条，合计/)
  await expect(bar).toBeVisible()
  const ofPage = await sumRow(page, '本页合计')
    .getByText(/^[\d,]+\.\d{2}$/)
    .textContent()
  expect(fen(((await bar.textContent()) ?? '').split('合计')[1] ?? '')).toBe(fen(ofPage))
  await page.getByRole('checkbox', { name: '选择本页全部' }).uncheck()
  await expect(bar).toBeHidden()

  const last = button(page, /^删除 FK/).first()
  await last.focus()
  for (let step = 0; step < 150; step++) await page.keyboard.press('Tab')
  const here = page.locator(':focus')
  await expect(here).toHaveAttribute('aria-label', / FK\d+$/)
  await expect(here).toBeInViewport()
  await page.getByLabel('每页条数').click()
  await page.locator('.ant-select-dropdown:visible').getByText('20 条/页').click()
  await expect(sumRow(page, '本页合计')).toContainText('20 条')
})

test('本月 and the other ranges; tags go one by one, and the keyboard stays where it is', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  const start = page.getByPlaceholder('开始日期')
  await start.click()
  for (const name of ['今天', '本周', '本月', '上月', '本年'])
    await expect(page.locator('.ant-picker-presets').getByText(name, { exact: true })).toBeVisible()
  await page.locator('.ant-picker-presets').getByText('本月', { exact: true }).click()
  await expect(start).toHaveValue(/^\d{4}-\d\d-01$/)
  await expect(start).toBeFocused()
  await page.getByRole('combobox', { name: '付款方式' }).click()
  for (const name of ['现金', '网银'])
    await page.locator('.ant-select-dropdown:visible').getByText(name, { exact: true }).click()
  await page.keyboard.press('Escape')
  await button(page, '筛选').click()
  await expect(page).toHaveURL(/start_pay_at=\d{4}-\d\d-01&end_pay_at=/)
  await expect(tags(page).getByRole('listitem')).toHaveCount(3)

  await tags(page).getByRole('button', { name: '移除筛选 付款方式：现金' }).press('Enter')
  await expect(tags(page).getByRole('listitem')).toHaveCount(2)
  await expect(tags(page).getByRole('button', { name: '移除筛选 付款方式：网银' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tags(page).getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(tags(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/pay_channels|start_pay_at/)
  await expect(page.getByLabel('付款编号')).toBeFocused()
  await expect(start).toHaveValue('')
})

test('at 1280 px all filters of the row stand in one row', { tag: '@hard' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPayments(page, CLERK)
  const middle = async (name: string) => {
    const box = await button(page, name).boundingBox()
    return box ? box.y + box.height / 2 : 0
  }
  const field = await page.getByRole('combobox', { name: '科目' }).boundingBox()
  expect(Math.abs((await middle('展开筛选')) - (await middle('筛选')))).toBeLessThan(2)
  expect(Math.abs((await middle('展开筛选')) - (field ? field.y + field.height / 2 : 0))).toBeLessThan(2)
})

test('a row by keyboard alone: detail, editor, deleting; the focus comes back', { tag: '@hard' }, async ({
  page,
}) => {
  await openPayments(page, CLERK)
  const before = await countOf(page)
  const detail = page.getByRole('button', { name: /^详情 FK/ }).nth(2)
  const number = ((await detail.getAttribute('aria-label')) ?? '').replace('详情 ', '')
  await detail.press('Enter')
  await expect(page.getByRole('dialog', { name: '付款明细详情' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '编辑付款明细' }).getByLabel(/付款金额/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, `编辑 ${number}`)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, `复制 ${number}`)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('dialog', { name: /确定删除/ }).getByRole('button', { name: '取消' }),
  ).toBeFocused()
  const next =
    (await page
      .getByRole('button', { name: /^删除 FK/ })
      .nth(3)
      .getAttribute('aria-label')) ?? ''
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(button(page, `删除 ${number}`)).toHaveCount(0)
  await expect.poll(() => countOf(page)).toBe(before - 1)
  // Focus moves to the next row.
  await expect(button(page, next)).toBeFocused()
})

test('days and periods are typed as words', { tag: '@hard' }, async ({ page }) => {
  await openPayments(page, CLERK)
  const [start, end] = ['开始日期', '结束日期'].map((name) =>
    page.getByRole('textbox', { name: `付款时间：${name}`, exact: true }),
  ) as [Locator, Locator]
  await start.fill('本年')
  await page.keyboard.press('Enter')
  await expect(start).toHaveValue(/^\d{4}-01-01$/)
  await expect(end).toHaveValue(/^\d{4}-12-31$/)
  await button(page, '筛选').click()
  await expect(page).toHaveURL(/start_pay_at=\d{4}-01-01&end_pay_at=\d{4}-12-31/)
  await button(page, '新增付款明细').click()
  const day = page.getByRole('dialog', { name: '新增付款明细' }).getByLabel('付款时间')
  const today = await day.inputValue()
  await day.fill('昨天')
  await page.keyboard.press('Tab')
  await expect(day).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  expect(Date.parse(today) - Date.parse(await day.inputValue())).toBe(24 * 3600_000)
})

test("a colleague's change leaves scroll, selection and what is typed as they are", { tag: '@hard' }, async ({
  page,
  browser,
}) => {
  await openPayments(page, CLERK)
  await page
    .getByRole('checkbox', { name: /^选择FK/ })
    .nth(5)
    .check()
  await page.getByLabel('付款编号').fill('打到一半')
  await page.getByRole('row').nth(3).hover()
  await page.mouse.wheel(0, 200)
  const scrolled = () =>
    page.evaluate("document.querySelector('[aria-label=付款明细] table').parentElement.scrollTop")
  await expect.poll(scrolled).toBeGreaterThan(100)
  const [where, chosen] = [await scrolled(), await page.getByText(/^已选 1 条/).textContent()]

  const other = await (await browser.newContext()).newPage()
  await openPayments(other, ADMIN)
  const summary = `同事改过 ${Date.now()}`
  await other.getByRole('row').nth(6).getByRole('button', { name: /^编辑/ }).click()
  await other.getByLabel('摘要').fill(summary)
  await other.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(summary)).toHaveCount(1)
  expect(await scrolled()).toBe(where)
  await expect(page.getByLabel('付款编号')).toHaveValue('打到一半')
  await expect(page.getByText(/^已选 1 条/)).toHaveText(chosen ?? '')

  // What is selected on another page counts with the amount that it has now.
  await button(page, '下一页').click()
  await expect(page).toHaveURL(/page=2/)
  await other.getByRole('row').nth(6).getByRole('button', { name: /^编辑/ }).click()
  await other
    .getByRole('tabpanel')
    .getByLabel(/付款金额/)
    .fill(`=4321+${Date.now() % 1000}`)
  await other.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(/^已选 1 条/)).not.toHaveText(chosen ?? '')
  await other.context().close()
})
