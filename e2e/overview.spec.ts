import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { book, call, firstLeaf, type Node, ownCompany, subjectsOf } from './books.ts'
import { cutOff, fill, pagesOf, row } from './overview.ts'
import { CLERK, enter, follow, watchConsole } from './person.ts'
import { withoutRight } from './rights.ts'
import { crumbs, panel, tab } from './statistics.ts'
import { expect, type Page, test } from './test.ts'

const box = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
test('a project opens at its overview, whose figures lead to subjects and payments', {
  tag: '@short',
}, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '总览试账')
  const [subject] = await subjectsOf(page, project, ['10000101'])
  await call(page, 'cost_budgets', project, {
    subject_three_code: subject,
    unit_price: '1000',
    quantity: '10',
  })
  await call(page, 'investment_budgets', project, { investor: '第1家影业', amount: '50000' })
  await book(page, project, '北京某某器材', '12000.5', { subject_three_code: subject })
  await call(page, 'imprests', project, {
    ...{
      pay_at: '2026-11-21',
      payer: '王某某',
      subject_three_code: subject,
      pay_channel: '1',
      pay_amount: '345.25',
    },
  })
  await page.goto('/project/index')
  await page.getByRole('button', { name: '总览试账', exact: true }).click()
  await expect(page).toHaveURL(/\/general\/index\?project=/)
  for (const word of ['付款及备用金', '1.23万', '123.46%', '费用预算', '1万'])
    await expect(box(page, '费用对比')).toContainText(word)
  for (const word of ['费用预算', '1万', '20.00%', '投资预算', '5万'])
    await expect(box(page, '预算现金流')).toContainText(word)
  const first = panel(page, '费用对比').locator('tbody th button').first()
  await first.click()
  await expect(page).toHaveURL(/subject_one_code=/)
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: '费用对比：表格' }).click()
  await expect(row(page, '费用对比', '合计')).toContainText('12,345.7510,000.00123.46%')
  await tab(page, '项目信息').click()
  await expect(page.getByRole('region', { name: '项目信息' })).toContainText('总览试账')
  expect(complaints).toEqual([])
})

