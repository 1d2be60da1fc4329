import { book, call, ownCompany } from './books.ts'
import { notice } from './conflict.ts'
import { copyCells, dialog, drawer, tabs } from './editor.ts'
import { CLERK, openPayments } from './person.ts'
import { expect, test } from './test.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

test('cells are pasted by a button, or into a field if the browser does not allow reading the clipboard', {
  tag: '@hard',
}, async ({ page, context }) => {
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

test('the header opens when a colleague has changed it, and can be folded again', { tag: '@hard' }, async ({
  page,
}) => {
  const { project } = await ownCompany(page, '两人同改')
  const code = await book(page, project, '原付款方', '100')
  await page.goto(`/implement/cost?project=${project}&activeName=second`)
  await page.getByRole('button', { name: /^操作 / }).tap()
  await page.getByRole('menuitem', { name: '编辑' }).tap()
  const head = drawer(page).getByRole('button', { name: /原付款方|同事改的付款方/ })
  await expect(head).toHaveAttribute('aria-expanded', 'false')
  await drawer(page).getByRole('tabpanel').getByLabel('备注').fill('我的备注')
  interface Line {
    code: string
    subject_three_code: string
    pay_category_id: string
  }
  const stored = await call<{ version: number; cost_execution_details: Line[] }>(
    page,
    `cost_executions/${code}`,
    project,
  )
  const lines = stored.cost_execution_details.map((line) => ({
    ...line,
    pay_channel: '1',
    pay_amount: '100',
  }))
  const theirs = { ...stored, payer: '同事改的付款方', cost_execution_details: lines }
  await call(page, `cost_executions/${code}`, project, theirs, 'PUT')
  await drawer(page).getByRole('button', { name: '确定' }).tap()
  await expect(notice(page)).toContainText('付款方 原付款方 → 同事改的付款方')
  await expect(head).toHaveAttribute('aria-expanded', 'true')
  await head.tap()
  await expect(head).toHaveAttribute('aria-expanded', 'false')
  await head.tap()
  await expect(drawer(page).getByText('已采用对方的修改，原为：原付款方')).toBeVisible()
})
