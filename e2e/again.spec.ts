import { call, ownCompany } from './books.ts'
import { copyCells, drawer, field, dialog as pasteOf } from './editor.ts'
import { choose, countOf } from './person.ts'
import { expect, type Page, test } from './test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const form = (page: Page) => page.getByRole('dialog', { name: '新增收款' })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function open(page: Page, path: string): Promise<string> {
  const { project } = await ownCompany(page, '连续记账')
  await page.goto(`${path}&project=${project}`)
  return project
}

test('receipts are added one after the other, a failed save keeps what was typed, one is copied', {
  tag: '@hard',
}, async ({ page }) => {
  const project = await open(page, '/implement/investment?activeName=second')
  await page.getByRole('button', { name: '新增收款' }).first().click()
  await form(page).getByLabel('收款时间').fill('2026-10-01')
  await form(page).getByLabel('收款金额（元）').fill('=1000+0.5')
  await form(page).getByLabel('投资方').fill('华东某某影业')
  await choose(form(page), '投资类型', '自有资金')
  await form(page).getByLabel('说明').fill('首期')
  // A second press while the first is saved.
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect(form(page).getByText('已保存 1 条')).toBeVisible()
  await expect(form(page).getByLabel('收款金额（元）')).toBeFocused()
  await expect(form(page).getByLabel('收款金额（元）')).toHaveValue('')
  await expect(form(page).getByLabel('收款时间')).toHaveValue('2026-10-01')
  await expect(form(page).getByLabel('投资方')).toHaveValue('华东某某影业')
  await expect(form(page).getByLabel('说明')).toHaveValue('')
  // Nothing typed: closing would not ask. The choice of what is kept is remembered.
  await form(page).getByRole('button', { name: '继续时保留的内容' }).click()
  await form(page).getByRole('checkbox', { name: '说明' }).check()
  await form(page).getByLabel('收款金额（元）').fill('1000.5')
  await form(page).getByLabel('说明').fill('首期')

  await page.route('**/investment_executions', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.keyboard.press('Control+Enter')
  await expect(form(page).getByRole('button', { name: '保存并继续' })).toBeEnabled()
  await expect(form(page).getByText('已保存 1 条')).toBeVisible()
  await expect(form(page).getByLabel('收款金额（元）')).toHaveValue('1,000.50')
  await page.unroute('**/investment_executions')
  // The same content as the first: another record, as nothing was lost or repeated.
  await page.keyboard.press('Control+Enter')
  await expect(form(page).getByText('已保存 2 条')).toBeVisible()
  await expect(form(page).getByLabel('说明')).toHaveValue('首期')
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  const { items } = await call<{ items: { amount_yuan: string; desc: string }[] }>(
    page,
    'investment_executions',
    project,
  )
  expect(items.map(({ amount_yuan, desc }) => [amount_yuan, desc])).toEqual([
    ['1000.50', '首期'],
    ['1000.50', '首期'],
  ])

  await row(page, '华东某某影业').first().getByRole('button', { name: /^复制/ }).click()
  await expect(form(page).getByLabel('收款时间')).not.toHaveValue('2026-10-01')
  await expect(form(page).getByLabel('收款金额（元）')).toHaveValue('1,000.50')
  await page.keyboard.press('Control+s')
  await expect(form(page)).toBeHidden()
  await expect.poll(() => countOf(page)).toBe(3)
})

test('payments are added one after the other, and one is copied with its lines', { tag: '@hard' }, async ({
  page,
}) => {
  await open(page, '/implement/cost?activeName=second')
  await page.getByRole('button', { name: '新增付款明细' }).first().click()
  const payer = drawer(page)
    .getByLabel(/付款方/)
    .first()
  await payer.fill('某某器材')
  await copyCells(page, [
    ['科目', '金额', '付款方式', '付款类型'],
    ['24000101', '100', '网银', '进度款'],
    ['24000102', '200', '网银', '进度款'],
  ])
  await page.keyboard.press('Control+v')
  await pasteOf(page).getByRole('button', { name: '添加明细' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('操作成功')).toBeVisible()
  await expect(payer).toHaveValue('某某器材')
  await expect(field(page, /付款金额/)).toBeFocused()
  await page.keyboard.type('30')
  // In the foot as in a field, and where a click has left the focus beside them.
  await drawer(page).getByRole('button', { name: '保存并继续' }).focus()
  await page.keyboard.press('Control+s')
  await expect(drawer(page)).toBeHidden()
  await expect.poll(() => countOf(page)).toBe(2)

  await row(page, '300.00').first().getByRole('button', { name: /^复制/ }).click()
  await expect(drawer(page).getByRole('status', { name: /付款总额/ })).toHaveText('300.00')
  await expect(drawer(page).getByRole('tab')).toHaveCount(2)
  await drawer(page).getByText('付款总额（元）', { exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(drawer(page)).toBeHidden()
  await expect.poll(() => countOf(page)).toBe(3)
})

test('a table that is pasted on the page is checked cell by cell, then imported', { tag: '@hard' }, async ({
  page,
}) => {
  await open(page, '/implement/cash?activeName=d')
  const box = page.getByRole('dialog', { name: '批量新增备用金明细' })
  const table = box.getByRole('table', { name: '粘贴的内容' })
  await expect(page.getByRole('button', { name: '批量新增' })).toBeVisible()
  await copyCells(page, [
    ['金额（元）', '序号', '日期', '付款方', '科目', '付款方式'],
    ['1,200.50', '1', '2026/11/21', '王某', '24000101', '微信'],
    ['12.345', '2', '2026-02-30', '李某', '99999999', '微信'],
  ])
  await page.keyboard.press('Control+v')
  await expect(box.getByText('1 / 2 行')).toBeVisible()
  await expect(table.getByRole('cell', { name: /12\.345/ })).toContainText('小数')
  await expect(table.getByRole('cell', { name: /99999999/ })).toContainText('科目编号不存在')
  await expect(box.getByRole('button', { name: '开始导入' })).toBeDisabled()

  // Without titles: the template's order.
  await copyCells(page, [
    ['2026-11-21', '王某', '', '水', '24000101', '微信'],
    ['2026-11-22', '李某', '', '冰', '24000101', '微信'],
  ])
  await page.keyboard.press('Control+v')
  await expect(box.getByText('缺少列：付款金额')).toBeVisible()
  await copyCells(page, [
    ['2026-11-21', '王某', '', '水', '24000101', '微信', '', '', '', '1,200.50'],
    ['2026-11-22', '李某', '', '冰', '24000101', '微信', '', '', '', '20'],
  ])
  await page.keyboard.press('Control+v')
  await expect(box.getByText('检查通过')).toBeVisible()
  await expect(box.getByRole('button', { name: '开始导入' })).toBeFocused()
  await page.keyboard.press('Enter')
  await box.getByRole('button', { name: '查看本次新增的备用金明细' }).click()
  await expect(page).toHaveURL(/import_code=/)
  await expect.poll(() => countOf(page)).toBe(2)
})
