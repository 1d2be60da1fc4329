import { call, ownCompany } from './books.ts'
import { day, plan, planned, RENT } from './payment-plans.ts'
import { choose, logInByApi, watchConsole } from './person.ts'
import { type Browser, expect, type Page, test } from './test.ts'

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const drawer = (page: Page) => page.getByRole('dialog', { name: /付款明细/ })

test('a plan is typed, an instalment paid, and the forecast has what is left', async ({ page }) => {
  const complaints = watchConsole(page)
  const { project, large, small } = await planned(page, '付款计划试账')
  await plan(page, project, small, [{ title: '包车款', due_at: day(-3), amount: '5000' }])
  await page.goto(`/contract/detail?project=${project}&code=${large}`)
  const panel = page.getByRole('region', { name: '付款计划' })
  await panel.getByRole('button', { name: '编辑计划' }).click()
  const dialog = page.getByRole('dialog', { name: '付款计划' })
  await dialog.getByRole('button', { name: '添加一期' }).click()
  await dialog.getByRole('textbox', { name: '第1行期次' }).fill('定金')
  await dialog.getByRole('textbox', { name: '第1行到期日' }).fill(day(5))
  await page.keyboard.press('Tab')
  await choose(dialog, '第1行科目', RENT)
  await choose(dialog, '第1行付款类型', '定金')
  await dialog.getByRole('textbox', { name: '第1行比例' }).fill('30')
  await expect(dialog.getByRole('textbox', { name: '第1行金额' })).toHaveValue('30,000.00')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('row', { name: /^定金 / })).toContainText('30,000.00')

  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByRole('link', { name: '待付清单' }).click()
  await expect(row(page, /^逾期/).first()).toContainText('5,000.00')
  await page.getByRole('checkbox', { name: /HT-002 包车款/ }).check()
  await page.getByRole('button', { name: '付款', exact: true }).click()
  await expect(drawer(page)).toContainText('包车款')
  await drawer(page)
    .getByLabel(/付款金额/)
    .fill('2000')
  await choose(drawer(page), /付款方式/, '现金')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(row(page, 'HT-002包车款')).toContainText('3,000.00')
  await expect(row(page, '合计')).toContainText('33,000.00')

  // 2,000 were paid of nothing received.
  await menu.getByRole('link', { name: '资金预测' }).click()
  await expect(page.getByRole('button', { name: /^当前余额 -2,000.00 元/ })).toBeVisible()
  await expect(page.getByRole('table', { name: '每周资金' })).toContainText('-35,000.00')
  expect(complaints).toEqual([])
})

