import { readFile } from 'node:fs/promises'
import { ownCompany } from './books.ts'
import { choose, countOf, watchConsole } from './person.ts'
import { png } from './png.ts'
import { figures, panel, showTable, tab } from './statistics.ts'
import { expect, type Page, test } from './test.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const form = (page: Page) => dialog(page, /^(新增|编辑)备用金明细$/)
const rows = (page: Page) => page.getByRole('row').filter({ hasText: 'BYJ' })
const total = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').first()

async function setTotal(page: Page): Promise<void> {
  await page.getByRole('button', { name: '设置备用金' }).click()
  const box = dialog(page, '设置备用金')
  const number = box.getByRole('status', { name: '数字验证码' })
  const [amount, retyped] = [box.getByLabel('备用金金额（元）'), box.getByLabel('确认验证码')]
  // Digits and one point with two decimals stay, behind the minus.
  await amount.pressSequentially('-1a2.3.456')
  await expect(amount).toHaveValue('-12.34')
  await expect(box.getByRole('status', { name: '大写金额' })).toHaveText('负壹拾贰元叁角肆分')
  await amount.fill('0.00')
  await amount.blur()
  await expect(amount).toHaveValue('')
  await amount.fill('50000')
  const first = await number.textContent()
  await retyped.fill(first === '9998' ? '1000' : '9998')
  await box.getByRole('button', { name: '确定' }).click()
  await expect(box.getByText('两个数字验证码必须一致')).toBeVisible()
  await expect(number).not.toHaveText(first ?? '')
  await expect(number).toHaveText(/^[1-9]\d{3}$/)
  await retyped.fill((await number.textContent()) ?? '')
  await box.getByRole('button', { name: '确定' }).click()
  await expect(box).toBeHidden()
  await expect(total(page, '备用金总额')).toHaveText('50,000.00')
}

async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新增备用金明细' }).first().click()
  await form(page).getByLabel('付款金额（元）').fill('=1000+60.5')
  await form(page).getByLabel('付款方', { exact: true }).fill('李道具')
  const field = (name: string) => form(page).getByRole('combobox', { name })
  const value = (name: string) =>
    form(page)
      .locator('.ant-select')
      .filter({ has: page.getByRole('combobox', { name }) })
  const { keyboard } = page
  await field('科目').click()
  await keyboard.type('10000101')
  await keyboard.press('Tab')
  await keyboard.type('现')
  await expect(value('科目')).toContainText('编剧稿费')
  await keyboard.press('Tab')
  await expect(value('付款方式')).toContainText('现金')
  // An open list in which nobody has typed chooses nothing, forwards or backwards.
  await field('凭证类型').click()
  await keyboard.press('Tab')
  await expect(field('票面税率')).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(value('凭证类型')).toContainText('请选择凭证类型')
  await keyboard.type('收据')
  await keyboard.press('Shift+Tab')
  await expect(field('付款方式')).toBeFocused()
  await expect(value('凭证类型')).toContainText('请选择凭证类型')
  await keyboard.press('ArrowDown')
  await keyboard.press('Tab')
  await keyboard.type('增值税专用发票')
  await keyboard.press('Tab')
  await keyboard.type('13')
  await keyboard.press('Tab')
  await expect(field('合同编号')).toBeFocused()
  await field('票面税率').fill('一成三')
  await expect(field('票面税率')).toHaveAttribute('aria-invalid', 'true')
  await expect(field('票面税率')).toHaveAttribute('aria-describedby', /help/)
  await field('票面税率').fill('13')
  await field('票面税率').blur()
  for (const [name, text] of Object.entries({ 付款方式: '现金', 凭证类型: '增值税专用发票' }))
    await expect(value(name)).toContainText(text)
  await expect(field('票面税率')).toHaveValue('13%')
  await choose(form(page), '付款方式', '微信')
  await choose(form(page), '科目', '器材')
  await form(page).getByLabel('摘要').fill('道具木料')
  const buffer = await png(400, 300, '#0b6470')
  await form(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '发票.png', mimeType: 'image/png', buffer })
  await expect(form(page).getByRole('button', { name: '预览发票.png' })).toBeVisible()
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
}

