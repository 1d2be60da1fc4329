import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { eInvoice } from '../packages/einvoice/test/originals.ts'
import { book, call, ownCompany } from './books.ts'
import { watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

/** What the electronic original says. */
const SELLER = '示例器材（广州）有限公司'
const HOTEL = '某某酒店'
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const group = (page: Page, payer: string) =>
  page.getByRole('button', { name: new RegExp(`^${payer} \\d+ 笔`) })

test('a line that lacks an invoice gets it, and leaves the list', { tag: '@short' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '欠票试账', ['missing_invoice'])
  await book(page, project, SELLER, '2.12', { voucher_category: '5' })
  const hotel = await book(page, project, HOTEL, '300', { voucher_category: '6' })
  await page.goto(`/invoice/missing?project=${project}`)
  await expect(page.getByRole('link', { name: /^欠票 ?2$/ })).toBeVisible()
  const sums = page.getByRole('region', { name: '欠票合计' })
  await expect(sums).toContainText('302.12')
  await group(page, HOTEL).click()
  await expect(row(page, hotel)).toContainText('未关联发票')
  await page.getByLabel(`选择 ${SELLER} 的全部`).click()
  await page.getByRole('button', { name: '批量补票' }).click()
  // The original is read, checked, and goes to the line of its seller that lacks just its amount.
  const fill = page.getByRole('dialog', { name: '补票' })
  await fill
    .locator('input[type=file]')
    .setInputFiles([{ name: '电子发票.xml', mimeType: 'text/xml', buffer: Buffer.from(eInvoice()) }])
  await fill.getByRole('button', { name: '查验 电子发票.xml' }).click()
  const check = page.getByRole('dialog', { name: '发票查验' })
  await check.getByText('人工核验').click()
  await check.getByLabel('通过', { exact: true }).check()
  await check.getByRole('button', { name: '确定' }).click()
  await expect(check).toBeHidden()
  await expect(fill).toContainText('将补票 1 条，共 2.12 元')
  await fill.getByRole('button', { name: '补票', exact: true }).click()
  await expect(fill).toBeHidden()
  await expect(sums).toContainText('300.00')
  await expect(group(page, SELLER)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^欠票 ?1$/ })).toBeVisible()

  // For the other one no invoice will come.
  await page.getByLabel(`选择 ${HOTEL} 的全部`).click()
  await page.getByRole('button', { name: '无需发票', exact: true }).click()
  const mark = page.getByRole('dialog', { name: '无需发票' })
  await expect(mark).toContainText(`${HOTEL}，欠票 300.00 元`)
  await mark.getByLabel('原因').fill('境外付款')
  await mark.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有欠票：')).toBeVisible()
  expect(complaints).toEqual([])
})