test('a plan is typed and pasted, a milestone reached, instalments are paid one by one and together', {
  tag: '@all',
}, async ({ page }) => {
  const { project, large, small } = await planned(page, '付款计划试账')
  await plan(page, project, small, [{ title: '包车款', due_at: day(-3), amount: '5000' }])

  // The contract: 30 % typed, the others pasted; the fen that is left goes to the largest remainder.
  await page.goto(`/contract/detail?project=${project}&code=${large}`)
  const panel = page.getByRole('region', { name: '付款计划' })
  await expect(panel).toContainText('还没有付款计划')
  await panel.getByRole('button', { name: '编辑计划' }).click()
  const dialog = page.getByRole('dialog', { name: '付款计划' })
  await dialog.getByRole('button', { name: '添加一期' }).click()
  await dialog.getByRole('textbox', { name: '第1行期次' }).fill('定金')
  await dialog.getByRole('textbox', { name: '第1行到期日' }).fill(day(-2))
  await page.keyboard.press('Tab')
  await choose(dialog, '第1行科目', RENT)
  await choose(dialog, '第1行付款类型', '定金')
  await dialog.getByRole('textbox', { name: '第1行金额' }).fill('=60000+40000.02')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('付款计划合计不能超过合同总额')).toBeVisible()
  await dialog.getByRole('textbox', { name: '第1行比例' }).fill('30')
  await expect(dialog.getByRole('textbox', { name: '第1行金额' })).toHaveValue('30,000.00')
  await dialog.getByRole('button', { name: '粘贴表格' }).click()
  const box = dialog.getByRole('textbox', { name: '粘贴表格内容' })
  // Without the right to read the clipboard the page asks for Ctrl+V.
  await box.fill(`进度款\t${day(5)}\t30%\n尾款\t验收后\t40%`)
  await expect(dialog.getByRole('textbox', { name: '第3行金额' })).toHaveValue('40,000.01')
  await expect(dialog.getByRole('status')).toContainText('未排期 0.00')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  const planRow = (title: string) => panel.getByRole('row', { name: new RegExp(`^${title} `) })
  await expect(planRow('定金')).toContainText('逾期2天')
  await expect(planRow('尾款')).toContainText('待达成')
  await expect(planRow('尾款')).toContainText('40,000.01')

  // A contract whose amount changes says which instalments keep theirs.
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  const edited = page.getByRole('dialog', { name: '编辑合同' })
  await edited.getByRole('textbox', { name: /合同总额/ }).fill('200000')
  await expect(edited.getByText('付款计划各期金额不随合同总额变动：定金 30% 仍为 30,000.00 元')).toBeVisible()
  await edited.getByRole('textbox', { name: /合同总额/ }).fill('100000.01')
  await expect(edited.getByText('各期金额不随合同总额变动')).toBeHidden()
  await edited.getByRole('button', { name: '取消' }).click()
  await expect(edited).toBeHidden()

  // The milestone is reached, taken back, and reached again.
  await planRow('尾款').getByRole('button', { name: '登记达成' }).click()
  const reached = page.getByRole('dialog', { name: '登记达成' })
  await reached.getByRole('textbox', { name: '到期日' }).fill(day(20))
  await page.keyboard.press('Tab')
  await reached.getByRole('button', { name: '确定' }).click()
  await expect(planRow('尾款')).toContainText(day(20))
  await planRow('尾款').getByRole('button', { name: '撤销达成' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(planRow('尾款')).toContainText('待达成')

  // The list: overdue first; far groups are folded.
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByRole('link', { name: '待付清单' }).click()
  await expect(page).toHaveTitle('待付清单 - 付款计划试账 - 片账')
  await expect(row(page, /^逾期/).first()).toContainText('35,000.00')
  await expect(row(page, '合计')).toContainText('105,000.01')
  await expect(row(page, 'HT-001 尾款')).toBeHidden()
  await page.getByRole('button', { name: /^待达成/ }).click()
  await expect(row(page, 'HT-001尾款')).toBeVisible()

  // One is paid in the editor, which is filled in.
  await page.getByRole('checkbox', { name: /HT-002 包车款/ }).check()
  await expect(page.getByText('已选 1 条，合计 5,000.00 元')).toBeVisible()
  await page.getByRole('button', { name: '付款', exact: true }).click()
  await expect(drawer(page)).toContainText('包车款')
  await drawer(page).getByRole('button', { name: '取消' }).click()
  await expect(drawer(page)).toBeHidden()
  // What is not paid stays selected.
  await expect(page.getByText('已选 1 条，合计 5,000.00 元')).toBeVisible()
  await page.getByRole('button', { name: '付款', exact: true }).click()
  await expect(
    drawer(page)
      .getByLabel(/付款方/)
      .first(),
  ).toHaveValue('车辆公司')
  await expect(drawer(page)).toContainText('包车款')
  await drawer(page)
    .getByLabel(/付款金额/)
    .fill('2000')
  await choose(drawer(page), /付款方式/, '现金')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(row(page, 'HT-002包车款')).toContainText('3,000.00')

  // Two of different payees are paid together.
  await page.getByRole('checkbox', { name: /HT-002 包车款/ }).check()
  await page.getByRole('checkbox', { name: /HT-001 定金/ }).check()
  await page.getByRole('button', { name: '付款', exact: true }).click()
  const paying = page.getByRole('dialog', { name: '付款' })
  await expect(paying).toContainText('2 个收款人')
  await expect(paying.getByRole('row', { name: /合计/ })).toContainText('33,000.00')
  await choose(paying, '付款方式', '银行转账')
  await paying.getByRole('button', { name: '确定' }).click()
  await expect(paying).toBeHidden()
  await expect(row(page, /^逾期/)).toHaveCount(0)
  await expect(row(page, '合计')).toContainText('70,000.01')
  const { listTotal } = await call<{ listTotal: number }>(page, 'cost_executions', project)
  expect(listTotal).toBe(3)
  await page.reload()
  await expect(row(page, '合计')).toContainText('70,000.01')

  // Print: also what is folded.
  await page.evaluate('window.asked = 0; window.print = () => { window.asked++ }')
  await page.getByRole('button', { name: '打印' }).click()
  await expect.poll(() => page.evaluate('window.asked')).toBe(1)
  await expect(page.locator('.print-job')).toContainText('尾款')
})

async function opened(browser: Browser, phone: string, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInByApi(page, phone)
  await page.goto(address)
  return page
}

test('without the feature nothing of it is there', { tag: '@hard' }, async ({ page }) => {
  const { project } = await ownCompany(page, '没有付款计划')
  const { code } = await call<{ code: string }>(page, 'contracts', project, {
    out_code: 'HT-001',
    customer: '某某公司',
    amount: '100',
    category: '2',
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/contract/detail?project=${project}&code=${code}`)
  await expect(page.getByRole('heading', { name: '修改记录' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: '菜单' })
  await expect(menu.getByRole('link', { name: '付款', exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: /待付清单|资金预测/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '付款计划' })).toHaveCount(0)
  await page.getByRole('button', { name: '新增付款' }).click()
  await expect(drawer(page).getByLabel(/付款金额/)).toBeVisible()
  await expect(drawer(page).getByText('付款期次')).toHaveCount(0)
  expect(asked.filter((url) => /instalment|payable|Plan-/i.test(url))).toEqual([])
  await page.goto(`/payable/index?project=${project}`)
  await expect(page).not.toHaveURL(/payable/)
})

test("a colleague's payment moves the row; who pays the same instalment is told", { tag: '@all' }, async ({
  page,
  browser,
}) => {
  const { phone, project, small } = await planned(page, '两人付款')
  const [code] = await plan(page, project, small, [{ title: '包车款', due_at: day(1), amount: '5000' }])
  await page.goto(`/payable/index?project=${project}`)
  await expect(row(page, '包车款')).toContainText('5,000.00')
  const strip = page.getByRole('region', { name: '合同提醒' })
  await expect(strip).toContainText('包车款')
  const other = await opened(browser, phone, `/payable/index?project=${project}`)
  await other.getByRole('checkbox', { name: /HT-002 包车款/ }).check()
  await other.getByRole('button', { name: '付款', exact: true }).click()
  await choose(drawer(other), /付款方式/, '现金')
  // Meanwhile it is paid up.
  await call(page, 'payables/pay', project, { items: [{ code }], pay_at: day(0), pay_channel: '1' })
  await expect(row(page, '包车款')).toHaveCount(0)
  await expect(page.getByText('在合同详情的“付款计划”中排期后')).toBeVisible()
  await expect(strip).toBeHidden()
  await drawer(other).getByRole('button', { name: '确定' }).click()
  // First the payment that names it is shown, then the server refuses.
  const question = other.getByRole('dialog', { name: '疑似重复付款，确定保存？' })
  await expect(question).toContainText(/同一期次已有付款：FK\d+（.*5,000\.00 元，期次「包车款」）/)
  await question.getByRole('button', { name: '仍然保存' }).click()
  await expect(other.getByText('期次「包车款」已付清，请刷新后重试')).toBeVisible()
  const { listTotal } = await call<{ listTotal: number }>(page, 'cost_executions', project)
  expect(listTotal).toBe(1)
  await other.context().close()
})

test('contracts of one payee are one group; a payee is picked as the filter; a changed account is marked', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await planned(page, '按收款人')
  const features = [{ feature: 'payee', on: true }]
  await call(page, 'company/features', undefined, { items: features }, 'PUT')
  const payee = { kind: '1', name: '东阳木作工坊', account: '11112222' }
  const { code } = await call<{ code: string }>(page, 'payees', project, payee)
  for (const [out_code, customer] of [
    ['HT-101', '木作（一棚）'],
    ['HT-102', '木作（二棚）'],
  ] as const) {
    const body = { out_code, customer, amount: '300', category: '2', payee_code: code }
    const contract = await call<{ code: string }>(page, 'contracts', project, body)
    await plan(page, project, contract.code, [{ title: '工费', due_at: day(2), amount: '300' }])
  }
  await call(page, `payees/${code}`, project, { ...payee, account: '33334444' }, 'PUT')

  await page.goto(`/payable/index?project=${project}&order=payee`)
  await expect(page.getByRole('button', { name: /^东阳木作工坊/ })).toBeVisible()
  await expect(row(page, /^东阳木作工坊2 笔/)).toContainText('600.00')
  await expect(row(page, 'HT-101')).toContainText('木作（一棚）')
  await expect(row(page, 'HT-101').getByTitle(/^收款账号今天由.+修改，请电话核实$/)).toContainText(
    '账号今天修改',
  )
  // Both are one payment, so they are paid in the editor.
  await page.getByRole('checkbox', { name: /HT-101 工费/ }).check()
  await page.getByRole('checkbox', { name: /HT-102 工费/ }).check()
  await page.getByRole('button', { name: '付款', exact: true }).click()
  await expect(drawer(page)).toContainText('东阳木作工坊')
  await drawer(page).getByRole('button', { name: '取消' }).click()

  await page.goto(`/payable/index?project=${project}`)
  const filter = page.getByRole('combobox', { name: '收款人' })
  await filter.click()
  await filter.fill('dymz')
  await page.locator('.ant-select-item-option', { hasText: '东阳木作工坊' }).click()
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`payee_code=${code}`))
  await expect(row(page, '合计')).toContainText('600.00')
  await page.reload()
  await expect(page.getByText('收款人：东阳木作工坊')).toBeVisible()

  // Without payees the contract's party is typed.
  await call(page, 'company/features', undefined, { items: [{ feature: 'payee', on: false }] }, 'PUT')
  await page.goto(`/payable/index?project=${project}&order=payee`)
  await page.getByRole('textbox', { name: '收款人', exact: true }).fill('木作（一棚）')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(row(page, /^木作（一棚）1 笔/)).toContainText('300.00')
  await expect(row(page, 'HT-102')).toHaveCount(0)
})

test('a line of a payment names the instalment; with another contract it names none', {
  tag: '@hard',
}, async ({ page }) => {
  const { project, small, large } = await planned(page, '付款期次')
  await plan(page, project, small, [
    { title: '首期', due_at: day(2), amount: '1000' },
    { title: '尾款', due_at: day(9), amount: '4000' },
  ])
  await page.goto(`/contract/detail?project=${project}&code=${small}`)
  await page.getByRole('button', { name: '新增付款' }).click()
  const line = drawer(page).getByRole('tabpanel')
  await choose(line, '付款期次', '尾款')
  await expect(line.getByLabel(/付款金额/)).toHaveValue('4,000.00')
  await choose(line, /科目/, RENT)
  await choose(line, /付款方式/, '现金')
  await choose(line, /付款类型/, '报销')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  const panel = page.getByRole('region', { name: '付款计划' })
  await expect(panel.getByRole('row').filter({ hasText: '尾款' })).toContainText('已付清')
  await expect(panel.getByRole('row').filter({ hasText: '首期' })).toContainText('7天内')
  // An instalment that a line names stays.
  await panel.getByRole('button', { name: '编辑计划' }).click()
  const dialog = page.getByRole('dialog', { name: '付款计划' })
  await dialog.getByRole('button', { name: '移除第2行' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(/期次「尾款」已被付款 FK\d+ 使用，不能删除/)).toBeVisible()

  const { items } = await call<{ items: { code: string }[] }>(page, 'cost_executions', project)
  await page.goto(`/implement/cost?project=${project}&activeName=second`)
  await row(page, items[0]?.code ?? '')
    .getByRole('button', { name: '编辑' })
    .click()
  await expect(line.getByText('尾款')).toBeVisible()
  await choose(line, '合同编号', 'HT-001')
  await expect(line.getByRole('combobox', { name: '付款期次' })).toHaveCount(0)
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  const { cost_execution_details } = await call<{
    cost_execution_details: { instalment: object | null; contract: { code: string } }[]
  }>(page, `cost_executions/${items[0]?.code}`, project)
  expect(cost_execution_details).toMatchObject([{ instalment: null, contract: { code: large } }])
})
