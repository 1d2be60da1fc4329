import sharp from 'sharp'
import { CLERK, choose, countOf, openPayments, openStatistics, watchConsole } from './person.ts'
import { expect, type Locator, type Page, test } from './test.ts'

// What the page of payments shows and takes, field by field. What people do with it is in the files beside this one.

const table = (page: Page) => page.getByRole('region', { name: '付款明细' })
const rows = (page: Page) => table(page).getByRole('row').filter({ hasText: /FK\d+/ })
const drawer = (page: Page) => page.getByRole('dialog', { name: /^(新增|编辑)付款明细/ })
const detail = (page: Page) => page.getByRole('dialog', { name: '付款明细详情' })

interface Line {
  subject_three_code: string
  subject_three_out_code: string
  pay_category_name: string
  voucher_category_i18n: string
  face_tax_rate: string
  contract: { code: string; out_code: string } | null
}
interface Found {
  listTotal: number
  items: { code: string; out_code: string; cost_execution_details: Line[] }[]
}

/** What the server says to the page's own person in the page's own project. */
const read = (page: Page, path: string): Promise<Found> =>
  page.evaluate(`fetch('/api/manager/' + ${JSON.stringify(path)}, {
    headers: { 'X-Project': sessionStorage.getItem('project') },
  }).then((response) => response.json()).then(({ data }) => data)`)

/** Latin words in sight or spoken by a reader of the screen, but for those that belong there; antd's icons have no other names. */
async function latin(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(`[
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll(':is([title], [placeholder], [aria-label], [alt]):not(.anticon, .ant-select-clear)')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
      .flatMap((element) => ['title', 'placeholder', 'aria-label', 'alt'].map((name) => element.getAttribute(name) ?? '')),
  ]`)) as string[]
  const own = /^(Excel|xlsx|Alt|Ctrl|ICP|Tab|Enter|Esc)$/
  return texts.flatMap((text) => text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !own.test(word))
}

test('the total and its charts, the list with its columns, pages and order: all in Chinese', async ({
  page,
}) => {
  await openStatistics(page, CLERK)
  const total = page.getByRole('button', { name: /^总支出金额/ })
  const words = ((await total.getAttribute('aria-label')) ?? '').split('大写 ')[1] ?? ''
  expect(words).toMatch(/^[零壹贰叁肆伍陆柒捌玖拾佰仟万亿元角分整]+$/)
  // The page may still be settling under the pointer.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await total.hover()
    await expect(page.getByRole('tooltip')).toHaveText(words, { timeout: 1_000 })
  }).toPass()
  for (const title of ['付款方支出', '付款类型支出', '凭证类型支出']) {
    const chart = page.getByRole('img', { name: new RegExp(`^${title}：\\S+ -?[\\d,]+\\.\\d\\d 元`) })
    await expect(chart.locator('canvas')).toBeVisible()
  }
  expect(await latin(page)).toEqual([])

  await page.getByRole('tab', { name: '明细' }).click()
  await expect(page).toHaveTitle('付款 - 长河灯火 - 片账')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(rows(page)).toHaveCount(20)
  await expect(table(page).getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText([
    '付款编号',
    '付款时间',
    '付款金额（元）',
    '付款方',
    '部门/岗位',
    '摘要',
    '操作',
  ])
  // One of the demo's: what other tests have added has no post.
  await expect(rows(page).filter({ hasText: '组' }).first().getByRole('cell')).toHaveText([
    '',
    /^FK\d{12,}$/,
    /^\d{4}-\d\d-\d\d$/,
    /^-?[\d,]+\.\d\d$/,
    /\S/,
    /\S/,
    /\S/,
    '详情编辑删除',
  ])

  const firstOf = async () => (await rows(page).first().getByRole('cell').nth(1).textContent()) ?? ''
  const first = await firstOf()
  await expect(table(page).getByRole('button', { name: '上一页' })).toBeDisabled()
  await table(page).getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect.poll(firstOf).not.toBe(first)
  await table(page).getByTitle('4', { exact: true }).click()
  await expect(page).toHaveURL(/page=4/)
  await table(page).getByRole('button', { name: '上一页' }).click()
  await expect(page).toHaveURL(/page=3/)
  await table(page).getByTitle('1', { exact: true }).click()
  await expect.poll(firstOf).toBe(first)

  const days = async () => await rows(page).getByRole('cell').nth(2).allTextContents()
  const by = table(page).getByRole('columnheader', { name: /付款时间/ })
  const newest = (await days())[0] ?? ''
  await by.click()
  await expect(page).toHaveURL(/pay_at_order=asc/)
  await expect.poll(async () => ((await days())[0] ?? '') < newest).toBe(true)
  await by.click()
  await expect(page).toHaveURL(/pay_at_order=desc/)
  await expect.poll(async () => (await days())[0]).toBe(newest)

  await page.getByPlaceholder('开始日期').click()
  await expect(page.locator('.ant-picker-dropdown:visible')).toBeVisible()
  expect(await latin(page)).toEqual([])
})