test('from lines without an invoice to a message, to the invoice, and to a type that needs none', {
  tag: '@all',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '欠票试账', ['missing_invoice'])
  await book(page, project, SELLER, '2.12', { voucher_category: '5' })
  const hotel = await book(page, project, HOTEL, '300', { voucher_category: '6' })
  await book(page, project, HOTEL, '40.50')
  await page.goto(`/invoice/missing?project=${project}`)
  await expect(page).toHaveTitle('欠票 - 欠票试账 - 片账')
  await expect(page.getByRole('link', { name: /^欠票 ?3$/ })).toBeVisible()
  const sums = page.getByRole('region', { name: '欠票合计' })
  await expect(sums).toContainText('342.62')
  await expect(sums).toContainText('叁佰肆拾贰元陆角贰分')

  // Whom invoices are made out to is part of the message to a payer.
  await page.getByRole('button', { name: '开票信息' }).click()
  const title = page.getByRole('dialog', { name: '开票信息' })
  await title.getByLabel('抬头').fill('试账影业有限公司')
  await title.getByLabel('税号').fill('91110105')
  await title.getByRole('button', { name: '确定' }).click()
  await expect(title.getByText('税号应为15至20位数字或字母')).toBeVisible()
  await title.getByLabel('税号').fill('9111 0105 ma00 0000 0x')
  await title.getByRole('button', { name: '确定' }).click()
  await expect(title).toBeHidden()
  // Where the room is short the text gives way, not the buttons.
  const size = page.viewportSize()
  if (size) await page.setViewportSize({ width: size.width, height: 280 })
  await page.getByRole('button', { name: `复制催票信息 ${HOTEL}` }).click()
  const message = page.getByRole('region', { name: `催票信息 ${HOTEL}` })
  await expect(message).toContainText('税号：91110105MA0000000X')
  await expect(message.getByRole('button', { name: '复制', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(message.getByRole('button', { name: '关闭' })).toBeInViewport({ ratio: 1 })
  if (size) await page.setViewportSize(size)
  await message.getByRole('button', { name: '复制', exact: true }).click()
  await expect(message).toBeHidden()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  expect(copied).toContain(`${HOTEL}：\n《欠票试账》剧组以下付款尚未收到合格发票，请补开：`)
  expect(copied).toContain('2026-11-21  300.00 元')
  expect(copied).toContain('合计  340.50 元\n抬头：试账影业有限公司')

  // An opened payer shows its lines; its checkbox selects them.
  await group(page, HOTEL).click()
  await expect(row(page, hotel)).toContainText('未关联发票')
  await expect(row(page, /^FK.*未填凭证类型/)).toHaveCount(1)
  await page.getByLabel(`选择 ${SELLER} 的全部`).click()
  await expect(page.getByText('已选 1 条，合计 2.12 元')).toBeVisible()
  await page.getByLabel(`选择 ${HOTEL} 的全部`).click()
  await page.getByRole('button', { name: '批量补票' }).click()

  // The original is read, checked, and goes to the line of its seller that lacks just its amount.
  const fill = page.getByRole('dialog', { name: '批量补票' })
  await expect(fill).toContainText('已选 3 条，欠票 342.62 元')
  await fill
    .locator('input[type=file]')
    .setInputFiles([{ name: '电子发票.xml', mimeType: 'text/xml', buffer: Buffer.from(eInvoice()) }])
  await fill.getByRole('button', { name: '查验 电子发票.xml' }).click()
  const check = page.getByRole('dialog', { name: '发票查验' })
  await check.getByText('人工核验').click()
  await check.getByLabel('通过', { exact: true }).check()
  await check.getByRole('button', { name: '确定' }).click()
  await expect(check).toBeHidden()
  const offer = fill.getByRole('list', { name: '发票', exact: true }).getByRole('listitem').first()
  await expect(offer).toContainText('已匹配')
  await expect(offer.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(offer.getByRole('list').first()).toHaveAccessibleName(/的所选$/)
  await expect(fill).toContainText('将补票 1 条，共 2.12 元；所选还有 2 条没有发票')
  await fill.getByRole('button', { name: '补票', exact: true }).click()
  await expect(fill).toBeHidden()
  await expect(page.getByText('已补票 1 条，共 2.12 元')).toBeVisible()
  await expect(group(page, SELLER)).toHaveCount(0)
  await expect(sums).toContainText('340.50')
  await expect(page.getByRole('link', { name: /^欠票 ?2$/ })).toBeVisible()

  // By age, and as a spreadsheet.
  await page.getByRole('tab', { name: '按账龄' }).click()
  await expect(row(page, hotel)).toContainText('300.00')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const { sheets } = await readXlsx(await readFile(await (await download).path()))
  expect(sheets[0]?.rows?.map((cells) => cells[8])).toEqual(['欠票金额（元）', 40.5, 300, 340.5])

  // A type that needs no invoice leaves the list.
  await page.goto(`/setting/PayType?project=${project}`)
  const types = await call<{ items: { value: string; label: string }[] }>(
    page,
    'selects/pay_categories',
    project,
  )
  const used = types.items.find(({ value }) => /^\d+$/.test(value))?.label
  await expect(row(page, new RegExp(`^${used}`)).first()).toContainText('需要')
  await row(page, new RegExp(`^${used}`))
    .first()
    .getByRole('button', { name: /^修改/ })
    .click()
  const edit = page.getByRole('dialog', { name: '修改付款类型' })
  await edit.getByRole('combobox', { name: '发票' }).click()
  await page.getByTitle('不需要，不计入欠票').click()
  await edit.getByRole('button', { name: '确定' }).click()
  await expect(edit).toBeHidden()
  await page.goto(`/invoice/missing?project=${project}`)
  await expect(page.getByText('没有欠票')).toBeVisible()
  expect(complaints).toEqual([])
})