/** What an export wrote is imported again, without its pictures. */
async function importAgain(page: Page): Promise<void> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const buffer = await readFile(await (await download).path())
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = dialog(page, '批量新增备用金明细')
  await expect(box.getByText('数据量较大时耗时较长，请耐心等待。')).toBeVisible()
  await box.locator('input[type=file]').setInputFiles({ name: '备用金.xlsx', mimeType: XLSX, buffer })
  await expect(box.getByText('检查通过')).toBeVisible()
  await box.getByRole('button', { name: '仍要导入' }).click()
  await expect(page.getByText('批量新增请求成功')).toBeVisible()
  await box.getByRole('button', { name: '查看本次新增的备用金明细' }).click()
  await expect(page).toHaveURL(/import_code=/)
  await expect.poll(() => countOf(page)).toBe(1)
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect.poll(() => countOf(page)).toBe(2)
}

test('petty cash is set, recorded and written off as a payment', { tag: '@short' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '备用金试账')
  await page.goto(`/implement/cash?project=${project}&activeName=s`)
  await page.getByRole('button', { name: '设置备用金' }).click()
  const box = dialog(page, '设置备用金')
  await box.getByLabel('备用金金额（元）').fill('50000')
  await box
    .getByLabel('确认验证码')
    .fill((await box.getByRole('status', { name: '数字验证码' }).textContent()) ?? '')
  await box.getByRole('button', { name: '确定' }).click()
  await expect(box).toBeHidden()
  await expect(total(page, '备用金总额')).toHaveText('50,000.00')

  await tab(page, '明细').click()
  await page.getByRole('button', { name: '新增备用金明细' }).first().click()
  await form(page).getByLabel('付款金额（元）').fill('=1000+0.5')
  await form(page).getByLabel('付款方', { exact: true }).fill('李道具')
  await choose(form(page), '科目', '10000101')
  await choose(form(page), '付款方式', '现金')
  await choose(form(page), '凭证类型', '增值税专用发票')
  await form(page).getByRole('combobox', { name: '票面税率' }).fill('13')
  await page.keyboard.press('Tab')
  const buffer = await png(400, 300, '#0b6470')
  await form(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '发票.png', mimeType: 'image/png', buffer })
  await expect(form(page).getByRole('button', { name: '预览发票.png' })).toBeVisible()
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
  await page.getByRole('button', { name: '核销', exact: true }).click()
  const question = dialog(page, '确定核销？')
  await expect(question).toContainText('可核销 1 条，合计 1,000.50 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(question).toBeHidden()
  await expect(rows(page)).toContainText(['李道具'])
  await rows(page)
    .getByRole('link', { name: /查看付款/ })
    .click()
  await expect(page.getByRole('row').filter({ hasText: '筛选合计' })).toContainText('1,000.50')
  expect(complaints).toEqual([])
})

