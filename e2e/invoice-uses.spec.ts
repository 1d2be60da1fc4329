import { addInvoice, book, call, ownCompany } from './books.ts'
import { drawer } from './editor.ts'
import { choose, watchConsole } from './person.ts'
import { file, scan } from './scans.ts'
import { expect, type Page, test } from './test.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Checks an invoice by hand, which passes. */
async function pass(page: Page, project: string, code: string, total_amount: string): Promise<void> {
  const { version } = await call<{ version: number }>(page, `invoices/${code}`, project)
  const figures = { invoice_type: '32', billing_date: '2026-11-02', total_amount }
  const seller = { seller_tax_no: '91110000000000000X', seller_name: '横店某某出租汽车公司' }
  await call(page, `invoices/${code}/check`, project, { result: 1, version, ...figures, ...seller }, 'PUT')
}

test('an invoice is shared by two payments, and a line has three taxi receipts', { tag: '@all' }, async ({
  page,
}) => {
  const complaints = watchConsole(page, [/422/])
  const { project } = await ownCompany(page, '一票多用')
  const passed = async (number: string, amount: string) => {
    const code = await addInvoice(page, project, await scan(number, amount))
    await pass(page, project, code, amount)
    return code
  }
  const rent = '26112000000000900000'
  const rentCode = await passed(rent, '1000.00')
  const taxis = ['26112000000000900001', '26112000000000900002', '26112000000000900003'] as const
  for (const [at, amount] of ['30.00', '25.50', '80.00'].entries()) await passed(taxis[at] ?? '', amount)
  const invoices = [{ code: rentCode, amount: '600' }]
  const deposit = await book(page, project, '器材公司', '600', { invoices })

  // The balance gets what the deposit leaves; more is refused at its field.
  await page.goto(`/implement/cost?project=${project}&activeName=second`)
  const line = drawer(page).getByRole('tabpanel')
  const save = () => drawer(page).getByRole('button', { name: '确定' }).click()
  const amount = (at: number) => line.getByLabel(at === 0 ? '关联金额（元）' : `关联金额（第${at + 1}张）`)
  const begin = async (payer: string, paid: string) => {
    await page.getByRole('button', { name: '新增付款明细' }).first().click()
    await drawer(page).getByLabel('付款方', { exact: false }).first().fill(payer)
    await choose(line, /科目/, '24000101')
    await line.getByLabel(/付款金额/).fill(paid)
    await choose(line, /付款方式/, '网银')
    await choose(line, /付款类型/, '尾款')
  }
  await begin('器材公司', '500')
  await choose(line, '发票号码', rent)
  await expect(line.getByText('余额 400.00 元')).toBeVisible()
  await expect(line.getByText('未关联发票 100.00 元')).toBeVisible()
  await expect(amount(0)).toHaveCount(0)
  await line.getByRole('button', { name: '填写关联金额' }).click()
  await expect(amount(0)).toBeFocused()
  await expect(amount(0)).toHaveAttribute('placeholder', '400.00')
  await page.keyboard.type('=400+50')
  await save()
  await expect(amount(0)).toBeFocused()
  await expect(line.getByRole('alert')).toHaveText('发票余额只有 400.00 元')
  await amount(0).fill('400')
  await expect(line.getByRole('alert')).toHaveCount(0)
  await line.getByLabel(/付款金额/).fill('400')
  await save()
  await expect(drawer(page)).toBeHidden()

  // Three receipts, by keyboard alone: amounts that are left open follow each other.
  await begin('场务组', '100')
  await choose(line, '发票号码', taxis[0])
  for (const [at, number] of taxis.slice(1).entries()) {
    await line.getByRole('button', { name: '添加发票' }).focus()
    await page.keyboard.press('Enter')
    await expect(line.getByLabel(`发票号码（第${at + 2}张）`)).toBeFocused()
    await page.keyboard.type(number)
    await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(amount(at + 1)).toBeFocused()
  }
  await expect(amount(2)).toHaveAttribute('placeholder', '44.50')
  await expect(line.getByRole('status')).toHaveText('已关联 100.00 元')
  await amount(2).fill('40')
  await expect(line.getByRole('status')).toHaveText('已关联 95.50 元，未关联 4.50 元')
  await amount(2).fill('')
  await expect(amount(2)).toHaveAttribute('placeholder', '44.50')
  await save()
  await expect(drawer(page)).toBeHidden()
  const detail = page.getByRole('dialog', { name: '付款明细详情' })
  await row(page, '场务组').getByRole('button', { name: /^详情/ }).click()
  for (const [at, text] of ['30.00', '25.50', '44.50'].entries())
    await expect(detail).toContainText(`${taxis[at]}（${text} 元）`)
  await detail.getByRole('button', { name: '编辑' }).click()
  await expect(amount(1)).toHaveValue('25.50')
  await expect(amount(2)).toHaveValue('')
  await line.getByRole('button', { name: `移除发票 ${taxis[0]}` }).click()
  await line.getByRole('button', { name: `移除发票 ${taxis[1]}` }).click()
  await expect(line.getByText('未关联发票 20.00 元')).toBeVisible()
  await save()
  await expect(drawer(page)).toBeHidden()

  // Pictures of a line become its invoices together.
  await begin('制片组', '')
  const scans = await Promise.all(
    ['01', '02'].map((end, at) => scan(`261120000000007777${end}`, `${at + 1}0.00`)),
  )
  await line.locator('input[type=file]').setInputFiles(scans.map((one, at) => file(`票${at}.jpg`, one)))
  await line.getByRole('button', { name: '识别为发票…' }).click()
  await page.getByRole('menuitem', { name: '全部 2 张' }).click()
  await expect(page.getByText('已识别 2 张发票')).toBeVisible()
  const made = await call<{ items: { code: string; total_amount_yuan: string }[] }>(
    page,
    'invoices?keywords=7777',
    project,
  )
  for (const { code, total_amount_yuan } of made.items) await pass(page, project, code, total_amount_yuan)
  await line.getByRole('button', { name: '2 张都选为本条发票' }).click()
  await expect(line.getByText('选为本条发票')).toHaveCount(0)
  await expect(line.getByLabel(/付款金额/)).toHaveValue('30.00')
  await save()
  await expect(drawer(page)).toBeHidden()

  // What lines use of an invoice and leave of it.
  await page.goto(`/invoice/index?project=${project}&keywords=${rent}`)
  await expect(row(page, rent)).toContainText(`${deposit} 等2笔`)
  await expect(row(page, rent).getByRole('button', { name: /^作废.*已用于付款/ })).toBeVisible()
  await row(page, rent).getByRole('button', { name: /^详情/ }).click()
  const uses = page.getByRole('table', { name: '使用情况' })
  await expect(uses.getByRole('row', { name: '已用' })).toContainText('1,000.00')
  await expect(uses.getByRole('row', { name: '余额' })).toContainText('0.00')
  await expect(uses.getByRole('link')).toHaveCount(2)
  await uses.getByRole('link', { name: `查看付款 ${deposit}` }).click()
  // Until the list of payments is there, its number stands twice on the page of invoices.
  await expect(uses).toHaveCount(0)
  await expect(row(page, deposit)).toContainText('600.00')
  await expect(page.getByText('共 1 条').first()).toBeVisible()
  expect(complaints).toEqual([])
})
