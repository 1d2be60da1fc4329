import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { eInvoice } from '../packages/einvoice/test/originals.ts'
import { formRuns } from '../packages/einvoice/test/pdf/form.ts'
import { makePdf } from '../packages/einvoice/test/pdf/make-pdf.ts'
import { ownCompany } from './books.ts'
import { drawer } from './editor.ts'
import { choose, watchConsole } from './person.ts'
import { file, scan } from './scans.ts'
import { expect, type Page, test } from './test.ts'

const NUMBER = '26112000000000123456'
const upload = (page: Page) => page.getByRole('dialog', { name: '上传发票' })
const check = (page: Page) => page.getByRole('dialog', { name: '发票查验' })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

const INVOICE = await scan(NUMBER)
const OTHER = await scan('26112000000000654321')
const BLANK = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fff' } })
  .jpeg()
  .toBuffer()

/** Uploads pictures and waits for what became of them. */
async function add(page: Page, ...files: ReturnType<typeof file>[]) {
  await page.getByRole('button', { name: '上传发票' }).first().click()
  await upload(page).locator('input[type=file]').setInputFiles(files)
  await expect(upload(page).getByText('已上传')).toHaveCount(files.length)
  await upload(page).getByRole('button', { name: '确定' }).click()
  return upload(page).getByRole('list', { name: '上传结果' }).getByRole('listitem')
}

test('an invoice is uploaded, read and checked; a duplicate and an invalid one are refused', {
  tag: '@short',
}, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '发票试账')
  await page.goto(`/invoice/index?project=${project}`)
  const results = await add(page, file('器材费.jpg', INVOICE), file('手撕票.jpg', BLANK))
  await expect(results.nth(0)).toContainText(NUMBER)
  await expect(results.nth(0)).toContainText('1,234.50 元')
  await expect(results.nth(1)).toContainText('待查验')
  await upload(page).getByRole('button', { name: '完成' }).click()
  const again = await add(page, file('再传一次.jpg', INVOICE))
  await expect(again).toContainText('查验失败')
  await expect(again).toContainText('重复')
  await upload(page).getByRole('button', { name: '完成' }).click()

  // 真伪查验: the fields are filled in from the QR code. 人工核验 of the picture without one.
  await row(page, '1,234.50').filter({ hasText: '待查验' }).getByRole('button', { name: /^查验/ }).click()
  await expect(check(page).getByLabel('发票号码')).toHaveValue(NUMBER)
  await check(page).getByRole('button', { name: '查验', exact: true }).click()
  await expect(check(page).getByRole('alert')).toContainText('查验通过')
  await check(page).getByRole('button', { name: '关闭', exact: true }).last().click()
  await page.getByRole('button', { name: '查验 手撕票.jpg' }).click()
  await check(page).getByText('人工核验').click()
  await check(page).getByLabel('不通过', { exact: true }).check()
  await check(page).getByLabel('失败原因').fill('没有发票专用章')
  await check(page).getByRole('button', { name: '确定' }).click()
  await expect(check(page)).toBeHidden()
  await page.reload()
  await expect(row(page, NUMBER).filter({ hasText: '查验通过' })).toContainText('1,234.50')
  await expect(row(page, '没有发票专用章')).toContainText('查验失败')
  expect(complaints).toEqual([])
})

