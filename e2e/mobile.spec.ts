import { CLERK, choose, openPayments } from './person.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('of 1,000 cards only those scrolled to are rendered; printing renders all', async ({ page }) => {
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
