import { call } from './books.ts'
import { makeCompany } from './company.ts'
import { AUDITOR, follow, logInByApi, signIn, watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

// Moves the clock.
test.use({ alone: true })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const total = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')

/** Another person of the company cancels the pending order. */
async function cancelElsewhere(page: Page): Promise<void> {
  const answer = await page.request.get('/api/manager/orders?status=0')
  const { items } = (await answer.json()).data as { items: { code: string }[] }
  expect(items).toHaveLength(1)
  const headers = { origin: new URL(answer.url()).origin }
  const cancelled = await page.request.put(`/api/manager/orders/${items[0]?.code}/cancel`, { headers })
  expect((await cancelled.json()).code).toBe(0)
}

test('projects are bought in the sandbox, and the order is in the list', { tag: '@short' }, async ({
  page,
  context,
}) => {
  const complaints = watchConsole(page)
  const { phone } = await makeCompany(9)
  await logInByApi(page, phone)
  await page.goto('/project/buy')
  await page.getByLabel('项目数量').fill('2')
  await expect(page.getByText('现有 9 个，购买后共 11 个')).toBeVisible()
  await expect(total(page, '应付总额')).toHaveText('2,800.00 元')
  await page.getByRole('radio', { name: '支付宝' }).check()
  // A double click is one order.
  await page.getByRole('button', { name: '提交订单' }).dblclick()
  const details = dialog(page, '订单详情')
  await expect(details.getByRole('img', { name: '付款二维码' })).toBeVisible()
  const [cashier] = await Promise.all([
    context.waitForEvent('page'),
    details.getByRole('link', { name: '打开沙箱收银台' }).click(),
  ])
  await cashier.getByRole('button', { name: '确认支付' }).click()
  await expect(cashier.getByText('已付款')).toBeVisible()
  await expect(details).toBeHidden()
  await expect(page.getByRole('heading', { name: '我的项目（已用 0 / 共 11）' })).toBeVisible()
  await follow(page, '订单记录')
  const rows = page.getByRole('region', { name: '订单记录' }).locator('tbody tr[data-row-key]')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/已付款.*2支付宝2,800.00/)
  expect(complaints).toEqual([])
})

