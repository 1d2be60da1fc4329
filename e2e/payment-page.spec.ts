import { latin } from './latin.ts'
import { CLERK, choose, countOf, openPayments, openStatistics } from './person.ts'
import { expect, type Page, test } from './test.ts'

// What the page of payments shows, and its filters; the fields of one payment are in payment-fields.spec.ts.

const table = (page: Page) => page.getByRole('region', { name: '付款明细' })
const rows = (page: Page) => table(page).getByRole('row').filter({ hasText: /FK\d+/ })

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

/** Reads from the API as the page's person in the page's project. */
const read = (page: Page, path: string): Promise<Found> =>
  page.evaluate(`fetch('/api/manager/' + ${JSON.stringify(path)}, {
    headers: { 'X-Project': sessionStorage.getItem('project') },
  }).then((response) => response.json()).then(({ data }) => data)`)

test('the total and its charts, the list with its columns, pages and order: all in Chinese', {
  tag: '@hard',
}, async ({ page }) => {
  await openStatistics(page, CLERK)
  const total = page.getByRole('button', { name: /^总支出金额/ })
  const words = ((await total.getAttribute('aria-label')) ?? '').split('大写 ')[1] ?? ''
  expect(words).toMatch(/^[零壹贰叁肆伍陆柒捌玖拾佰仟万亿元角分整]+$/)
  // Repeated, as the layout may still move under the pointer.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await total.hover()
    await expect(page.getByRole('tooltip')).toHaveText(words, { timeout: 1_000 })
  }).toPass()
  for (const title of ['付款方支出', '付款类型支出', '凭证类型支出']) {
    const chart = page.getByRole('img', { name: new RegExp(`^${title}：\\S+ -?[\\d,]+\\.\\d\\d 元`) })
    await expect(chart.locator('path').first()).toBeVisible()
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
  await expect(rows(page).first().getByRole('rowheader')).toHaveText(/^FK\d{12,}$/)
  // One of the demo's payments: those of other tests have no post.
  await expect(rows(page).filter({ hasText: '组' }).first().getByRole('cell')).toHaveText([
    '',
    /^\d{4}-\d\d-\d\d$/,
    /^-?[\d,]+\.\d\d$/,
    /\S/,
    /\S/,
    /\S/,
    '详情编辑复制删除',
  ])

  const firstOf = async () => (await rows(page).first().getByRole('rowheader').textContent()) ?? ''
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

  const days = async () => await rows(page).getByRole('cell').nth(1).allTextContents()
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

test('a link sets the filters: contract, keyword, with or without contract', { tag: '@hard' }, async ({
  page,
}) => {
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
  // The parameter that chose the tab is removed, the tab stays.
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

test('every filter, with several values each, is applied to the list and kept in the address', {
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
  const pick = async (name: string, ...texts: string[]) => {
    for (const text of texts) await choose(search, name, text)
    await page.keyboard.press('Escape')
  }
  await search.getByRole('button', { name: '展开筛选' }).click()
  await pick('科目', line.subject_three_out_code, '10000101')
  const remote = page.waitForRequest(
    (request) =>
      request.url().includes('/contracts?') && request.url().includes(`keywords=${line.contract?.out_code}`),
  )
  // Not its supplement, whose number begins with it.
  await search.getByRole('combobox', { name: '合同' }).fill(line.contract.out_code)
  await page
    .locator('.ant-select-dropdown:visible')
    .getByText(new RegExp(`^${line.contract.out_code}(?!-)`))
    .first()
    .click()
  expect(new URL((await remote).url()).searchParams.get('per_page')).toBe('30')
  await pick('付款方式', '银行转账', '现金')
  await pick('付款类型', line.pay_category_name, line.pay_category_name === '报销' ? '税费' : '报销')
  await pick('凭证类型', line.voucher_category_i18n, '未填写')
  // Exact, as 3% is part of 13%.
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