test('a link fills the filter: by contract, by keyword, by whether there is a contract', async ({ page }) => {
  await openPayments(page, CLERK)
  const all = await countOf(page)
  const { items } = await read(page, 'cost_executions?related_system_contract=1&per_page=1')
  const contract = items[0]?.cost_execution_details.find((line) => line.contract)?.contract
  if (!contract) throw new Error('no contract')

  await page.goto(`/implement/cost?contract_code=${contract.code}`)
  const bound = (await read(page, `cost_executions?contract_code=${contract.code}`)).listTotal
  await expect.poll(() => countOf(page)).toBe(bound)
  expect(bound).toBeGreaterThan(0)
  await page.getByRole('button', { name: '展开筛选' }).click()
  const search = page.getByRole('search')
  const field = search.locator('.ant-select').filter({ has: page.getByRole('combobox', { name: '合同' }) })
  await expect(field).toContainText(contract.out_code)
  // What named the tab is gone, the tab stays.
  await search.getByRole('button', { name: '重置' }).click()
  await expect(page).not.toHaveURL(/contract_code/)
  await expect.poll(() => countOf(page)).toBe(all)
  await expect(page.getByRole('tab', { name: '明细' })).toHaveAttribute('aria-selected', 'true')

  await page.goto('/implement/cost?related=1')
  await expect.poll(() => countOf(page)).toBeLessThan(all)
  await page.getByRole('button', { name: '展开筛选' }).click()
  const related = search.getByRole('checkbox', { name: '已关联系统合同' })
  await expect(related).toBeChecked()
  await related.uncheck()
  await search.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).not.toHaveURL(/related/)
  await expect.poll(() => countOf(page)).toBe(all)

  await page.goto('/implement/cost?keywords=盒饭')
  await expect(search.getByLabel('付款编号')).toHaveValue('盒饭')
  await expect.poll(() => countOf(page)).toBeLessThan(all)
})

test('every filter is chosen, several values each, and reaches the list and the address', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  const { items } = await read(page, 'cost_executions?related_system_contract=1&per_page=100')
  const [payment, line] =
    items
      .flatMap((one) => one.cost_execution_details.map((line) => [one, line] as const))
      .find(([, one]) => one.contract && one.voucher_category_i18n && one.face_tax_rate) ?? []
  if (!payment || !line?.contract) throw new Error('no line with everything')

  const search = page.getByRole('search')
  const chosen = async (name: string, ...texts: string[]) => {
    for (const text of texts) await choose(search, name, text)
    await page.keyboard.press('Escape')
  }
  await search.getByRole('button', { name: '展开筛选' }).click()
  await chosen('科目', line.subject_three_out_code, '10000101')
  const remote = page.waitForRequest(
    (request) =>
      request.url().includes('/contracts?') && request.url().includes(`keywords=${line.contract?.out_code}`),
  )
  await choose(search, '合同', line.contract.out_code)
  expect(new URL((await remote).url()).searchParams.get('per_page')).toBe('30')
  await chosen('付款方式', '银行转账', '现金')
  await chosen('付款类型', line.pay_category_name, line.pay_category_name === '报销' ? '税费' : '报销')
  await chosen('凭证类型', line.voucher_category_i18n, '未填写')
  // In full, for 3% is in 13% as well.
  for (const rate of [line.face_tax_rate, '免税']) {
    await search.getByRole('combobox', { name: '票面税率' }).fill(rate)
    await page.locator('.ant-select-dropdown:visible').getByTitle(rate, { exact: true }).click()
  }
  await page.keyboard.press('Escape')
  await search.getByRole('checkbox', { name: '已关联系统合同' }).check()
  await expect(page).not.toHaveURL(/pay_categories/)
  await search.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(/pay_categories/)

  const { searchParams } = new URL(page.url())
  const names = [
    'subject_three_codes',
    'pay_channels',
    'pay_categories',
    'voucher_categories',
    'face_tax_rates',
  ]
  for (const name of names) expect(searchParams.getAll(name), name).toHaveLength(2)
  expect(searchParams.getAll('subject_three_codes')).toContain(line.subject_three_code)
  expect(searchParams.get('contract_code')).toBe(line.contract.code)
  expect(searchParams.get('related')).toBe('1')
  const query = new URLSearchParams([...searchParams].filter(([name]) => name !== 'activeName'))
  query.set('related_system_contract', query.get('related') ?? '')
  const { listTotal } = await read(page, `cost_executions?${query}`)
  await expect.poll(() => countOf(page)).toBe(listTotal)
  await expect(rows(page).filter({ hasText: payment.code })).toBeVisible()
})

