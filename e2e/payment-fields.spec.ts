import { latin } from './latin.ts'
import { CLERK, choose, openPayments, watchConsole } from './person.ts'
import { png } from './png.ts'
import { expect, type Locator, type Page, test } from './test.ts'

const table = (page: Page) => page.getByRole('region', { name: '付款明细' })
const rows = (page: Page) => table(page).getByRole('row').filter({ hasText: /FK\d+/ })
const drawer = (page: Page) => page.getByRole('dialog', { name: /^(新增|编辑)付款明细/ })
const detail = (page: Page) => page.getByRole('dialog', { name: '付款明细详情' })

test('every field of a payment is typed, shown in its details, and filled again in the editor', {
  tag: '@hard',
}, async ({ page }) => {
  const complaints = watchConsole(page)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: '新增付款明细' }).click()
  const form = drawer(page)
  await expect(form).toHaveAccessibleName(/^新增付款明细/)
  const field = (name: string | RegExp) => form.getByRole('tabpanel').getByLabel(name)
  const tabs = form.getByRole('tab')
  const select = (id: string): Locator => form.locator(`[data-field="line-${id}"] .ant-select`)

  await form.getByRole('button', { name: '删除详情1' }).click()
  await expect(page.getByText('至少保留一条明细')).toBeVisible()
  await expect(tabs).toHaveCount(1)

  await form.getByLabel('付款时间').fill('20990105')
  await form.getByLabel('付款时间').press('Enter')
  await expect(form.getByText(/^付款时间在 \d+ 年以后，请核对$/)).toBeVisible()
  await form.getByLabel('付款时间').fill('20260105')
  await form.getByLabel('付款时间').press('Enter')
  await form
    .getByLabel(/付款方/)
    .first()
    .fill('全字段影视公司')
  await form.getByLabel('部门/岗位').fill('灯光组')
  await form.getByLabel('摘要').fill('第一行\n第二行')
  const line = form.getByRole('tabpanel')
  await choose(line, /科目/, '24000101')
  await field(/付款金额/).fill('0')
  await field(/付款金额/).press('Tab')
  await expect(form.getByRole('tabpanel').getByText('金额不能为0')).toBeVisible()
  await field(/付款金额/).fill('1234.5')
  await choose(line, /付款方式/, '网银')
  await choose(line, /付款类型/, '进度款')
  await choose(line, /凭证类型/, '收据')
  await field(/票面税率/).fill('6.50')
  await field(/合同编号/).click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  const contract = ((await options.first().textContent()) ?? '').match(/^HT-\d+-\d+(-补\d+)?/)?.[0] ?? ''
  await options.first().click()
  await field(/发票号码/).click()
  const invoice = ((await options.first().textContent()) ?? '').match(/^\d{20}/)?.[0] ?? ''
  await options.first().click()
  await expect(select('invoices')).toContainText(invoice)
  await select('invoices').hover()
  await select('invoices').locator('.ant-select-clear').click()
  await expect(select('invoices')).not.toContainText(invoice)
  await choose(line, /发票号码/, invoice)
  await field('备注').fill('原件已归档')
  await expect(field(/票面税率/)).toHaveValue('6.5%')
  const picture = async (name: string, background: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await png(300, 200, background),
  })
  const files = line.locator('input[type=file]')
  await files.setInputFiles({
    name: '合同.文档',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expect(page.getByText('合同.文档：请上传规定的格式文件')).toBeVisible()
  await files.setInputFiles([await picture('票 1.png', '#c88d0f'), await picture('票 2.png', '#0f8dc8')])
  for (const name of ['票 1.png', '票 2.png'])
    await expect(line.getByRole('button', { name: `预览${name}` })).toBeVisible()
  // The options are loaded in one request with all entries.
  expect(requested.some((url) => /\/contracts\?.*per_page=999/.test(url))).toBe(true)
  expect(requested.some((url) => /\/invoices\?status=0&per_page=999&unused_for=$/.test(url))).toBe(true)

  await form.getByRole('button', { name: '添加明细' }).click()
  await expect(tabs).toHaveCount(2)
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await choose(line, /科目/, '24000102')
  await field(/付款金额/).fill('-0.07')
  await choose(line, /付款方式/, '现金')
  await choose(line, /付款类型/, '押金退回')
  await expect(form.getByRole('status', { name: /付款总额/ })).toHaveText('1,234.43')
  // An open select has an icon with an English name.
  await expect(page.locator('.ant-select-open')).toHaveCount(0)
  expect(await latin(page)).toEqual([])
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/cost_executions$/.test(response.url()),
  )
  await form.getByRole('button', { name: '确定' }).click()
  const { msg } = (await (await answered).json()) as { msg: string }
  await expect(page.getByText(msg, { exact: true })).toBeVisible()
  await expect(form).toBeHidden()

  await page.goto('/implement/cost?keywords=全字段影视公司')
  await expect(rows(page).first().getByRole('cell').nth(3)).toHaveText('全字段影视公司')
  await rows(page).first().getByRole('button', { name: /^详情/ }).click()
  const says = async (...facts: [name: string, text: string | RegExp][]) => {
    for (const [name, text] of facts) {
      const term = page.locator('dt').getByText(name, { exact: true })
      await expect(detail(page).locator('dl > div').filter({ has: term }).locator('dd'), name).toHaveText(
        text,
      )
    }
  }
  await says(
    ['付款时间', '2026-01-05'],
    ['付款方', '全字段影视公司'],
    ['部门/岗位', '灯光组'],
    ['摘要', '第一行\n第二行'],
    ['付款总额', '1,234.43'],
    ['一级科目', '设备器材租赁'],
    ['二级科目', /\S\S/],
    ['三级科目', '24000101 摄影机租赁费'],
    ['付款方式', '网银'],
    ['付款类型', '进度款'],
    ['凭证类型', '收据'],
    ['票面税率', '6.5%'],
    ['合同编号', contract],
    ['付款金额（元）', '1,234.50'],
    ['发票号码', invoice],
    ['备注', '原件已归档'],
  )
  await detail(page).getByRole('button', { name: '预览凭证图片，共 2 张' }).click()
  await expect(page.getByText('1 / 2')).toBeVisible()
  await page.getByRole('button', { name: '下一张' }).click()
  await expect(page.getByText('2 / 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 / 2')).toBeHidden()
  await detail(page).getByRole('tab', { name: '详情2', exact: true }).click()
  await says(
    ['三级科目', '24000102 镜头租赁费'],
    ['付款方式', '现金'],
    ['凭证类型', '-'],
    ['合同编号', '-'],
    ['发票号码', '-'],
    ['付款金额（元）', '-0.07'],
  )
  expect(await latin(page)).toEqual([])

  await detail(page).getByRole('button', { name: '编辑' }).click()
  await expect(form).toHaveAccessibleName(/^编辑付款明细/)
  await expect(form.getByLabel('付款时间')).toHaveValue('2026-01-05')
  await expect(form.getByLabel('部门/岗位')).toHaveValue('灯光组')
  await expect(form.getByLabel('摘要')).toHaveValue('第一行\n第二行')
  // The field has the focus at first, which removes the separators.
  await expect(field(/付款金额/)).toHaveValue('1234.50')
  await expect(field(/票面税率/)).toHaveValue('6.5%')
  await expect(field('备注')).toHaveValue('原件已归档')
  for (const [id, text] of [
    ['subject_three_code', '摄影机租赁费'],
    ['pay_channel', '网银'],
    ['pay_category_id', '进度款'],
    ['voucher_category', '收据'],
    ['contract_code', contract],
    ['invoices', invoice],
  ] as const)
    await expect(select(id), id).toContainText(text)
  await expect(line.getByRole('button', { name: /^预览票 \d\.png$/ })).toHaveCount(2)
  expect(complaints).toEqual([])
})