test('a project opens at its overview: figures, levels, spreadsheets, changes of colleagues, paper, phone', {
  tag: '@all',
}, async ({ page }) => {
  await page.addInitScript('window.asked = 0; window.print = () => { window.asked++ }')
  const { project } = await ownCompany(page, '总览试账')
  await fill(page, project)
  await page.goto('/project/index')
  await page.getByRole('button', { name: '总览试账', exact: true }).click()
  await expect(page).toHaveURL(/\/general\/index\?project=/)
  await expect(page.getByRole('heading', { name: '项目总览', level: 1 })).toBeVisible()

  // 28 subjects of 10,000; ten investors of 550,000; ten contracts of 55,000.
  const texts = {
    预算现金流: ['费用预算', '28万', '50.91%', '投资预算', '55万'],
    执行现金流: ['付款及备用金', '1.23万', '20.58%', '收款', '6万'],
    投资对比: ['收款', '6万', '10.91%', '投资预算', '55万'],
    费用对比: ['付款及备用金', '1.23万', '4.41%', '费用预算', '28万'],
    合同付款: ['已付', '1.2万', '21.82%', '合同总额', '5.5万'],
  }
  for (const [name, words] of Object.entries(texts))
    for (const word of words) await expect(box(page, name)).toContainText(word)
  await expect(
    box(page, '费用对比').getByRole('button', {
      name: '付款及备用金 1.23万，12,345.75 元，付款 12,000.50 元，未核销备用金 345.25 元',
    }),
  ).toBeVisible()

  // The hint is shown once.
  await expect(page.getByText('点击图表可查看下级科目明细')).toBeVisible()
  expect(await page.evaluate("localStorage.getItem('chart_tips_overview')")).toBe('1')
  const first = panel(page, '费用对比').locator('tbody th button').first()
  const level = async () => (await panel(page, '费用对比').locator('tbody tr').first().textContent()) ?? ''
  // More was used than the first subject's budget.
  expect(await level()).toMatch(/1\.23万1万123\.46%$/)
  await first.click()
  await expect(page).toHaveURL(/subject_one_code=/)
  await expect(page.getByText('点击图表可查看下级科目明细')).toHaveCount(0)
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(2)
  await expect.poll(level).toMatch(/1\.23万1万123\.46%$/)
  await first.click()
  await expect(page).toHaveURL(/subject_two_code=/)
  await expect.poll(level).toMatch(/1\.23万1万123\.46%$/)
  await first.click()
  await expect(page).toHaveURL(/subject_three_code=/)
  await page.reload()
  await expect(crumbs(page).getByRole('listitem')).toHaveCount(4)
  // The subject's budget stands beside what was booked on it, and each list has its export.
  await expect(page.getByRole('region', { name: '执行与预算' })).toContainText(/1\.23万1万123\.46%/)
  await expect(page.getByRole('table', { name: '预算，合计 10,000.00 元' })).toContainText('1,000.00 × 10')
  for (const list of ['预算', '付款', '未核销备用金'])
    await expect(page.getByRole('button', { name: `${list}：导出Excel` })).toBeVisible()
  await expect(page.getByRole('table', { name: '付款，合计 12,000.50 元' })).toContainText('北京某某器材')
  await expect(page.getByRole('table', { name: '未核销备用金，合计 345.25 元' })).toContainText('王某某')
  await crumbs(page).getByRole('button', { name: '全部科目' }).click()
  await expect(page).not.toHaveURL(/subject_/)
  await expect(page.getByText('点击图表可查看下级科目明细')).toHaveCount(0)

  await page.getByRole('button', { name: '费用对比：表格' }).click()
  await expect(row(page, '费用对比', '合计')).toContainText('12,345.75280,000.004.41%')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '费用对比：导出Excel' }).click()
  const { sheets } = await readXlsx(await readFile(await (await download).path()))
  expect(sheets[0]?.rows).toHaveLength(30)
  expect(sheets[0]?.rows[1]?.slice(2)).toEqual([12_345.75, 10_000, 1.234575])

  // A row over its budget is red in all of its figures.
  for (const cell of await row(page, '费用对比', '12,345.75').first().getByRole('cell').all())
    await expect(cell).toHaveCSS('color', 'rgb(191, 42, 30)')

  // The largest contract first, eight on a page; the sum is of all pages.
  const contracts = panel(page, '合同付款对比')
  await expect(contracts.getByRole('row').nth(1)).toContainText('HT-10')
  await contracts.getByRole('button', { name: '下一页' }).click()
  await expect(row(page, '合同付款对比', 'HT-1')).toHaveCount(1)
  await expect(contracts.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: '合同付款对比：表格' }).click()
  await expect(row(page, '合同付款对比', '合计')).toContainText('12,000.5055,000.0021.82%')
  await page.getByRole('button', { name: '合同付款对比：图表' }).click()

  // A colleague's receipt arrives without a reload.
  await expect(row(page, '投资对比', '其他 3 个投资方')).toBeVisible()
  const { items } = await call<{ items: { value: string }[] }>(page, 'selects/investment_categories', project)
  await call(page, 'investment_executions', project, {
    investment_at: '2026-11-21',
    investor: '临时投资方',
    investment_category_id: items[0]?.value,
    amount: '500000',
  })
  await expect(box(page, '投资对比')).toContainText('超出 1万')
  await expect(box(page, '投资对比')).toContainText('101.82%')
  await expect(row(page, '投资对比', '临时投资方')).toContainText('50万0无预算')

  // On paper: one page, with the subjects that it has no room for as one row. What a colleague changed while another level was
  // shown is on it, in the table as in the box.
  await first.click()
  await expect(page).toHaveURL(/subject_one_code=/)
  const { items: subjects } = await call<{ items: Node[] }>(page, 'selects/subject_trees', project)
  await call(page, 'cost_budgets', project, {
    subject_three_code: subjects[1] ? firstLeaf(subjects[1]) : '',
    ...{ unit_price: '7654.32', quantity: '1' },
  })
  await expect(box(page, '费用对比')).toContainText('28.77万')
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await expect.poll(() => page.evaluate('window.asked')).toBe(1)
  const sheet = page.locator('.print-job')
  await expect(sheet).toContainText('其他 2 个科目')
  await expect(sheet.getByText('287,654.32')).toHaveCount(3)
  await expect(sheet).toContainText('付款及备用金 = 付款 12,000.50 元 + 未核销备用金 345.25 元')
  await expect(sheet.locator('footer')).toHaveText(
    /^制表：周岚复核：截止日：\d{4}-\d\d-\d\d打印时间：\d{4}-\d\d-\d\d \d\d:\d\d$/,
  )
  expect(await cutOff(page)).toEqual([])
  await page.emulateMedia({ media: null })
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  await expect(sheet).toHaveCount(0)

  // A phone shows all of it without scrolling sideways.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(box(page, '合同付款')).toContainText('已付')
  await expect(row(page, '投资对比', '第9家影业')).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })

  await box(page, '执行现金流').getByRole('link', { name: '查看详情' }).click()
  await expect(page.getByRole('heading', { name: '付款', level: 1, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^总支出金额 12,000\.50 元/ })).toBeVisible()
})

test('the information of a project is shown and changed', { tag: '@hard' }, async ({ page }) => {
  const { project } = await ownCompany(page, '信息试片')
  await page.goto(`/general/index?project=${project}`)
  for (const text of ['暂无投资对比数据', '暂无科目数据', '暂无合同付款对比数据'])
    await expect(page.getByText(text)).toBeVisible()
  await tab(page, '项目信息').click()
  await expect(page).toHaveURL(/activeName=second/)
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  const form = page.getByRole('dialog', { name: '编辑项目' })
  await form.getByLabel('项目名称').fill(' ')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('请输入项目名称')).toBeVisible()
  await form.getByLabel('项目名称').fill('信息定名')
  await form.getByLabel('总导演').fill('周砚秋')
  await form.getByLabel('主演').fill('沈以宁')
  await form.getByLabel('故事梗概').fill('一盏长明灯')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  await page.reload()
  const facts = page.getByRole('region', { name: '项目信息' })
  for (const text of ['信息定名', '周砚秋', '沈以宁', '一盏长明灯', '周岚'])
    await expect(facts).toContainText(text)
  await expect(page.getByRole('button', { name: '切换项目，当前：信息定名' })).toBeVisible()
})

test('what a person may not read is not linked, and without the overview the next page opens', {
  tag: '@hard',
}, async ({ page }) => {
  await enter(page, CLERK, '/general/index', '项目总览')
  await expect(box(page, '费用对比').getByRole('link', { name: '查看付款' })).toBeVisible()
  await withoutRight(CLERK, 'cost_execution', async () => {
    await page.reload()
    await expect(box(page, '费用对比')).toContainText('费用预算')
    await expect(page.getByRole('link', { name: '查看付款' })).toHaveCount(0)
  })
  await withoutRight(CLERK, 'overview', async () => {
    await page.reload()
    await expect(page).not.toHaveURL(/general/)
    await expect(page.getByRole('link', { name: '项目总览' })).toHaveCount(0)
  })
  await page.reload()
  await follow(page, '项目总览')
})
