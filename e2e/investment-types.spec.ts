import { CLERK, enter } from './person.ts'
import { expect, type Page, test } from './test.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an investment type is added and renamed; once a receipt uses it, it stays', async ({ page }) => {
  await enter(page, CLERK, '/setting/InvestmentType', '投资类型管理')
  await page.getByRole('button', { name: '新增投资类型' }).click()
  await dialog(page, '新增投资类型').getByLabel('类型名称').fill('院线预付')
  await page.keyboard.press('Enter')
  await expect(dialog(page, '新增投资类型')).toBeHidden()
  await row(page, '院线预付').getByRole('button', { name: '修改' }).click()
  await dialog(page, '修改投资类型').getByLabel('类型名称').fill('院线保底')
  await dialog(page, '修改投资类型').getByRole('button', { name: '确定' }).click()
  await expect(dialog(page, '修改投资类型')).toBeHidden()
  await page.reload()
  await expect(row(page, '院线保底')).toBeVisible()

  const id = await row(page, '院线保底').getAttribute('data-row-key')
  const booked = await page.request.post('/api/manager/investment_executions', {
    headers: { origin: new URL(page.url()).origin },
    data: { investment_at: '2026-11-20', investor: '某某院线', investment_category_id: id, amount: '500000' },
  })
  expect(booked.ok(), await booked.text()).toBe(true)
  await row(page, '院线保底').getByRole('button', { name: '删除' }).click()
  const question = dialog(page, '确定删除？')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('投资类型 院线保底 已被收款 2026-11-20 某某院线 使用，不能删除')).toBeVisible()
  await expect(question).toBeHidden()
  await page.reload()
  await expect(row(page, '院线保底')).toBeVisible()
})
