import { readFile } from 'node:fs/promises'
import { today } from '@pianzhang/contract/calendar'
import { readXlsx } from 'hucre/xlsx'
import { call, ownCompany } from './books.ts'
import { choose, watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

const RENT = '24000101'
// The running month, whose remittance is asked for twice.
const DAY = today(new Date())
const MONTH = DAY.slice(0, 7)
const ID_NUMBER = '11010519490307001X'
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const calculator = (page: Page) => page.getByRole('region', { name: '税前税后计算' })

/** A project of a company with fees, with a person to pay. */
async function crew(page: Page) {
  const { project } = await ownCompany(page, '劳务试账', ['payee', 'labor_tax'])
  const person = { name: '周砚秋', kind: '0', id_type: '1', id_number: ID_NUMBER }
  const { code } = await call<{ code: string }>(page, 'payees', project, person)
  return { project, payee: code }
}

test('a net fee is computed and paid, and its tax is due', { tag: '@short' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await crew(page)
  await page.goto(`/tax/labor?project=${project}&month=2026-11`)
  const panel = calculator(page)
  await panel.getByLabel('付款日期').fill('2026-11-05')
  await page.keyboard.press('Tab')
  await panel.getByRole('button', { name: '税后 → 税前' }).click()
  await panel.getByLabel('税后金额（元）').fill('=10000*3')
  await panel.getByRole('button', { name: '选择处理方式' }).click()
  const setting = page.getByRole('dialog', { name: '劳务费增值税设置' })
  await choose(setting, '增值税处理方式', '代开发票')
  await setting.getByRole('button', { name: '确定' }).click()
  await choose(panel, /收款人/, '周砚秋')
  await panel.getByLabel('发票增值税（元）').fill('368.42')
  const working = panel.getByRole('region', { name: '计算过程' })
  await expect(working.getByRole('listitem').nth(1)).toContainText('(30,000.00 − 2,000.00) ÷ 0.76')
  await panel.getByRole('button', { name: '计税并登记付款' }).click()
  const pay = page.getByRole('dialog', { name: '计税并登记付款' })
  await expect(pay).toContainText('向 周砚秋 付款 30,368.42 元')
  await choose(pay, '科目', RENT)
  await choose(pay, '付款方式', '银行转账')
  await choose(pay, '付款类型', '尾款')
  await pay.getByRole('button', { name: '确定' }).click()
  await expect(pay).toBeHidden()
  await page.reload()
  await expect(row(page, '周砚秋')).toContainText('36,842.10')
  await expect(row(page, '周砚秋')).toContainText('6,842.10')

  await page.getByRole('tab', { name: '应缴税款' }).click()
  await expect(row(page, '2026-11')).toContainText('6,842.10')
  expect(complaints).toEqual([])
})

test('from a net fee to its payment, the tax file and the remittance', { tag: '@all' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await crew(page)
  await page.goto(`/tax/labor?project=${project}&month=${MONTH}`)
  await expect(page).toHaveTitle('劳务个税 - 劳务试账 - 片账')
  const panel = calculator(page)
  const result = panel.getByRole('region', { name: '计算结果' })

  // Before anybody is named; VAT must be chosen first, once.
  await panel.getByLabel('付款日期').fill(DAY)
  await page.keyboard.press('Tab')
  await panel.getByRole('button', { name: '税后 → 税前' }).click()
  await panel.getByLabel('税后金额（元）').fill('=10000*3')
  await expect(panel).toContainText('2026-11-01 起向个人支付劳务费须代扣增值税')
  await panel.getByRole('button', { name: '选择处理方式' }).click()
  const setting = page.getByRole('dialog', { name: '劳务费增值税设置' })
  await choose(setting, '增值税处理方式', '代开发票')
  await setting.getByRole('button', { name: '确定' }).click()
  await expect(setting).toBeHidden()
  await expect(result).toContainText('36,842.10')
  await expect(result).toContainText('叁万陆仟捌佰肆拾贰元壹角')

  // With its payment: the working is the server's, line by line.
  await choose(panel, /收款人/, '周砚秋')
  const working = panel.getByRole('region', { name: '计算过程' })
  await expect(working).toContainText(`居民 · ${MONTH} 本项目首笔，当月已扣 0.00`)
  await expect(working.getByRole('listitem').nth(1)).toContainText('(30,000.00 − 2,000.00) ÷ 0.76')
  await panel.getByRole('button', { name: '计税并登记付款' }).click()
  const pay = page.getByRole('dialog', { name: '计税并登记付款' })
  await expect(pay).toContainText('向 周砚秋 付款 30,000.00 元')
  await choose(pay, '科目', RENT)
  await choose(pay, '付款方式', '银行转账')
  await pay.getByRole('combobox', { name: '付款类型' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await pay.getByRole('button', { name: '确定' }).click()
  await expect(pay).toBeHidden()
  await expect(panel.getByLabel('税后金额（元）')).toHaveValue('')
  await expect(row(page, '周砚秋')).toContainText('36,842.10')
  await expect(row(page, '周砚秋')).toContainText('6,842.10')

  // A second fee of the month is taxed with the first, and locks it.
  await choose(panel, /收款人/, '周砚秋')
  await panel.getByRole('button', { name: '税前 → 税后' }).click()
  await panel.getByLabel('税前金额（元）').fill('1000')
  await expect(working).toContainText('本项目第 2 笔，当月已扣 6,842.10')
  await panel.getByRole('button', { name: '保存', exact: true }).click()
  await expect(row(page, '周砚秋')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^已锁定：该收款人当月后面还有记录/ })).toBeVisible()
  await row(page, '税前')
    .filter({ hasText: '周砚秋' })
    .getByRole('button', { name: /^更多操作/ })
    .click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
  await panel.getByLabel('税前金额（元）').fill('2000')
  await panel.getByRole('button', { name: '保存', exact: true }).click()
  await expect(row(page, /^合计/)).toContainText('38,842.10')

  // The month by person, and the file for the tax authority.
  await page.getByRole('tab', { name: '当月汇总' }).click()
  await expect(row(page, '周砚秋')).toHaveCount(1)
  await expect(row(page, '周砚秋')).toContainText('38,842.10')
  await page.evaluate('window.print = () => {}')
  await page.getByRole('button', { name: '打印 周砚秋' }).click()
  const paper = page.locator('.print-job')
  await expect(paper).toContainText('劳务报酬个税单')
  await expect(paper.locator('tr')).toHaveCount(4)
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
  await expect(paper).toHaveCount(0)
  await page.getByRole('button', { name: '导出申报表' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: '劳务报酬申报表' }).click()
  const { sheets } = await readXlsx(await readFile(await (await download).path()))
  expect(sheets[0]?.rows?.[1]?.slice(1, 6)).toEqual([
    ...['周砚秋', '居民身份证', ID_NUMBER, '一般劳务报酬所得', 38_842.1],
  ])

  // What is due is remitted; then the month is closed.
  await page.getByRole('tab', { name: '应缴税款' }).click()
  await row(page, MONTH).getByRole('button', { name: /^缴税/ }).click()
  const remit = page.getByRole('dialog', { name: `缴纳 ${MONTH} 税款` })
  await expect(remit.getByRole('row')).toHaveCount(3)
  await choose(remit, '付款方式', '银行转账')
  await choose(remit, '付款类型', '税费')
  await choose(remit, '未登记付款的劳务的科目', RENT)
  await remit.getByRole('button', { name: '登记付款', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `${MONTH} 尚未结束，现在缴税？` })).toContainText(
    '当月不能再登记',
  )
  await page.getByRole('button', { name: '仍然保存' }).click()
  await expect(remit).toBeHidden()
  await expect(row(page, MONTH).getByRole('link')).toBeVisible()
  await expect(row(page, MONTH).getByRole('button', { name: /^缴税/ })).toBeHidden()
  await row(page, MONTH).getByRole('button', { name: MONTH, exact: true }).click()
  await page.getByRole('tab', { name: '劳务计税' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^已锁定：${MONTH} 的税款已缴纳`) })).toHaveCount(
    2,
  )
  expect(complaints).toEqual([])
})

test('the remark of a fee that a colleague corrects meanwhile keeps the corrected amount', {
  tag: '@all',
}, async ({ page }) => {
  const { project, payee } = await crew(page)
  const fee = { payee_code: payee, pay_at: '2026-10-21', kind: 'labor', basis: 'gross', amount: '10000' }
  const { code } = await call<{ code: string }>(page, 'labor_tax', project, fee)
  await page.goto(`/tax/labor?project=${project}&month=2026-10`)
  await row(page, '周砚秋')
    .getByRole('button', { name: /^更多操作/ })
    .click()
  await page.getByRole('menuitem', { name: '付款与备注' }).click()
  const dialog = page.getByRole('dialog', { name: '付款与备注' })
  await dialog.getByLabel('备注').fill('副导演')
  await call(page, `labor_tax/${code}`, project, { ...fee, amount: '12000' }, 'PUT')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toContainText('同事已修改该记录')
  await expect(dialog).toContainText('实发 10,080.00 元')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, '周砚秋')).toContainText('12,000.00')
  const { items } = await call<{ items: { gross_yuan: string; remark: string }[] }>(
    page,
    'labor_tax?month=2026-10',
    project,
  )
  expect(items).toMatchObject([{ gross_yuan: '12000.00', remark: '副导演' }])

  // On a small screen the amounts of the list are seen, too.
  await page.setViewportSize({ width: 1024, height: 768 })
  await row(page, '周砚秋').scrollIntoViewIfNeeded()
  await expect(row(page, '周砚秋').getByText('10,080.00')).toBeInViewport()
})
