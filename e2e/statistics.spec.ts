import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { AUDITOR, CLERK, countOf, openStatistics, watchConsole } from './person.ts'
import {
  book,
  clickBar,
  clickRing,
  crumbs,
  emptyProject,
  fen,
  figures,
  panel,
  ring,
  showTable,
  tab,
  textOf,
  total,
} from './statistics.ts'
import { expect, test } from './test.ts'

test('the ring drills down through the subjects to their payments, breadcrumbs lead up, the address keeps the level', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  await openStatistics(page, CLERK)
  await expect(tab(page, '统计')).toHaveAttribute('aria-selected', 'true')
  for (const name of ['新增付款明细', '批量新增', '导出'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  const all = fen(await textOf(total(page)))
  await total(page).focus()
  await expect(page.getByRole('tooltip')).toContainText(
    /^[零壹贰叁肆伍陆柒捌玖拾佰仟万亿元角分整負负贰貳叄]+$/,
  )

  const table = panel(page, '科目支出占比').getByRole('table')
  const one = await figures(table)
  expect(one.at(-1)).toEqual({ name: '合计', amount: all })
  expect(one.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0n)).toBe(all)

  const selected = one[0]?.name.replace(/^(\d+)/, '$1 ') ?? ''
  await clickRing(page)
  await expect(page).toHaveURL(/subject_one_code=/)
  await expect(crumbs(page)).toContainText(selected)
  const two = await figures(table)
  expect(two.at(-1)?.amount).toBe(one[0]?.amount)
  await clickRing(page)
  await expect(page).toHaveURL(/subject_two_code=/)
  const three = await figures(table)
  expect(three.at(-1)?.amount).toBe(two[0]?.amount)
  await clickRing(page)
  await expect(page).toHaveURL(/subject_three_code=/)
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(4)
  const booked = panel(page, '科目支出占比').getByRole('table', { name: /的付款$/ })
  await expect(booked.getByRole('row').last()).toContainText('合计')
  expect(fen(await textOf(booked.getByRole('row').last().getByRole('cell').last()))).toBe(three[0]?.amount)

  await page.reload()
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(4)
  await expect(crumbs(page)).toContainText(selected)
  // Up by a breadcrumb, up by Back.
  await crumbs(page).getByRole('button', { name: selected }).click()
  await expect(page).not.toHaveURL(/subject_two_code|subject_three_code/)
  expect(await figures(table)).toEqual(two)
  await crumbs(page).getByRole('button', { name: '全部科目' }).click()
  expect(await figures(table)).toEqual(one)
  await page.goBack()
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('voucher types filter all charts after 查询', { tag: '@hard' }, async ({ page }) => {
  await openStatistics(page, AUDITOR)
  const all = fen(await textOf(total(page)))
  await page.getByRole('button', { name: '凭证类型：请选择凭证类型' }).click()
  await page.getByRole('checkbox', { name: '数电票(专用)' }).check()
  await page.getByRole('checkbox', { name: '收据', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page).not.toHaveURL(/chart_vouchers/)
  expect(fen(await textOf(total(page)))).toBe(all)
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/chart_vouchers=5&chart_vouchers=12/)
  await expect.poll(async () => fen(await textOf(total(page)))).toBeLessThan(all)

  const kinds = await figures(await showTable(page, '凭证类型支出'))
  expect(kinds.map(({ name }) => name).sort()).toEqual(['合计', '收据', '数电票(专用)'].sort())
  const sum = kinds.at(-1)?.amount
  expect(fen(await textOf(total(page)))).toBe(sum)
  for (const title of ['付款方支出', '付款类型支出'])
    expect((await figures(await showTable(page, title))).at(-1)?.amount).toBe(sum)
  expect((await figures(panel(page, '科目支出占比').getByRole('table'))).at(-1)?.amount).toBe(sum)

  await page.reload()
  await expect(page.getByRole('button', { name: /^凭证类型：已选 2 项/ })).toBeVisible()
  await page.getByRole('button', { name: /^凭证类型：/ }).click()
  await page.getByRole('button', { name: '清空' }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await expect.poll(async () => fen(await textOf(total(page)))).toBe(all)
})

test('a bar, a row and the deepest slice open the details behind them', { tag: '@hard' }, async ({
  page,
}) => {
  await openStatistics(page, CLERK)
  const bar = (await panel(page, '付款方支出').getByRole('img').getAttribute('aria-label')) ?? ''
  const [, payer = '', amount = ''] = bar.match(/^付款方支出：(\S+) ([\d,.]+) 元/) ?? []
  await clickBar(page, '付款方支出', 0)
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/payers=/)
  await expect(page.getByText(`付款方${payer}`).or(page.getByText(payer)).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '筛选合计' })).toContainText(amount)

  // Back to the charts, which the list's filters do not affect.
  await tab(page, '统计').click()
  const row = (await showTable(page, '付款类型支出')).getByRole('row').nth(1)
  const [type, sum] = [await textOf(row.getByRole('rowheader')), await textOf(row.getByRole('cell').first())]
  await row.getByRole('button', { name: type }).click()
  await expect(page).toHaveURL(/pay_categories=/)
  await expect(page).not.toHaveURL(/payers=/)
  await expect(page.getByRole('row').filter({ hasText: '筛选合计' })).toContainText(sum)

  await tab(page, '统计').click()
  for (const level of [2, 3, 4]) {
    await clickRing(page)
    await expect(crumbs(page).getByRole('listitem')).toHaveCount(level)
  }
  await clickRing(page)
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/subject_three_codes=/)
  expect(await countOf(page)).toBeGreaterThan(0)
})