test('projects are bought in the sandbox and by transfer; pending orders are shown, paid or cancelled', {
  tag: '@all',
}, async ({ page, context }) => {
  const complaints = watchConsole(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { phone } = await makeCompany(9)
  await signIn(page, phone)
  await follow(page, '购买项目')
  await expect(page).toHaveTitle('购买项目 - 片账')
  await expect(page.getByText('客服电话')).toBeVisible()

  // What is typed wrongly stays, with its reason, and costs nothing.
  const quantity = page.getByLabel('项目数量')
  const submit = page.getByRole('button', { name: '提交订单' })
  await quantity.fill('1.5')
  await expect(page.getByText('项目数量须为1至100的整数')).toBeVisible()
  await expect(submit).toBeDisabled()
  await expect(total(page, '应付总额')).toHaveText('- 元')
  await quantity.fill('2')
  await expect(page.getByText('现有 9 个，购买后共 11 个')).toBeVisible()
  await expect(total(page, '优惠金额')).toHaveText('800.00 元')
  await expect(total(page, '应付总额')).toHaveText('2,800.00 元')
  await total(page, '应付总额').getByText('2,800.00').hover()
  await expect(page.getByRole('tooltip')).toContainText('贰仟捌佰元整')
  await page.getByRole('button', { name: '减少' }).click()
  await expect(total(page, '应付总额')).toHaveText('1,800.00 元')

  // Paid in another tab; a double click is one order.
  await page.getByRole('radio', { name: '支付宝' }).check()
  await submit.dblclick()
  const details = dialog(page, '订单详情')
  await expect(details).toContainText('进行中')
  await expect(details).toContainText('沙箱（仅供测试，不产生真实扣款）')
  await expect(details.getByRole('img', { name: '付款二维码' })).toBeVisible()
  const [cashier] = await Promise.all([
    context.waitForEvent('page'),
    details.getByRole('link', { name: '打开沙箱收银台' }).click(),
  ])
  await expect(cashier.getByRole('heading')).toHaveText('沙箱收银台（仅供测试，不产生真实扣款）')
  // Awaited from before the click, as the message goes away by itself.
  await Promise.all([
    expect(page.getByText('购买成功')).toBeVisible(),
    cashier.getByRole('button', { name: '确认支付' }).click(),
  ])
  await expect(cashier.getByText('已付款')).toBeVisible()
  await cashier.close()
  await expect(details).toBeHidden()
  await expect(page.getByRole('heading', { name: '我的项目（已用 0 / 共 10）' })).toBeVisible()

  // By transfer.
  await follow(page, '购买项目')
  await page.getByRole('radio', { name: '对公转账' }).check()
  await submit.click()
  const account = dialog(page, '请向对公账户付款')
  await expect(account).toContainText('1,000.00 元')
  await account.getByRole('button', { name: '复制付款信息' }).click()
  await expect(page.getByText('复制成功')).toBeVisible()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  const code = await total(page, '付款码').textContent()
  expect(code).toMatch(/^\S{4,}$/)
  expect(copied).toContain(`付款码：${code}`)
  await account.getByRole('link', { name: '查看全部订单' }).click()
  await expect(page.getByRole('heading', { name: '订单记录' })).toBeVisible()
  await expect(account).toBeHidden()
  const rows = page.getByRole('region', { name: '订单记录' }).locator('tbody tr[data-row-key]')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(/待付款.*1对公转账1,000.00/)
  await expect(rows.nth(1)).toContainText(/已付款.*1支付宝1,800.00/)

  // The banner of the page of buying leads to what is not paid.
  await follow(page, '购买项目')
  const banner = page.getByRole('region', { name: '待付款订单' })
  await expect(banner).toContainText(
    /DD\d{8}-\d{4} · 1,000.00 元：周岚 于 \d{4}-\d\d-\d\d \d\d:\d\d 创建的订单待付款，查看详情/,
  )
  await banner.getByRole('button', { name: '查看详情' }).click()
  await expect(details).toContainText(`付款码${code}`)
  await expect(details).toContainText('转账时请务必在备注中填写付款码，否则无法匹配到账。')
  await details.getByRole('button', { name: '取消订单' }).click()
  await expect(dialog(page, '确定取消订单？')).toContainText(/DD\d{8}-\d{4}，1 个项目，1,000.00 元/)
  await dialog(page, '确定取消订单？').getByRole('button', { name: '确定' }).click()
  await expect(details).toBeHidden()
  await expect(banner).toBeHidden()

  // A colleague cancels it while it is open here.
  await quantity.fill('3')
  await page.getByRole('radio', { name: '微信支付' }).check()
  await submit.click()
  await expect(details).toContainText('进行中')
  await cancelElsewhere(page)
  await expect(details.getByText('该订单已被取消，请勿付款。')).toBeVisible()
  await expect(details).toContainText('已取消')
  await expect(details.getByRole('img', { name: '付款二维码' })).toHaveCount(0)
  await details.getByRole('button', { name: '关闭' }).last().click()

  await follow(page, '订单记录')
  await page.getByRole('button', { name: '已付款' }).click()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(page).toHaveURL(/\?status=1$/)
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: '待付款' }).click()
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()

  // More orders than a page of 25, so that the list has two pages and the banner rotates.
  const transfer = { project_quantity: 1, payment_type: 'transfer' }
  for (let made = 3; made < 26; made += 1) await call(page, 'orders', undefined, transfer)
  await page.goto('/project/order')
  await expect(rows).toHaveCount(25)
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('已付款')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await follow(page, '购买项目')
  await expect(banner).toContainText('1 / 23')
  await page.clock.fastForward(5_000)
  await expect(banner).toContainText('2 / 23')
  expect(complaints).toEqual([])
})

test('who may only read orders can neither submit nor cancel one', { tag: '@hard' }, async ({ page }) => {
  await signIn(page, AUDITOR)
  await follow(page, '购买项目')
  await expect(page.getByText('您没有购买权限，如需购买请联系管理员。')).toBeVisible()
  await expect(page.getByRole('button', { name: '提交订单' })).toHaveCount(0)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('button', { name: '查看详情' }).first().click()
  await expect(dialog(page, '订单详情')).toContainText('进行中')
  await expect(dialog(page, '订单详情').getByRole('button', { name: '取消订单' })).toHaveCount(0)
})
