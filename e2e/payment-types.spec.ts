import {
  ADMIN,
  AUDITOR,
  CLERK,
  choose,
  countOf,
  enter,
  follow,
  openPayments,
  watchConsole,
} from './person.ts'
import { expect, type Page, test } from './test.ts'

const openTypes = (page: Page, phone: string) => enter(page, phone, '/setting/PayType', '付款类型管理')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a payment type is added, renamed and deleted', async ({ page }) => {
  const complaints = watchConsole(page, [/422/])
  await openTypes(page, CLERK)
  const before = await countOf(page)
  await page.getByRole('button', { name: '新增付款类型' }).click()
  const add = dialog(page, '新增付款类型')
  await add.getByLabel('类型名称').fill('报销')
  await page.keyboard.press('Enter')
  await expect(add.getByText('类型名称已存在')).toBeVisible()
  await add.getByLabel('类型名称').fill('端到端类型')
  await add.getByRole('button', { name: '确定' }).dblclick()
  await expect(add).toBeHidden()
  await expect.poll(() => countOf(page)).toBe(before + 1)
  await row(page, '端到端类型').getByRole('button', { name: '修改' }).click()
  await dialog(page, '修改付款类型').getByLabel('类型名称').fill('端到端新名')
  await page.keyboard.press('Enter')
  await expect(dialog(page, '修改付款类型')).toBeHidden()
  await page.getByRole('textbox', { name: '类型名称' }).fill('新名')
  await page.getByRole('button', { name: '筛 选' }).click()
  await expect(page).toHaveURL(/keywords=/)
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(1)
  await row(page, '端到端新名').getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '确定删除？' }).getByRole('button', { name: '确定' }).click()
  await expect(row(page, '端到端新名')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a type is added, renamed, found and deleted; the payment form follows', { tag: '@all' }, async ({
  page,
}) => {
  const complaints = watchConsole(page, [/422/])
  await openPayments(page, CLERK)
  // The form loads its list of types here; it must be reloaded after the change.
  await page.getByRole('button', { name: '新增付款明细' }).click()
  const payment = page.getByRole('dialog', { name: '新增付款明细' })
  await choose(payment.getByRole('tabpanel'), /付款类型/, '报销')
  await payment.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await follow(page, '付款类型管理')
  const before = await countOf(page)

  await page.getByRole('button', { name: '新增付款类型' }).click()
  const add = dialog(page, '新增付款类型')
  await add.getByRole('button', { name: '确定' }).click()
  await expect(add.getByText('请输入类型名称', { exact: true })).toBeVisible()
  await add.getByLabel('类型名称').fill('报销')
  await page.keyboard.press('Enter')
  await expect(add.getByText('类型名称已存在')).toBeVisible()
  await add.getByLabel('类型名称').fill('端到端类型')
  await add.getByRole('button', { name: '确定' }).dblclick()
  await expect(add).toBeHidden()
  await expect(page.getByText('操作成功')).toBeVisible()
  await expect.poll(() => countOf(page)).toBe(before + 1)

  await row(page, '端到端类型').getByRole('button', { name: '修改' }).click()
  const edit = dialog(page, '修改付款类型')
  await expect(edit.getByLabel('类型名称')).toHaveValue('端到端类型')
  await edit.getByLabel('类型名称').fill('端到端新名')
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()

  await page.getByRole('textbox', { name: '类型名称' }).fill('新名')
  await page.getByRole('button', { name: '筛 选' }).click()
  await expect(page).toHaveURL(/keywords=/)
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(1)
  await expect(row(page, '端到端新名')).toBeVisible()

  await follow(page, '付款')
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await choose(payment.getByRole('tabpanel'), /付款类型/, '端到端新名')
  await payment.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()

  await follow(page, '付款类型管理')
  await row(page, '端到端新名').getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: '确定删除？' })
  await expect(question).toContainText('端到端新名')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(before)
  expect(complaints).toEqual([])
})

test('a type in use is not deleted, and the message names the payments', { tag: '@hard' }, async ({
  page,
}) => {
  await openTypes(page, CLERK)
  await row(page, '报销').getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: '确定删除？' })
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(/付款类型 报销 已被付款 FK\d+.* 使用，不能删除/)).toBeVisible()
  await expect(question).toBeHidden()
  await page.reload()
  await expect(row(page, '报销')).toBeVisible()
})

test('two people edit one type: the second is told, sees the change of the first, and loses nothing', {
  tag: '@hard',
}, async ({ browser, page }) => {
  await openTypes(page, CLERK)
  const colleague = await (await browser.newContext()).newPage()
  await openTypes(colleague, ADMIN)
  for (const who of [page, colleague]) {
    await row(who, '质保金').getByRole('button', { name: '修改' }).click()
    await expect(dialog(who, '修改付款类型').getByLabel('类型名称')).toHaveValue('质保金')
  }
  await dialog(colleague, '修改付款类型').getByLabel('类型名称').fill('同事先保存')
  await colleague.keyboard.press('Enter')
  await expect(dialog(colleague, '修改付款类型')).toBeHidden()
  const mine = dialog(page, '修改付款类型')
  await mine.getByLabel('类型名称').fill('我后保存')
  await mine.getByRole('button', { name: '确定' }).click()
  await expect(mine.getByText('再次保存将覆盖他人的修改：类型名称 同事先保存 → 我后保存')).toBeVisible()
  await expect(mine.getByLabel('类型名称', { exact: true })).toHaveValue('我后保存')
  await mine.getByRole('button', { name: '覆盖保存' }).click()
  await expect(mine).toBeHidden()
  await colleague.reload()
  await expect(row(colleague, '我后保存')).toBeVisible()
})

test('with read permission only, there is no button that writes', { tag: '@hard' }, async ({ page }) => {
  await openTypes(page, AUDITOR)
  await expect(row(page, '报销')).toBeVisible()
  for (const name of [/新增付款类型/, /^修改/, /^删除/])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a type is added and renamed', { tag: '@hard' }, async ({ page }) => {
    await openTypes(page, CLERK)
    await page.getByRole('button', { name: '新增付款类型' }).tap()
    await dialog(page, '新增付款类型').getByLabel('类型名称').fill('拇指类型')
    await dialog(page, '新增付款类型').getByRole('button', { name: '确定' }).tap()
    await page.getByRole('button', { name: '操作 拇指类型' }).tap()
    await page.getByRole('menuitem', { name: '修改' }).tap()
    await dialog(page, '修改付款类型').getByLabel('类型名称').fill('拇指新名')
    await dialog(page, '修改付款类型').getByRole('button', { name: '确定' }).tap()
    await expect(dialog(page, '修改付款类型')).toBeHidden()
    await page.reload()
    await expect(page.getByText('拇指新名')).toBeVisible()
  })
})