test('a PDF with two invoices makes two, each with its page', { tag: '@all' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '合并打印')
  await page.goto(`/invoice/index?project=${project}`)
  const numbers = ['26427000000241649001', '26427000000241649002'] as const
  const pdf = makePdf({ pages: numbers.map((number) => ({ runs: formRuns({ number }) })) })
  const results = await add(page, { name: '两张.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(results).toHaveCount(2)
  for (const [at, number] of numbers.entries()) {
    await expect(results.nth(at)).toContainText(`第${at + 1}页`)
    await expect(results.nth(at)).toContainText(number)
  }
  await expect(upload(page).getByText('共 2 张发票')).toBeVisible()
  await upload(page).getByRole('button', { name: '查验 两张.pdf第2页' }).click()
  await expect(check(page).getByLabel('发票号码')).toHaveValue(numbers[1])
  await page.keyboard.press('Escape')
  await upload(page).getByRole('button', { name: '完成' }).click()
  await row(page, numbers[1]).getByRole('button', { name: /^详情/ }).click()
  const detail = page.getByRole('dialog', { name: '发票详情' })
  await expect(detail).toContainText('PDF · 第2页')
  await expect(detail.getByRole('link', { name: '打开两张.pdf' })).toHaveAttribute('href', /#page=2$/)
  expect(complaints).toEqual([])
})

test('an invoice is uploaded, read, checked, used by a payment; a duplicate and an invalid one are refused', {
  tag: '@all',
}, async ({ page }) => {
  const complaints = watchConsole(page, [/422/])
  const { project } = await ownCompany(page, '发票试账')
  await page.goto(`/invoice/index?project=${project}`)
  await expect(page.getByText('暂无数据')).toBeVisible()

  await page.getByRole('button', { name: '上传发票' }).first().click()
  await upload(page).getByRole('button', { name: '确定' }).click()
  await expect(upload(page).getByText('请上传发票文件')).toBeVisible()
  await page.keyboard.press('Escape')
  const results = await add(
    page,
    file('器材费.jpg', INVOICE),
    file('手撕票.jpg', BLANK),
    file('电子发票.xml', Buffer.from(eInvoice())),
  )
  await expect(results.nth(0)).toContainText(NUMBER)
  await expect(results.nth(0)).toContainText('数电票(普通)')
  await expect(results.nth(0)).toContainText('1,234.50 元')
  await expect(results.nth(1)).toContainText('待查验')
  await expect(results.nth(2)).toContainText('示例器材（广州）有限公司')
  await upload(page).getByRole('button', { name: '完成' }).click()

  // The same invoice on another picture.
  const again = await add(page, file('再传一次.jpg', INVOICE))
  await expect(again).toContainText('查验失败')
  await expect(again).toContainText('重复')
  // The link opens the other invoice's details over the upload's results; Back closes the details, also on the tab's first history entry.
  const detail = page.getByRole('dialog', { name: '发票详情' })
  await upload(page)
    .getByRole('link', { name: /查看重复的发票/ })
    .click()
  await expect(detail).toContainText(NUMBER)
  await expect(detail.getByRole('button', { name: '查验' })).toHaveCount(0)
  await page.goBack()
  await expect(detail).toBeHidden()
  await expect(again).toContainText('再传一次.jpg')
  await upload(page).getByRole('button', { name: '查验 再传一次.jpg' }).click()
  await check(page).getByRole('button', { name: '查验', exact: true }).click()
  await expect(check(page).getByText('该发票与本项目中已有的发票重复')).toBeVisible()
  await check(page).getByLabel('销售方名称').fill('写到一半')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(check(page)).toBeHidden()
  await upload(page).getByRole('button', { name: '完成' }).click()

  // 真伪查验: the fields are filled in from the QR code.
  await page.reload()
  await row(page, '1,234.50').filter({ hasText: '待查验' }).getByRole('button', { name: /^查验/ }).click()
  await expect(check(page).getByLabel('发票号码')).toHaveValue(NUMBER)
  await expect(check(page).getByLabel('价税合计（元）')).toHaveValue('1,234.50')
  await check(page).getByLabel('发票号码').fill('123')
  await check(page).getByRole('button', { name: '查验', exact: true }).click()
  await expect(check(page).getByText('数电票的发票号码为20位数字')).toBeVisible()
  await check(page).getByLabel('发票号码').fill(NUMBER)
  await check(page).getByRole('button', { name: '查验', exact: true }).click()
  await expect(check(page).getByRole('alert')).toContainText('查验通过')
  await check(page).getByRole('button', { name: '关闭', exact: true }).last().click()

  // 人工核验 of the picture without a QR code.
  await page.getByRole('button', { name: '查验 手撕票.jpg' }).click()
  await check(page).getByText('人工核验').click()
  await check(page).getByLabel('不通过', { exact: true }).check()
  await check(page).getByRole('button', { name: '确定' }).click()
  await expect(check(page).getByText('请输入失败原因').last()).toBeVisible()
  await check(page).getByLabel('失败原因').fill('没有发票专用章')
  await check(page).getByRole('button', { name: '确定' }).click()
  await expect(check(page)).toBeHidden()
  await expect(row(page, '没有发票专用章')).toContainText('查验失败')
  // Who checks it again is told why it failed.
  await row(page, '没有发票专用章').getByRole('button', { name: /^查验/ }).click()
  await expect(check(page).getByRole('alert')).toContainText('查验失败：没有发票专用章')
  await page.keyboard.press('Escape')
  await expect(check(page)).toBeHidden()

  // What was never an invoice is voided: hidden, found by the filter, and taken back.
  await row(page, '没有发票专用章').getByRole('button', { name: /^作废/ }).click()
  const voiding = page.getByRole('dialog', { name: '作废发票' })
  await voiding.getByRole('button', { name: '确定' }).click()
  await expect(voiding.getByText('请输入作废原因')).toBeVisible()
  await voiding.getByLabel('作废原因').fill('不是发票')
  await voiding.getByRole('button', { name: '确定' }).click()
  await expect(row(page, '没有发票专用章')).toHaveCount(0)
  await page.getByLabel('已作废').check()
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(row(page, '作废：不是发票')).toContainText('已作废')
  await page.getByRole('button', { name: /^撤销作废/ }).click()
  await page.getByRole('dialog', { name: '确定撤销作废？' }).getByRole('button', { name: '确定' }).click()
  await expect(row(page, '作废：不是发票')).toHaveCount(0)
  await page.getByRole('button', { name: '重置' }).click()
  await expect(row(page, '没有发票专用章')).toContainText('查验失败')

  // An electronic original shows its lines.
  await row(page, '示例器材').or(row(page, '2.12')).getByRole('button', { name: /^详情/ }).click()
  await expect(page.getByRole('table', { name: '发票明细' })).toContainText('*人力资源服务*劳务')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载电子发票.xml' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(eInvoice())

  // Only what passed is offered to a payment.
  await page.goto(`/implement/cost?project=${project}&activeName=second`)
  await page.getByRole('button', { name: '新增付款明细' }).first().click()
  await drawer(page).getByLabel('付款方', { exact: false }).first().fill('器材公司')
  const line = drawer(page).getByRole('tabpanel')
  await choose(line, /科目/, '24000101')
  await line.getByLabel(/付款金额/).fill('1234.5')
  await choose(line, /付款方式/, '网银')
  await choose(line, /付款类型/, '尾款')
  await choose(line, /发票号码/, NUMBER)

  // A picture of another line is made an invoice, checked and chosen where it is.
  await page.keyboard.press('Alt+c')
  await line.locator('input[type=file]').setInputFiles([file('餐费.jpg', OTHER)])
  await line.getByRole('button', { name: '识别为发票 餐费.jpg' }).click()
  await line.getByRole('button', { name: '查验', exact: true }).click()
  await check(page).getByRole('button', { name: '查验', exact: true }).click()
  await expect(check(page).getByRole('alert')).toContainText('查验通过')
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: '选为本条发票' }).click()
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()

  // Invoice → payment → invoice.
  await page.goto(`/invoice/index?project=${project}&status=0`)
  await page.getByPlaceholder('发票号码、代码或销售方').fill(NUMBER.slice(-6))
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`keywords=.*${NUMBER.slice(-6)}`))
  await expect(page.getByText('共 1 条').first()).toBeVisible()
  await row(page, NUMBER)
    .getByRole('link', { name: /查看付款/ })
    .click()
  await row(page, '器材公司').getByRole('button', { name: /^详情/ }).click()
  await page
    .getByRole('dialog', { name: /付款明细详情/ })
    .getByRole('link', { name: NUMBER })
    .click()
  await expect(detail).toContainText('查验通过')
  await detail.getByRole('button', { name: '预览器材费.jpg' }).click()
  await expect(page.getByRole('dialog', { name: '器材费.jpg' }).locator('img')).toBeVisible()
  await page.getByRole('button', { name: '放大' }).click()
  await page.keyboard.press('Escape')
  // Back closes the details, and then leads to where the link was.
  await page.goBack()
  await expect(detail).toBeHidden()
  // The router goes forward again to stay on the page; a Back before that would be lost.
  await expect(page).toHaveURL(/\/invoice\/index/)
  await page.goBack()
  await expect(page).toHaveURL(/\/implement\/cost/)
  await page.goForward()
  await expect(page).toHaveURL(/\/invoice\/index\?project=[^&]+$/)

  // On a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('list', { name: '发票' }).getByRole('listitem')
  await expect(cards).toHaveCount(5)
  await expect(cards.filter({ hasText: '没有发票专用章' })).toContainText('查验失败')
  await cards
    .filter({ hasText: NUMBER })
    .filter({ hasText: '查验通过' })
    .getByRole('button', { name: /^操作/ })
    .click()
  await page.getByRole('menuitem', { name: '查验' }).click()
  await expect(check(page).getByLabel('发票号码')).toHaveValue(NUMBER)
  expect(complaints).toEqual([])
})