test('petty cash is set, recorded, imported and written off, and the payments have the same sums', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '备用金试账')
  await page.goto(`/implement/cash?project=${project}`)
  // Nothing to show in statistics yet.
  await expect(page).toHaveURL(/activeName=d/)
  await tab(page, '统计').click()
  await expect(page).toHaveURL(/activeName=s/)
  await expect(page.getByText('暂无科目数据')).toBeVisible()
  await setTotal(page)
  await tab(page, '明细').click()
  await add(page)
  await importAgain(page)
  await expect(page.getByRole('row').filter({ hasText: '已用备用金合计' })).toContainText('2,121.00')
  await expect(rows(page).filter({ hasText: '缺凭证图片' })).toHaveCount(1)

  await page.getByRole('button', { name: '简洁' }).click()
  await expect(page.getByRole('columnheader', { name: '凭证图片' })).toBeHidden()
  await page.getByRole('button', { name: '完整' }).click()
  await expect(page.getByRole('columnheader', { name: '凭证图片' })).toBeVisible()

  // What lacks something is a link away from the question.
  await page.getByRole('button', { name: '核销', exact: true }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('核销要求凭证类型、票面税率、凭证图片均不为空')
  await page.getByRole('button', { name: '核销', exact: true }).click()
  const question = dialog(page, '确定核销？')
  await expect(question).toContainText('可核销 1 条，合计 1,060.50 元。未满足条件 1 条：缺凭证图片 1')
  await question.getByRole('button', { name: '查看未满足条件的明细' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/lacking=1/)
  await expect.poll(() => countOf(page)).toBe(1)
  // The sum of some is not what was used in all.
  await expect(page.getByRole('row').filter({ hasText: '筛选合计' })).toContainText('1,060.50')
  await expect(page.getByText('已用备用金合计')).toHaveCount(0)
  await page.getByRole('button', { name: '清除筛选' }).click()
  await page.getByRole('button', { name: '核销', exact: true }).click()
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已核销 1 条，合计 1,060.50 元；未满足条件 1 条')).toBeVisible()
  await expect(question).toBeHidden()
  const settled = rows(page).filter({ hasText: '已核销' })
  await expect(settled.getByRole('button', { name: /^编辑/ })).toHaveAttribute('aria-disabled', 'true')
  // The reason is for the keyboard too.
  await settled.getByRole('button', { name: /^删除/ }).focus()
  await expect(page.getByRole('tooltip')).toContainText('核销，不能编辑或删除')
  await page.getByRole('button', { name: '核销记录' }).click()
  const history = dialog(page, '核销记录').getByRole('row').last()
  await expect(history).toContainText(/2\s*1\s*1,060\.50/)
  await page.keyboard.press('Escape')
  await expect(dialog(page, '核销记录')).toBeHidden()

  // Set − spent is not changed by a write-off.
  await tab(page, '统计').click()
  await expect(total(page, '备用金余额')).toHaveText('47,879.00')
  await expect(page.getByText('点击图表可查看下级科目明细')).toBeVisible()
  expect(await page.evaluate("localStorage.getItem('chart_tips_imprest')")).toBe('1')
  const kinds = await figures(await showTable(page, '凭证类型支出'))
  expect(kinds.map(({ name }) => name)).toEqual(['增值税专用发票', '合计'])
  await expect(panel(page, '付款方支出').getByRole('img')).toHaveAttribute(
    'aria-label',
    /李道具 2,121\.00 元/,
  )
  await tab(page, '明细').click()

  await settled.getByRole('link', { name: /查看付款/ }).click()
  await expect(page.getByRole('heading', { name: '付款', exact: true, level: 1 })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '筛选合计' })).toContainText('1,060.50')
  await tab(page, '统计').click()
  await expect(page.getByRole('button', { name: /^总支出金额/ })).toHaveText('1,060.50')
  // What was written off is a payment, the rest still petty cash.
  await page.goto(`/general/index?project=${project}`)
  await expect(
    page.getByRole('article', { name: '费用对比', exact: true }).getByRole('button', {
      name: '付款及备用金 2,121，2,121.00 元，付款 1,060.50 元，未核销备用金 1,060.50 元',
    }),
  ).toBeVisible()
  await page.goto(`/implement/cost?project=${project}&activeName=first`)
  const types = await showTable(page, '付款类型支出')
  await types.getByRole('button', { name: '备用金核销' }).click()
  await expect(page).toHaveURL(/pay_categories=imprest/)
  const payment = page.getByRole('row').filter({ hasText: 'FK' })
  await payment.getByRole('button', { name: /^详情/ }).click()
  const detail = dialog(page, /付款明细详情/)
  await expect(detail.getByRole('note')).toContainText(/由备用金明细 BYJ\d+ 核销生成，不能编辑/)
  await expect(detail.getByRole('button', { name: '编辑' })).toBeHidden()
  const back = await detail.getByRole('link', { name: /^BYJ/ }).getAttribute('href')
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await payment.getByRole('button', { name: /^删除/ }).click()
  await expect(dialog(page, '确定删除该条记录？')).toContainText('删除后将撤销核销')
  await dialog(page, '确定删除该条记录？').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  // The detail that it was posted for is open again.
  await page.goto(back ?? '')
  await expect.poll(() => countOf(page)).toBe(1)
  await expect(rows(page)).toContainText('未核销')
})
