import { copyCells, dialog, drawer, tabs } from './editor.ts'
import { CLERK, openPayments } from './person.ts'
import { expect, test } from './test.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

test('cells are pasted by a button, or into a field if the browser does not allow reading the clipboard', async ({
  page,
  context,
}) => {
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: '新增付款明细' }).tap()
  await copyCells(page, [
    ['24000101', '1,000', '网银', '进度款'],
    ['24000102', '2,000.5', '网银', '进度款'],
  ])
  await drawer(page).getByRole('button', { name: '从表格粘贴' }).tap()
  await dialog(page).getByRole('button', { name: '添加明细' }).tap()
  await expect(tabs(page)).toHaveCount(2)
  await context.clearPermissions()
  await drawer(page).getByRole('button', { name: '从表格粘贴' }).tap()
  await dialog(page).getByLabel('粘贴表格内容').fill('24000102\t5')
  await expect(dialog(page).getByRole('status')).toHaveText('将新增 1 行')
  await dialog(page).getByRole('button', { name: '添加明细' }).tap()
  await expect(tabs(page)).toHaveCount(3)
  await expect(drawer(page).getByRole('status', { name: /付款总额/ })).toHaveText('3,005.50')
  const wider = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  )
  expect(wider).toBe(false)
  await drawer(page).getByRole('button', { name: '关闭' }).tap()
  await page.getByRole('dialog', { name: '内容尚未保存' }).getByRole('button', { name: '放弃修改' }).tap()
  await expect(drawer(page)).toBeHidden()
})
