import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { ADMIN, CLERK, countOf, openPayments, signIn } from './person.ts'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../apps/server/src/testing/fixtures/${name}`, import.meta.url))

test('a ledger is filled from a spreadsheet of another program', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.getByRole('button', { name: '新建项目' }).click()
  const dialog = page.getByRole('dialog', { name: '新建项目' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入项目名称')).toBeVisible()
  await dialog.getByLabel('项目名称').fill('导入测试')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('main').getByText('导入测试', { exact: true }).click()
  await expect(page.getByText('暂无数据')).toBeVisible()

  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  const template = page.waitForEvent('download')
  await box.getByText('下载模板').click()
  expect((await template).suggestedFilename()).toBe('付款明细导入模板.xlsx')

  await box.locator('input[type=file]').setInputFiles(fixture('payments-clean-600-libreoffice.xlsx'))
  await box.getByRole('button', { name: '开始导入' }).click()
  await expect(box.getByText('批量新增成功，共 600 行。')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(364)
  await expect(page.getByText('45,600,670.98').first()).toBeVisible()
})

test('every bad row is named and nothing is written', async ({ page }) => {
  await openPayments(page, CLERK)
  const before = await countOf(page)
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  await box.locator('input[type=file]').setInputFiles(fixture('payments-errors-40.xlsx'))
  await box.getByRole('button', { name: '开始导入' }).click()
  await expect(box.getByText('导入失败')).toBeVisible({ timeout: 30_000 })
  for (const line of [5, 9, 13, 17, 21, 25, 29, 33, 37])
    await expect(box.getByText(new RegExp(`第${line}行错误：`))).toBeVisible()
  await box
    .getByRole('button', { name: /关闭|取消/ })
    .first()
    .click()
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(before)
})