test('every field of a payment is typed, shown in its details, and there again to be edited', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
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
  await field(/付款金额/).fill('1234.5')
  await choose(line, /付款方式/, '网银')
  await choose(line, /付款类型/, '进度款')
  await choose(line, /凭证类型/, '收据')
  await field(/票面税率/).fill('6.50')
  await field(/合同编号/).click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  const contract = ((await options.first().textContent()) ?? '').match(/^[\w-]+/)?.[0] ?? ''
  await options.first().click()
  await field(/发票号码/).click()
  const invoice = ((await options.first().textContent()) ?? '').match(/^\d{20}/)?.[0] ?? ''
  await options.first().click()
  await expect(select('check_invoice_code')).toContainText(invoice)
  await select('check_invoice_code').hover()
  await select('check_invoice_code').locator('.ant-select-clear').click()
  await expect(select('check_invoice_code')).not.toContainText(invoice)
  await choose(line, /发票号码/, invoice)
  await field('备注').fill('原件已归档')
  await expect(field(/票面税率/)).toHaveValue('6.5%')
  const picture = async (name: string, background: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer(),
  })
  const files = line.locator('input[type=file]')
  await files.setInputFiles({
    name: '合同.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expect(page.getByText('请上传规定的格式文件')).toBeVisible()
  await files.setInputFiles([await picture('票 1.png', '#c88d0f'), await picture('票 2.png', '#0f8dc8')])
  for (const name of ['票 1.png', '票 2.png'])
    await expect(line.getByRole('button', { name: `预览${name}` })).toBeVisible()
  // In the options, all that a form may need at once.
  expect(asked.some((url) => /\/contracts\?.*per_page=999/.test(url))).toBe(true)
  expect(asked.some((url) => /\/invoices\?status=0&per_page=999&unused_for=$/.test(url))).toBe(true)

  await form.getByRole('button', { name: '添加明细' }).click()
  await expect(tabs).toHaveCount(2)
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await choose(line, /科目/, '24000102')
  await field(/付款金额/).fill('-0.07')
  await choose(line, /付款方式/, '现金')
  await choose(line, /付款类型/, '押金退回')
  await expect(form.getByRole('status', { name: /付款总额/ })).toHaveText('1,234.43')
  expect(await latin(page)).toEqual([])
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/cost_executions$/.test(response.url()),
  )
  await form.getByRole('button', { name: '确定' }).click()
  const { msg } = (await (await answered).json()) as { msg: string }
  await expect(page.getByText(msg, { exact: true })).toBeVisible()
  await expect(form).toBeHidden()

  await page.goto('/implement/cost?keywords=全字段影视公司')
  await expect(rows(page).first().getByRole('cell').nth(4)).toHaveText('全字段影视公司')
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
    ['三级科目', '摄影机租赁费'],
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
    ['三级科目', '镜头租赁费'],
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
  // The focus begins there, and takes the separators away.
  await expect(field(/付款金额/)).toHaveValue('1234.50')
  await expect(field(/票面税率/)).toHaveValue('6.5%')
  await expect(field('备注')).toHaveValue('原件已归档')
  for (const [id, text] of [
    ['subject_three_code', '摄影机租赁费'],
    ['pay_channel', '网银'],
    ['pay_category_id', '进度款'],
    ['voucher_category', '收据'],
    ['contract_code', contract],
    ['check_invoice_code', invoice],
  ] as const)
    await expect(select(id), id).toContainText(text)
  await expect(line.getByRole('button', { name: /^预览票 \d\.png$/ })).toHaveCount(2)
  expect(complaints).toEqual([])
})
