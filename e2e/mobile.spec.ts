import { ADMIN, CLERK, choose, enter, openPayments } from './person.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('of 1,000 cards only those scrolled to are rendered; printing renders all', { tag: '@hard' }, async ({
  page,
}) => {
  await openPayments(page, CLERK)
  await page.goto('/implement/cost?activeName=second&per_page=1000')
  const cards = page.getByRole('list', { name: '付款明细' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  expect(await cards.count()).toBeLessThanOrEqual(100)
  const height = async () => Number(await page.evaluate('document.documentElement.scrollHeight'))
  const whole = await height()
  // By keyboard: the focused card is scrolled into view, which renders the next cards.
  await cards.nth(49).getByRole('button').first().focus()
  await expect.poll(() => cards.count()).toBeGreaterThan(50)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(cards.nth(50).getByRole('button').first()).toBeFocused()
  expect(await cards.count()).toBeLessThan(300)

  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
  await expect(cards).toHaveCount(1_000)
  // Cards not rendered had an estimated height, from the first cards: a summary takes one line or two.
  expect(Math.abs((await height()) - whole)).toBeLessThan(whole / 20)

  await page.reload()
  await expect(cards.first()).toBeVisible()
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  expect(await cards.count()).toBe(1_000)
})

test('a payment is added on a phone', async ({ page }) => {
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: '新增付款明细' }).tap()
  const form = page.getByRole('dialog', { name: '新增付款明细' })
  await form
    .getByLabel(/付款方/)
    .first()
    .fill('拇指公司')
  await choose(form.getByRole('tabpanel'), /科目/, '24000101')
  const amount = form.getByLabel(/付款金额/)
  // Below 16 px an iPhone zooms into the field.
  const small = await page.evaluate(`[...document.querySelectorAll('input, textarea, select')]
    .filter((field) => field.offsetParent && !['checkbox', 'radio', 'file'].includes(field.type))
    .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.outerHTML)`)
  expect(small).toEqual([])
  const sign = form.getByRole('button', { name: '正负号' })
  // The sign button leaves an incomplete formula unchanged.
  await amount.fill('=80.8+')
  await sign.tap()
  await expect(amount).toHaveValue('=80.8+')
  await amount.fill('=80.8+8')
  // A refund by the sign button, as the keypad has no minus; and back.
  await sign.tap()
  await expect(amount).toHaveValue('-88.80')
  await expect(amount).toBeFocused()
  await sign.tap()
  await expect(amount).toHaveValue('88.80')
  await choose(form.getByRole('tabpanel'), /付款方式/, '现金')
  await choose(form.getByRole('tabpanel'), /付款类型/, '报销')
  await form.getByRole('button', { name: '确定' }).tap()
  await expect(form).toBeHidden()
  await page.getByPlaceholder('付款编号、付款方、摘要或备注').fill('拇指公司')
  await page.keyboard.press('Enter')
  await expect(page.getByText('88.80').first()).toBeVisible()
  // Evaluated in the page, as only it has a document.
  const wider = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  )
  expect(wider).toBe(false)
})

test('on a phone a list is ordered, sized, selected, deleted and printed as at a desk', {
  tag: '@hard',
}, async ({ page }) => {
  await page.addInitScript('window.asked = 0; window.print = () => { window.asked++ }')
  await enter(page, CLERK, '/implement/investment?activeName=second', '收款')
  const cards = page.getByRole('list', { name: '收款明细' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  const amounts = async () => await cards.getByText(/^[\d,]+\.\d{2}$/).allTextContents()

  await page.getByRole('button', { name: '排序' }).tap()
  await page.getByRole('menuitem', { name: '收款时间从早到晚' }).tap()
  await expect(page).toHaveURL(/investment_at_order=asc/)
  const order = page.getByRole('button', { name: '收款时间从早到晚' })
  await expect(order).toBeVisible()
  const days = await cards.getByText(/^\d{4}-\d{2}-\d{2}$/).allTextContents()
  expect(days.length).toBeGreaterThan(1)
  expect(days).toEqual(days.toSorted())

  for (const button of [order, page.getByRole('button', { name: '选择', exact: true })]) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  }
  await page.getByRole('button', { name: '打印', exact: true }).tap()
  await expect.poll(() => page.evaluate('window.asked')).toBe(1)
  await expect(page.locator('.print-job')).toContainText('排序：收款时间从早到晚')
  await page.evaluate("dispatchEvent(new Event('afterprint'))")

  // 选择 does not stop a print that is being prepared.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/investment_executions\?/, (route) => held.then(() => route.continue()))
  await page.getByRole('button', { name: '打印', exact: true }).tap()
  await page.getByRole('button', { name: '选择', exact: true }).tap()
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
  release()
  await expect.poll(() => page.evaluate('window.asked')).toBe(2)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await page.unroute(/investment_executions\?/)
  await page.getByRole('button', { name: '取消选择', exact: true }).tap()

  const [first = '', second = ''] = await amounts()
  await page.getByRole('button', { name: '选择', exact: true }).tap()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(cards.getByRole('checkbox', { checked: true })).toHaveCount(days.length)
  await page.getByRole('checkbox', { name: '选择本页全部' }).uncheck()
  // The whole card is the target.
  await cards.nth(0).tap({ position: { x: 200, y: 30 } })
  await cards.nth(1).tap({ position: { x: 200, y: 30 } })
  const fen = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)
  const sum = ((fen(first) + fen(second)) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await expect(page.getByRole('status').filter({ hasText: '已选 2 条' })).toContainText(`合计 ${sum} 元`)
  const remove = page.getByRole('button', { name: '批量删除' })
  expect((await remove.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  await remove.tap()
  const question = page.getByRole('dialog', { name: '确定批量删除？' })
  await expect(question).toContainText(sum)
  await question.getByRole('button', { name: /取\s?消/ }).tap()
  await expect(question).toBeHidden()
  // Back leaves the selection and not the page.
  await page.goBack()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page).toHaveURL(/investment_at_order=asc/)
})

test('on a phone the size of a page is chosen, stays in the address, and is remembered', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, ADMIN)
  const cards = page.getByRole('list', { name: '付款明细' }).getByRole('listitem')
  await expect(cards).toHaveCount(20)
  await page.getByRole('button', { name: '每页条数：20 条/页' }).tap()
  await page.getByRole('menuitem', { name: '50 条/页' }).tap()
  await expect(page).toHaveURL(/per_page=50/)
  await expect(cards).toHaveCount(50)
  await page.reload()
  await expect(cards).toHaveCount(50)
  // It is remembered for the person.
  const kept = page.waitForResponse((response) => {
    const sent = response.request()
    return sent.url().endsWith('/sessions/preferences') && /\b20\b/.test(sent.postData() ?? '')
  })
  await page.getByRole('button', { name: '每页条数：50 条/页' }).tap()
  await page.getByRole('menuitem', { name: '20 条/页' }).tap()
  await expect(cards).toHaveCount(20)
  await kept
})