test('each chart is a spreadsheet with the same figures', { tag: '@hard' }, async ({ page }) => {
  await openStatistics(page, AUDITOR)
  const exported = async (title: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `${title}：导出Excel` }).click()
    const file = await download
    const { sheets } = await readXlsx(await readFile(await file.path()))
    const rows = sheets[0]?.rows.slice(1) ?? []
    // The sums' row is the last one; its mark is in the first column.
    return rows.slice(0, -1).map((row) => ({
      name: String(row.at(-2)),
      amount: BigInt(Math.round(Number(row.at(-1)) * 100)),
    }))
  }
  const plain = (rows: { name: string; amount: bigint }[]) =>
    rows.slice(0, -1).map(({ name, amount }) => ({ name: name.replace(/^\d+/, ''), amount }))
  for (const title of ['付款方支出', '付款类型支出', '凭证类型支出'])
    expect(await exported(title)).toEqual(plain(await figures(await showTable(page, title))))
  const table = panel(page, '科目支出占比').getByRole('table')
  expect(await exported('科目支出占比')).toEqual(plain(await figures(table)))
  await table.getByRole('row').nth(1).getByRole('button').first().click()
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(2)
  expect(await exported('科目支出占比')).toEqual(plain(await figures(table)))
})

test('the selected tab opens again until the page is left; links name a tab', { tag: '@hard' }, async ({
  page,
}) => {
  await openStatistics(page, CLERK)
  await tab(page, '统计').press('ArrowRight')
  await expect(tab(page, '明细')).toBeFocused()
  await expect(page.getByRole('button', { name: '新增付款明细' })).toBeVisible()
  const menu = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await menu('付款')
  await expect(page).not.toHaveURL(/activeName/)
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')
  await menu('科目管理')
  await expect(page.getByRole('heading', { name: '科目管理' })).toBeVisible()
  await menu('付款')
  await expect(tab(page, '统计')).toHaveAttribute('aria-selected', 'true')
  for (const [address, name] of [
    ['activeName=second', '明细'],
    ['keywords=道具', '明细'],
    ['related=1', '明细'],
    ['contract_code=no-such', '明细'],
    ['activeName=first&keywords=道具', '统计'],
  ] as const) {
    await page.goto(`/implement/cost?${address}`)
    await expect(tab(page, name), address).toHaveAttribute('aria-selected', 'true')
  }
})

test('an empty project opens with its list, unless the address names the tab', { tag: '@hard' }, async ({
  page,
}) => {
  await emptyProject(page)
  await expect(tab(page, '明细')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: '新增付款明细' }).first()).toBeVisible()
  await tab(page, '统计').click()
  await expect(total(page)).toHaveText('0.00')
  for (const text of ['暂无科目数据', '暂无支付方数据', '暂无付款类型数据', '暂无凭证类型数据'])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('button', { name: /导出Excel/ })).toHaveCount(0)
})

test('refunds have red bars and rows without a share; zero amounts are hidden; charts update without a reload', {
  tag: '@hard',
}, async ({ page }) => {
  await emptyProject(page)
  await tab(page, '统计').click()
  await expect(page.getByText('暂无科目数据')).toBeVisible()
  await book(page, [
    { payer: '甲公司', amount: '300.00', subject: 0 },
    { payer: '乙公司', amount: '100.00', subject: 1 },
    { payer: '退款公司', amount: '-50.50', subject: 2 },
    { payer: '来回公司', amount: '8.00', subject: 3 },
    { payer: '来回公司', amount: '-8.00', subject: 3 },
  ])
  await expect(total(page)).toHaveText('349.50')
  const bars = panel(page, '付款方支出').getByRole('img')
  await expect(bars).toHaveAttribute(
    'aria-label',
    '付款方支出：甲公司 300.00 元，乙公司 100.00 元，退款公司 -50.50 元',
  )
  await expect(ring(page)).toHaveAttribute(
    'aria-label',
    /349\.50 元。\S+ 300\.00 元，75\.00%；\S+ 100\.00 元，25\.00%$/,
  )
  const rows = panel(page, '科目支出占比').getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(3)).toContainText('-50.50')
  await expect(rows.nth(3).getByRole('cell').nth(1)).toHaveText('-')
  await expect(rows.nth(3).getByText('-50.50')).toHaveCSS('color', 'rgb(191, 42, 30)')
  await rows
    .nth(3)
    .getByRole('button', { name: /^查看明细/ })
    .click()
  await expect(page).toHaveURL(/subject_three_codes=/)
  expect(await countOf(page)).toBe(1)
})

test('the hint is shown once, for ten seconds', { tag: '@hard' }, async ({ page }) => {
  const hint = page.getByText('点击图表可查看下级科目明细')
  await openStatistics(page, CLERK)
  await expect(hint).toBeVisible()
  await page.waitForTimeout(8_000)
  await expect(hint).toBeVisible()
  await expect(hint).toBeHidden({ timeout: 4_000 })
  expect(await page.evaluate("localStorage.getItem('chart_tips_cost')")).not.toBeNull()
  await page.reload()
  await expect(ring(page)).toBeVisible()
  await page.waitForTimeout(500)
  await expect(hint).toBeHidden()
})
