import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readXlsx } from 'hucre/xlsx'
import { ADMIN, CLERK, countOf, openPayments, signIn } from './person.ts'
import { expect, test } from './test.ts'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../apps/server/test/fixtures/${name}`, import.meta.url))

test('a ledger is filled from a spreadsheet of another program', { tag: '@hard' }, async ({ page }) => {
  await signIn(page, ADMIN)
  await page.getByRole('button', { name: '新建项目' }).click()
  const dialog = page.getByRole('dialog', { name: '新建项目' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入项目名称')).toBeVisible()
  await dialog.getByLabel('项目名称').fill('导入测试')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('main').getByText('导入测试', { exact: true }).click()
  await page.getByRole('link', { name: '付款', exact: true }).click()
  await expect(page.getByText('暂无数据')).toBeVisible()
  // An empty list offers the import instead of a table.
  const list = page.getByRole('region', { name: '付款明细' })
  await list.getByRole('button', { name: '新增付款明细' }).click()
  await page.getByRole('dialog', { name: '新增付款明细' }).getByRole('button', { name: '取消' }).click()

  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  const { data: site } = (await (await page.request.get('/api/common/site')).json()) as {
    data: { hotline: string }
  }
  await expect(box).toContainText('数据量较大时耗时较长，请耐心等待。')
  await expect(box).toContainText(`如有疑问请联系客服：${site.hotline}`)
  const template = page.waitForEvent('download')
  await box.getByText('下载模板').click()
  expect((await template).suggestedFilename()).toBe('付款明细导入模板.xlsx')

  await box.locator('input[type=file]').setInputFiles(fixture('payments-clean-600-libreoffice.xlsx'))
  await expect(page.getByText('上传文件成功')).toBeVisible()
  await expect(box.getByText('检查通过')).toBeVisible()
  const figure = (name: string) => box.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect(figure('数据行数')).toHaveText('600')
  await expect(figure('付款（笔）')).toHaveText('364')
  await expect(figure('付款总额')).toHaveText('45,600,670.98')
  await expect(figure('付款时间')).toHaveText('2026-03-01 – 2026-06-27')
  // Nothing is written yet.
  await expect(page.getByText('暂无数据')).toBeVisible()
  await box.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByText('批量新增请求成功')).toBeVisible()
  await expect(box.getByText('批量新增成功，共 600 行。')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(364)
  await expect(page.getByText('45,600,670.98').first()).toBeVisible()
})

test('payments added by an import can be listed on their own', { tag: '@hard' }, async ({ page }) => {
  await openPayments(page, CLERK)
  const before = await countOf(page)
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  const file = box.locator('input[type=file]')
  await file.setInputFiles(fixture('payments-errors-40.xlsx'))
  await expect(box.getByText('9 / 40 行')).toBeVisible()
  // Another file after one with mistakes.
  await file.setInputFiles(fixture('payments-numeric-codes-100.xlsx'))
  await expect(box.getByText('检查通过')).toBeVisible()
  const added = Number(
    await box.locator('dl > div').filter({ hasText: '付款（笔）' }).locator('dd').textContent(),
  )
  await box.getByRole('button', { name: '开始导入' }).click()
  await box.getByRole('button', { name: '查看本次新增的付款' }).click()
  await expect(box).toBeHidden()
  await expect(page).toHaveURL(/import_code=/)
  await expect.poll(() => countOf(page)).toBe(added)
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => countOf(page)).toBe(before + added)
})

test('every mistake is named with its row and column, and nothing is written', { tag: '@hard' }, async ({
  page,
}) => {
  await openPayments(page, CLERK)
  const before = await countOf(page)
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  await box.locator('input[type=file]').setInputFiles(fixture('payments-errors-40.xlsx'))
  await expect(box.getByText('导入失败')).toBeVisible()
  for (const line of [5, 9, 13, 17, 21, 25, 29, 33, 37])
    await expect(box.getByText(new RegExp(`^第${line}行错误：.`)).first()).toBeVisible()
  await expect(box.getByRole('row', { name: '第5行错误：日期不存在 付款时间' })).toBeVisible()
  await expect(box.getByRole('row', { name: '第9行错误：最多两位小数 付款金额' })).toBeVisible()
  await expect(box.getByText('第0行')).toHaveCount(0)
  await expect(box.getByRole('button', { name: '开始导入' })).toBeDisabled()
  const failed = page.waitForEvent('download')
  await box.getByRole('button', { name: '下载失败行' }).click()
  const { sheets } = await readXlsx(await readFile(await (await failed).path()))
  const rows = sheets[0]?.rows ?? []
  expect(rows.slice(1).map((row) => row[0])).toEqual([5, 9, 13, 17, 21, 25, 29, 33, 37])
  await box.getByRole('button', { name: '取消' }).click()
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(before)
})
