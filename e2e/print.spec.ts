import { CLERK, choose, countOf, enter, openPayments } from './person.ts'
import { png } from './png.ts'
import { expect, type Page, test } from './test.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: '新增付款明细' })

/** The print dialog cannot be tested: counts calls of window.print; the paper is rendered by page.pdf. */
async function watchPrinting(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript('window.asked = 0; window.print = () => { window.asked++ }')
  return () => page.evaluate('window.asked')
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test(
  'a payment with pictures is printed as a 付款单, followed by its pictures',
  { tag: '@all' },
  async ({ page }, testInfo) => {
    const asked = await watchPrinting(page)
    await openPayments(page, CLERK)
    await page.getByRole('button', { name: '新增付款明细' }).click()
    const form = drawer(page)
    await form.getByLabel('付款方', { exact: false }).first().fill('打印测试公司')
    await form.getByLabel('摘要').fill('打印测试')
    const line = form.getByRole('tabpanel')
    await choose(line, /科目/, '24000101')
    await line.getByLabel(/付款金额/).fill('12345.67')
    await choose(line, /付款方式/, '网银')
    await choose(line, /付款类型/, '进度款')
    const picture = await png(1200, 900, '#c88d0f')
    await line.locator('input[type=file]').setInputFiles(
      ['票 1.png', '票 2.png', '票 3.png'].map((name) => ({
        name,
        mimeType: 'image/png',
        buffer: picture,
      })),
    )
    for (const name of ['票 1.png', '票 2.png', '票 3.png'])
      await expect(line.getByRole('button', { name: `预览${name}` })).toBeVisible()
    await form.getByRole('button', { name: '确定' }).click()
    await expect(form).toBeHidden()

    await page
      .getByRole('button', { name: /^详情 FK/ })
      .first()
      .click()
    await page.getByRole('button', { name: '打印付款单' }).click()
    const question = page.getByRole('dialog', { name: '打印付款单' })
    await expect(question.getByRole('checkbox', { name: '附凭证图片' })).toBeChecked()
    await question.getByRole('button', { name: '打印' }).click()
    await expect.poll(asked).toBe(1)

    // Hidden on the screen; the only content on paper.
    const sheet = page.locator('.print-job')
    await expect(sheet).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(sheet).toBeVisible()
    await expect(page.getByRole('dialog', { name: '付款明细详情' })).toBeHidden()
    await expect(sheet.getByRole('heading', { name: '付款单' })).toBeVisible()
    await expect(sheet).toContainText('壹万贰仟叁佰肆拾伍元陆角柒分')
    await expect(sheet).toContainText('制单：沈慧')
    for (const who of ['审核', '批准', '出纳', '领款人']) await expect(sheet).toContainText(`${who}：`)
    await expect(sheet.getByRole('img')).toHaveCount(3)
    await page.emulateMedia({ media: null })
    const pdf = await page.pdf({ path: testInfo.outputPath('voucher.pdf'), preferCSSPageSize: true })
    // Three pages: the voucher, two pictures, one picture.
    expect(pagesOf(pdf)).toBe(3)
    // After printing, its content is removed from the page.
    await expect(sheet).toHaveCount(0)
    await expect(question).toBeHidden()
    await expect(page.getByRole('dialog', { name: '付款明细详情' })).toBeVisible()
  },
)

test('selected payments are printed one per page, the list with its header on every page', {
  tag: '@hard',
}, async ({ page }) => {
  const asked = await watchPrinting(page)
  await openPayments(page, CLERK)
  for (const index of [2, 3]) await page.getByRole('row').nth(index).getByRole('checkbox').check()
  await page.getByRole('button', { name: '打印付款单' }).click()
  const question = page.getByRole('dialog', { name: '打印付款单' })
  await expect(question).toContainText('共 2 张')
  await question.getByRole('button', { name: '打印' }).click()
  await expect.poll(asked).toBe(1)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2)
  await expect(page.locator('.print-job')).toHaveCount(0)

  await page.getByPlaceholder('付款编号、付款方、摘要或备注').fill('盒饭')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/keywords=/)
  await expect.poll(() => countOf(page)).toBe(120)
  const sum = await page
    .getByRole('row')
    .filter({ hasText: '筛选合计' })
    .getByText(/^[\d,]+\.\d{2}$/)
    .textContent()
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await expect.poll(asked).toBe(2)
  const sheet = page.locator('.print-job')
  await expect(sheet).toContainText('筛选：关键词 盒饭')
  await expect(sheet.locator('tbody tr')).toHaveCount(121)
  await expect(sheet).toContainText('合计 120 条')
  await expect(sheet).toContainText(sum ?? '')
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeGreaterThan(2)
  await expect(sheet).toHaveCount(0)
})

test('Ctrl+P prints all pages of any list, with all of its sums', { tag: '@hard' }, async ({ page }) => {
  const asked = await watchPrinting(page)
  await enter(page, CLERK, '/contract/index', '合同管理')
  const count = await countOf(page)
  expect(count).toBeGreaterThan(20)
  const sums = page.getByRole('row').filter({ hasText: '筛选应收合计' })
  const amounts = await sums.getByText(/^[\d,]+\.\d{2}$/).allTextContents()
  expect(amounts).toHaveLength(3)
  await page.keyboard.press('Control+p')
  await expect.poll(asked).toBe(1)
  const sheet = page.locator('.print-job')
  await expect(sheet).toContainText('合同列表')
  await expect(sheet).toContainText('项目：长河灯火')
  await expect(sheet.locator('tbody tr')).toHaveCount(count + 2)
  const total = sheet.locator('tbody tr').filter({ hasText: '应收合计' })
  for (const amount of amounts) await expect(total).toContainText(amount)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeGreaterThan(1)
  await expect(sheet).toHaveCount(0)

  // One contract: its own sheet. Under a dialog Ctrl+P is the browser's.
  await page.getByRole('link', { name: 'HT-2026-040', exact: true }).first().click()
  // The list's page is gone, and this one has its data.
  await expect(page.getByRole('heading', { name: '合同详情' })).toBeVisible()
  await expect(page.getByRole('button', { name: '打印' })).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect.poll(asked).toBe(2)
  await expect(sheet).toContainText('合同付款情况')
})
