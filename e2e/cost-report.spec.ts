import { book, call } from './books.ts'
import { budgeted, ORIGINAL, openedBy, row, SCRIPT } from './cost-reports.ts'
import { ADMIN, choose, signIn, watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

const cell = (page: Page, field: string, number: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${field} ${number} `) })
/** Does what saves an estimate, and waits for the answer. */
async function saving(page: Page, run: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(
    (one) => one.request().method() === 'PUT' && one.url().includes('/estimates/'),
  )
  await run()
  expect((await saved).ok()).toBe(true)
}
const unfold = async (page: Page, ...numbers: string[]) => {
  for (const number of numbers)
    await page.getByRole('button', { name: new RegExp(`^展开 ${number} `) }).click()
}

test('an estimate is typed and kept, a report issued and withdrawn', { tag: '@short' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project, subjects } = await budgeted(page, '成本报表试账')
  await book(page, project, '编剧工作室', '45000', { subject_three_code: subjects[0] })
  await page.goto(`/report/cost?project=${project}`)
  await unfold(page, '1000', '100001')
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveValue('55,000.00')
  // What is typed shows at once in the rows above and in the total; Enter saves and goes down.
  await cell(page, '预计尚需', SCRIPT).click()
  await page.keyboard.type('=70000+5000.5')
  for (const name of [/^收起 1000 /, /^收起 100001 /, new RegExp(SCRIPT)])
    await expect(page.getByRole('row', { name }).first()).toContainText('20,000.50')
  await saving(page, () => page.keyboard.press('Enter'))
  await expect(cell(page, '预计尚需', ORIGINAL)).toBeFocused()
  await page.reload()
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveValue('75,000.50')
  await expect(page.getByRole('region', { name: '成本总览' })).toContainText('170,000.50')

  // Leaving the page saves what is typed without a question; what is no amount is asked for.
  await page.getByRole('tab', { name: '每日支出' }).click()
  await page.getByRole('tab', { name: '成本报表' }).click()
  await cell(page, '说明', SCRIPT).fill('加写两集')
  await saving(page, async () => {
    await page.goBack()
  })
  await page.getByRole('tab', { name: '成本报表' }).click()
  await expect(cell(page, '说明', SCRIPT)).toHaveValue('加写两集')
  await cell(page, '预计尚需', SCRIPT).fill('abc')
  await page.keyboard.press('Enter')
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveAttribute('aria-invalid', 'true')
  await page.goBack()
  await page.getByRole('dialog', { name: '内容尚未保存' }).getByRole('button', { name: '继续编辑' }).click()
  await cell(page, '预计尚需', SCRIPT).press('Escape')
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveValue('75,000.50')

  await page.getByRole('button', { name: '出具报告' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '出具报告' }).click()
  await page.getByRole('tab', { name: '历次报告' }).click()
  await page.getByRole('button', { name: /^撤回 第1期 / }).click()
  const question = page.getByRole('dialog', { name: '确定撤回该期报告？' })
  await expect(question).toContainText('预计总成本 170,000.50 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('还没有出具过报告')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a contract is shared out and paid, an estimate typed, a report issued, paid late and printed', {
  tag: '@all',
}, async ({ page }) => {
  const { project, subjects } = await budgeted(page, '成本报表试账')
  const { code } = await call<{ code: string }>(page, 'contracts', project, {
    out_code: 'HT-001',
    category: '1',
    customer: '编剧工作室',
    amount: '100000',
  })

  // The contract: 60,000 of 100,000 belong to a subject.
  await page.goto(`/contract/detail?project=${project}&code=${code}`)
  const shares = page.getByRole('region', { name: '科目分摊' })
  await expect(shares.getByRole('row', { name: /^未分摊/ })).toContainText('100,000.00')
  await shares.getByRole('button', { name: '编辑分摊' }).click()
  const dialog = page.getByRole('dialog', { name: '科目分摊' })
  await dialog.getByRole('button', { name: '添加科目' }).click()
  await choose(dialog, '第1行科目', SCRIPT)
  await dialog.getByRole('textbox', { name: '第1行分摊金额' }).fill('=2*60000')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('分摊合计不能超过合同总额')).toBeVisible()
  await dialog.getByRole('textbox', { name: '第1行分摊金额' }).fill('=2*30000')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await expect(shares.getByRole('row', { name: /^未分摊/ })).toContainText('40,000.00')

  await book(page, project, '编剧工作室', '45000', {
    subject_three_code: subjects[0],
    contract_code: code,
  })
  await page.reload()
  await expect(shares.getByRole('row').filter({ hasText: SCRIPT })).toContainText('45,000.00')

  // The report: of 55,000 unpaid 15,000 belong to the subject, the rest to none.
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByRole('link', { name: '成本报表' }).click()
  await expect(page).toHaveTitle('成本报表 - 成本报表试账 - 片账')
  await unfold(page, '1000', '100001')
  await expect(row(page, SCRIPT)).toContainText('15,000.00')
  await expect(row(page, '未分摊合同')).toContainText('40,000.00')
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveValue('40,000.00')

  // What is typed shows at once in the rows above and in the total; Enter saves and goes down.
  await cell(page, '预计尚需', SCRIPT).click()
  await page.keyboard.type('=70000+5000.5')
  for (const name of [/^收起 1000 /, /^收起 100001 /, new RegExp(SCRIPT)])
    await expect(page.getByRole('row', { name }).first()).toContainText('35,000.50')
  await expect(page.getByRole('region', { name: '成本总览' })).toContainText('225,000.50')
  await saving(page, () => page.keyboard.press('Enter'))
  await expect(cell(page, '预计尚需', ORIGINAL)).toBeFocused()
  await page.keyboard.type('-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('预计尚需不能小于0')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell(page, '预计尚需', ORIGINAL)).toHaveValue('50,000.00')
  await cell(page, '说明', SCRIPT).fill('加写两集')
  await saving(page, () => page.keyboard.press('Enter'))
  await page.reload()
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveValue('75,000.50')
  await expect(cell(page, '说明', SCRIPT)).toHaveValue('加写两集')
  await expect(row(page, '合计')).toContainText('75,000.50')

  // A payment of the period that is entered after the report was issued: the report's rows stay, and their difference to today's books is shown.
  await page.getByRole('button', { name: '出具报告' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '出具报告' }).click()
  await expect(page.getByText('已出具第1期成本报告')).toBeVisible()
  await book(page, project, '补录', '1000', { subject_three_code: subjects[0] })
  await page.getByRole('tab', { name: '历次报告' }).click()
  await page.getByRole('button', { name: '第1期', exact: true }).click()
  await expect(page.getByText('当前账面截至同日的累计发生相差 1,000.00 元')).toBeVisible()
  await expect(row(page, SCRIPT)).toContainText('45,000.00')

  await page.getByRole('tab', { name: '成本报表' }).click()
  await expect(page.getByRole('region', { name: '成本总览' })).toContainText('较上期')
  await expect(page.getByPlaceholder('录入后已变动1,000.00元')).toHaveCount(0)
  await expect(row(page, SCRIPT)).toContainText('录入后已变动1,000.00元')

  // On paper: the totals, then the subjects.
  await page.evaluate('window.asked = 0; window.print = () => { window.asked++ }')
  await page.getByRole('button', { name: '打印' }).click()
  await expect.poll(() => page.evaluate('window.asked')).toBe(1)
  const paper = page.locator('.print-job')
  await expect(paper).toContainText('加写两集；录入后已变动1,000.00元')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBe(2)

  // Withdrawn, the report is as if it had not been issued.
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
  await page.goto(`/report/cost?project=${project}&tab=reports&automatic=1`)
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: '清除筛选' }).click()
  await page.getByRole('button', { name: /^撤回 第1期 / }).click()
  const question = page.getByRole('dialog', { name: '确定撤回该期报告？' })
  await expect(question).toContainText('预计总成本 225,000.50 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('还没有出具过报告')).toBeVisible()
  await page.reload()
  await expect(page.getByText('还没有出具过报告')).toBeVisible()
  await page.getByRole('tab', { name: '成本报表' }).click()
  await expect(page.getByRole('region', { name: '成本总览' })).toContainText('226,000.50')
  await expect(page.getByRole('region', { name: '成本总览' })).not.toContainText('较上期')
})

test('a contract is settled with a reason, which takes what is unpaid out of the report, and no longer settled', {
  tag: '@hard',
}, async ({ page }) => {
  const { project, subjects } = await budgeted(page, '结清试账')
  const { code } = await call<{ code: string }>(page, 'contracts', project, {
    out_code: 'HT-001',
    category: '1',
    customer: '编剧工作室',
    amount: '100000',
  })
  await book(page, project, '编剧工作室', '45000', { subject_three_code: subjects[0], contract_code: code })
  const contract = `/contract/detail?project=${project}&code=${code}`
  const report = `/report/cost?project=${project}`
  const unallocated = page.getByRole('row', { name: /^未分摊合同/ })
  await page.goto(report)
  await expect(unallocated).toContainText('55,000.00')

  await page.goto(contract)
  const shares = page.getByRole('region', { name: '科目分摊' })
  await shares.getByRole('button', { name: '结清', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '结清合同' })
  await expect(dialog).toContainText('未付 55,000.00 元将不再计入成本报表的合同未付。')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入结清原因', { exact: true })).toBeVisible()
  await dialog.getByLabel('结清原因').fill('尾款协商免付')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(shares).toContainText(/已结清 .*：尾款协商免付/)
  await expect(shares.getByRole('button', { name: '结清', exact: true })).toHaveCount(0)
  const history = page.getByRole('region', { name: '修改记录' })
  await expect(history).toContainText('结清原因：空 → 尾款协商免付')
  await page.goto(report)
  await expect(unallocated).toHaveText(/^未分摊合同(0\.00)+$/)

  // Kept when the question is answered with no.
  await page.goto(contract)
  const unsettle = page.getByRole('dialog', { name: '确定取消结清？' })
  await shares.getByRole('button', { name: '取消结清' }).click()
  await unsettle.getByRole('button', { name: '取消' }).click()
  await expect(shares).toContainText('已结清')
  await shares.getByRole('button', { name: '取消结清' }).click()
  await expect(unsettle).toContainText('HT-001：未付金额将重新计入合同未付。')
  await unsettle.getByRole('button', { name: '确定' }).click()
  await expect(shares.getByRole('button', { name: '结清', exact: true })).toBeVisible()
  await expect(shares).not.toContainText('已结清')
  await page.goto(report)
  await expect(unallocated).toContainText('55,000.00')
})

test('two people type the same estimate: the second sees both and chooses; edits are taken back', {
  tag: '@all',
}, async ({ page, browser }) => {
  const { phone, project } = await budgeted(page, '两人预计')
  await page.goto(`/report/cost?project=${project}`)
  await unfold(page, '1000', '100001')
  // Open subjects are remembered for the person, so the other page may show them already.
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveValue('100,000.00')
  await page.waitForResponse((one) => one.url().includes('preferences') && one.request().method() === 'PUT')
  const other = await openedBy(browser, phone, project)

  await cell(page, '预计尚需', SCRIPT).click()
  await page.keyboard.type('111')
  await cell(other, '预计尚需', SCRIPT).fill('222')
  await saving(other, () => other.keyboard.press('Enter'))
  await expect(row(other, SCRIPT)).toContainText('-99,778.00')
  // The change arrives, and does not touch the cell that is being typed in.
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveValue('111')
  await page.keyboard.press('Enter')
  const conflict = page.getByRole('alert').filter({ hasText: '已被他人修改' })
  await expect(conflict).toContainText('预计尚需 222.00 元；您录入的是 预计尚需 111.00 元')
  await conflict.getByRole('button', { name: '保存我的' }).click()
  await expect(conflict).toBeHidden()
  await expect(cell(other, '预计尚需', SCRIPT)).toHaveValue('111.00')

  await cell(other, '预计总成本', SCRIPT).fill('5000')
  await other.keyboard.press('Tab')
  await expect(cell(other, '预计尚需', SCRIPT)).toHaveValue('5,000.00')
  await expect(cell(page, '预计总成本', SCRIPT)).toHaveValue('5,000.00')
  await other.keyboard.press('Control+z')
  await expect(cell(other, '预计尚需', SCRIPT)).toHaveValue('111.00')
  await expect(cell(page, '预计尚需', SCRIPT)).toHaveValue('111.00')
  // An empty cell is the rule again.
  await cell(other, '预计尚需', SCRIPT).fill('')
  await saving(other, () => other.keyboard.press('Enter'))
  await expect(cell(other, '预计尚需', SCRIPT)).toHaveValue('100,000.00')
  await other.reload()
  await expect(cell(other, '预计尚需', SCRIPT)).toHaveValue('100,000.00')
})

test('the super administrator switches the feature off and on: menu, page and contract follow at once', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await budgeted(page, '功能开关')
  const complaints = watchConsole(page)
  await page.goto('/project/index')
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByRole('link', { name: '功能设置' }).click()
  const box = page.getByRole('checkbox', { name: '启用成本报表' })
  await expect(box).toBeChecked()
  await box.click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(box).not.toBeChecked()
  await page.goto(`/general/index?project=${project}`)
  await expect(page.getByRole('article', { name: '费用对比' })).toBeVisible()
  await expect(page.getByRole('article', { name: '预计总成本' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: '成本报表' })).toHaveCount(0)
  await page.goto(`/report/cost?project=${project}`)
  await expect(page).toHaveURL(/\/general\/index/)
  await page.goto('/manage/features')
  await box.click()
  await expect(box).toBeChecked()
  await page.goto(`/general/index?project=${project}`)
  await expect(page.getByRole('article', { name: '预计总成本' })).toContainText('15万')
  expect(complaints).toEqual([])
})

test('on a phone: four totals and the subjects in most trouble', { tag: '@hard' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, ADMIN)
  const { items } = await call<{ items: { name: string; code: string }[] }>(page, 'projects')
  const project = items.find(({ name }) => name === '长河灯火')?.code ?? ''
  await page.goto(`/report/cost?project=${project}`)
  await expect(page.getByText('预计总成本（元）')).toBeVisible()
  await expect(page.getByRole('heading', { name: /超支最多的科目/ })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
