import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { AUDITOR, CLERK, countOf, openPayments, signIn } from './person.ts'
import { expect, type Page, test } from './test.ts'

/** Downloads an export; returns its rows as objects by column title. */
async function exported(page: Page): Promise<Record<string, unknown>[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^.+-付款明细-\d{4}-\d{2}-\d{2}\.xlsx$/)
  const { sheets } = await readXlsx(await readFile(await file.path()))
  const [head = [], ...lines] = sheets[0]?.rows ?? []
  return lines.map((row) => Object.fromEntries(head.map((title, at) => [String(title), row[at]])))
}

const fen = (amount: unknown): number => Math.round(Number(String(amount).replaceAll(',', '')) * 100)

test('the export contains all pages of the filtered list, and the page stays open', { tag: '@all' }, async ({
  page,
}) => {
  await openPayments(page, CLERK)
  const all = await countOf(page)
  await page.getByRole('combobox', { name: '付款方式' }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('现金', { exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(/pay_channels=1/)
  await expect.poll(() => countOf(page)).toBeLessThan(all)
  const count = await countOf(page)

  // The toast goes after three seconds, and reading the file may take longer.
  const exporting = exported(page)
  await expect(page.getByText(`开始导出，共 ${count} 条`)).toBeVisible()
  const rows = await exporting
  const last = rows.pop()
  await expect(page).toHaveURL(/pay_channels=1/)
  const sums = new Map<string, number>()
  for (const row of rows) {
    const code = String(row.付款序号)
    sums.set(code, (sums.get(code) ?? 0) + fen(row['付款金额（元）']))
  }
  expect(sums.size).toBe(count)

  const shown = page.getByRole('row').filter({ hasText: /FK\d+/ })
  await expect(shown.first()).toBeVisible()
  for (const row of (await shown.all()).slice(0, 12)) {
    const cell = async (text: RegExp) => (await row.getByText(text).first().textContent()) ?? ''
    const code = await cell(/^FK\d+$/)
    expect(sums.has(code), code).toBe(true)
    await expect(row).toContainText(String(rows.find((one) => one.付款序号 === code)?.付款方))
  }
  // The lines that match, not the other lines of their payments.
  expect(new Set(rows.map((row) => row.付款方式))).toEqual(new Set(['现金']))
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0)
  expect([last?.付款序号, fen(last?.['付款金额（元）'])]).toEqual(['合计', total])
  await expect(page.getByRole('row').filter({ hasText: '筛选合计' })).toContainText(
    (total / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
  )
})

test('export works with read permission only, and in an expired project', { tag: '@hard' }, async ({
  page,
  browser,
}) => {
  await openPayments(page, AUDITOR)
  await expect(page.getByRole('button', { name: '批量新增' })).toHaveCount(0)
  expect((await exported(page)).length).toBeGreaterThan(0)

  const clerk = await (await browser.newContext()).newPage()
  await signIn(clerk, CLERK)
  await clerk.getByRole('main').getByText('候鸟北归', { exact: true }).click()
  await expect(clerk.getByText('项目已到期，仅可查看和导出。')).toBeVisible()
  await clerk.getByRole('link', { name: '付款', exact: true }).click()
  await expect(clerk.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
  await clerk.getByRole('tab', { name: '明细' }).click()
  await expect(clerk.getByRole('button', { name: '导出' })).toBeVisible()
  await expect(clerk.getByRole('button', { name: '批量新增' })).toHaveCount(0)
  await clerk.context().close()
})
