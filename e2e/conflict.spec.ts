import { book, call, newProject, ownCompany, projectCode } from './books.ts'
import { notice, row } from './conflict.ts'
import { drawer, field, tabs } from './editor.ts'
import { ADMIN, CLERK, enter, logInByApi } from './person.ts'
import { type Browser, expect, type Page, test } from './test.ts'

const PROJECT = '长河灯火'

/** A colleague who works through the API only. */
async function colleague(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInByApi(page, ADMIN)
  return page
}

interface Line {
  code: string
  subject_three_code: string
  pay_channel_code: string
  pay_category_id: string
  pay_amount_yuan: string
  remark: string
}
interface Payment {
  version: number
  pay_at: string
  payer: string
  post: string
  summary: string
  pay_amount_yuan: string
  cost_execution_details: Line[]
}
const bodyOf = ({ cost_execution_details: lines, ...payment }: Payment) => ({
  ...payment,
  cost_execution_details: lines.map((line) => ({
    code: line.code,
    subject_three_code: line.subject_three_code,
    pay_channel: line.pay_channel_code,
    pay_category_id: line.pay_category_id,
    pay_amount: line.pay_amount_yuan,
    remark: line.remark,
  })),
})

test('two people on one payment: what both changed is shown, and nothing is overwritten without a word', {
  tag: '@short',
}, async ({ page, browser }) => {
  await enter(page, CLERK, '/implement/cost?activeName=second', '付款')
  const project = await projectCode(page, PROJECT)
  const code = await book(page, project, '两人同改', '100000')
  const other = await colleague(browser)
  const read = () => call<Payment>(page, `cost_executions/${code}`, project)
  await page.getByPlaceholder('付款编号、付款方、摘要或备注').fill(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/keywords=/)
  await page.getByRole('button', { name: `编辑 ${code}` }).click()
  await expect(tabs(page).first()).toBeVisible()

  // The colleague changes payer and amount; this person the remark and the amount too.
  const found = bodyOf(await read())
  const lines = found.cost_execution_details.map((line) => ({ ...line, pay_amount: '9999.99' }))
  const theirs = { ...found, payer: '同事改的付款方', cost_execution_details: lines }
  await call(other, `cost_executions/${code}`, project, theirs, 'PUT')
  await field(page, '备注').fill('我的备注')
  await field(page, /付款金额/).fill('8,888')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(notice(page)).toContainText('已采用对方的修改：付款方 两人同改 → 同事改的付款方')
  await expect(field(page, /付款金额/)).toHaveValue('8,888.00')
  expect(await read()).toMatchObject({ payer: '同事改的付款方', pay_amount_yuan: '9999.99' })
  await row(page, '详情1 付款金额')
    .getByText(/采用对方的/)
    .click()
  await expect(field(page, /付款金额/)).toHaveValue('9,999.99')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  const saved = await read()
  expect(saved).toMatchObject({ payer: '同事改的付款方', pay_amount_yuan: '9999.99' })
  expect(saved.cost_execution_details.map(({ remark }) => remark)).toEqual(['我的备注'])
  await call(other, `cost_executions/${code}`, project, {}, 'DELETE')
})

test('two people on one payment with its lines: nothing is overwritten without a word', {
  tag: '@all',
}, async ({ page, browser }) => {
  await enter(page, CLERK, '/implement/cost?activeName=second', '付款')
  const project = await projectCode(page, PROJECT)
  const code = await book(page, project, '两人同改', '100000')
  const other = await colleague(browser)
  const read = () => call<Payment>(page, `cost_executions/${code}`, project)
  /** The colleague changes the payment as it is now. */
  const change = async (edit: (body: ReturnType<typeof bodyOf>) => object) =>
    await call(
      other,
      `cost_executions/${code}`,
      project,
      { ...bodyOf(await read()), ...edit(bodyOf(await read())) },
      'PUT',
    )
  await change(({ cost_execution_details: [line] }) => ({
    cost_execution_details: [line, { ...line, code: undefined, pay_amount: '1234.50' }],
  }))
  await page.goto(`/implement/cost?activeName=second&keywords=${code}`)
  const edit = async () => {
    await page.getByRole('button', { name: '编辑' }).click()
    await expect(tabs(page).first()).toBeVisible()
  }

  // The colleague changes the amount of the second line, this person the remark of the first.
  await edit()
  await change(({ cost_execution_details: [one, two] }) => ({
    cost_execution_details: [one, { ...two, pay_amount: '9999.99' }],
  }))
  await field(page, '备注').fill('我的备注')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(notice(page)).toBeFocused()
  await expect(notice(page)).toContainText('已采用对方的修改：详情2 付款金额 1,234.50 → 9,999.99')
  await expect(drawer(page).getByRole('status', { name: /付款总额/ })).toHaveText('109,999.99')
  await expect(field(page, '备注')).toHaveValue('我的备注')
  await tabs(page).nth(1).click()
  await expect(drawer(page).getByText('已采用对方的修改，原为：1,234.50')).toBeVisible()

  // Typed over: a save would undo it, and says so. Meanwhile the colleague saves once more.
  await field(page, /付款金额/).fill('8,888')
  await expect(notice(page)).toContainText('再次保存将覆盖他人的修改：详情2 付款金额 9,999.99 → 8,888.00')
  await change(({ cost_execution_details: [one, two] }) => ({
    payer: '同事改的付款方',
    cost_execution_details: [one, { ...two, pay_amount: '7777.00' }],
  }))
  await drawer(page).getByRole('button', { name: '覆盖保存' }).click()
  await expect(notice(page)).toContainText('已采用对方的修改：付款方 两人同改 → 同事改的付款方')
  await expect(notice(page)).toContainText('再次保存将覆盖他人的修改：详情2 付款金额 7,777.00 → 8,888.00')
  expect((await read()).pay_amount_yuan).toBe('107777.00')

  // By keyboard: the colleague's value, back to one's own.
  await row(page, '详情2 付款金额')
    .getByRole('radio', { name: /保留我的/ })
    .focus()
  await page.keyboard.press('ArrowRight')
  await expect(field(page, /付款金额/)).toHaveValue('7,777.00')
  await expect(drawer(page).getByRole('button', { name: '覆盖保存' })).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(field(page, /付款金额/)).toHaveValue('8,888.00')
  await row(page, '详情2 付款金额')
    .getByText(/采用对方的/)
    .click()
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  const saved = await read()
  expect(saved).toMatchObject({ payer: '同事改的付款方', pay_amount_yuan: '107777.00' })
  expect(saved.cost_execution_details.map(({ remark }) => remark)).toEqual(['我的备注', ''])

  // A line removed by the colleague and edited here; then the payment is deleted.
  await edit()
  await tabs(page).nth(1).click()
  await field(page, '备注').fill('这条不能丢')
  await change(({ cost_execution_details: [one] }) => ({ cost_execution_details: [one] }))
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(row(page, '详情2')).toContainText('采用对方的 删除')
  await expect(tabs(page)).toHaveCount(2)
  await call(other, `cost_executions/${code}`, project, {}, 'DELETE')
  await drawer(page).getByRole('button', { name: '覆盖保存' }).click()
  await expect(notice(page)).toContainText('该记录已被删除，无法保存。')
  await expect(field(page, '备注')).toHaveValue('这条不能丢')
  await notice(page).getByRole('button', { name: '转为新付款' }).click()
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  await page.goto('/implement/cost?activeName=second&keywords=同事改的付款方')
  const remade = page.getByRole('row', { name: /同事改的付款方/ })
  await expect(remade).toContainText('107,777.00')
  await remade.getByRole('button', { name: '删除' }).click()
  await page
    .getByRole('dialog', { name: /确定删除/ })
    .getByRole('button', { name: '确定' })
    .click()
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await other.context().close()
})

interface Role {
  code: string
  permissions: { code: string; resource_model: string; actions: string[] }[]
}

test('a contract, a role and the number of episodes: both people’s changes are kept, and typed text stays', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '两人同改')
  await newProject(page, '另一个项目')

  // A dialog: of one field each, both are stored; then the contract is deleted under what is typed.
  const CONTRACT = { out_code: 'HT-1', customer: '华映', category: '0', amount: '100' }
  const { code } = await call<{ code: string }>(page, 'contracts', project, CONTRACT)
  const contract = `contracts/${code}`
  await page.goto(`/contract/detail?project=${project}&code=${code}`)
  const dialog = page.getByRole('dialog', { name: '编辑合同' })
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await dialog.getByLabel('备注').fill('我的备注')
  await call(page, contract, project, { ...CONTRACT, amount: '250.5', customer: '星河' }, 'PUT')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(notice(dialog)).toBeFocused()
  await expect(notice(dialog)).toContainText('合同主体 华映 → 星河；合同总额（元） 100.00 → 250.50')
  await expect(dialog.getByLabel('合同主体')).toHaveValue('星河')
  await expect(dialog.getByText('已采用对方的修改，原为：华映')).toBeVisible()
  await dialog.getByLabel('合同主体').fill('我改的主体')
  await expect(notice(dialog)).toContainText('再次保存将覆盖他人的修改：合同主体 星河 → 我改的主体')
  // The mark at the field stays through its validation.
  const typed = dialog.getByLabel('合同主体')
  await typed.fill('')
  await expect(dialog.getByText('请输入合同主体', { exact: true })).toBeVisible()
  await typed.pressSequentially('我改的主体')
  await expect(dialog.getByText('请输入合同主体', { exact: true })).toBeHidden()
  await expect(dialog.getByText('对方保存的是：星河')).toBeVisible()
  await row(dialog, '合同主体')
    .getByText(/采用对方的/)
    .click()
  await expect(dialog.getByLabel('合同主体')).toHaveValue('星河')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  expect(await call(page, contract, project)).toMatchObject({
    customer: '星河',
    amount_yuan: '250.50',
    remark: '我的备注',
  })
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await dialog.getByLabel('备注').fill('还没保存')
  const reloaded = page.waitForResponse(
    (answer) => answer.url().includes(contract) && answer.status() === 404,
  )
  await call(page, contract, project, {}, 'DELETE')
  await reloaded
  await expect(dialog.getByLabel('备注')).toHaveValue('还没保存')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(notice(dialog)).toContainText('该记录已被删除，无法保存。')
  await expect(dialog.getByLabel('备注')).toHaveValue('还没保存')
  // As where the page is served without TLS.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
  await notice(dialog).getByRole('button', { name: '复制填写的内容' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(page.getByText('合同不存在或已被删除')).toBeVisible()

  // The number of episodes: leaving asks, also for the other tab of the page.
  await page.goto(`/budget/cost?project=${project}&activeName=first`)
  const episodes = page.getByRole('textbox', { name: '集数' })
  await page.getByRole('button', { name: '编辑集数' }).click()
  await episodes.fill('40')
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  // The page's own link leads to the tab that was chosen last.
  for (const leave of [page.getByRole('tab', { name: '明细' }), link('费用预算'), link('收款')]) {
    await leave.click()
    await page.getByRole('button', { name: '继续编辑' }).click()
    await expect(episodes).toHaveValue('40')
  }
  await call(page, 'cost_budgets/dashboard/epis', project, { epis: 30 }, 'PUT')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('同事已将集数改为 30，再次保存将覆盖为 40')).toBeVisible()
  await page.getByRole('button', { name: '覆盖保存' }).click()
  await expect(episodes).toBeHidden()
  expect(await call(page, 'cost_budgets/dashboard/epis', project)).toMatchObject({ epis: 40 })

  // The rights of a role: another resource each.
  const ROLE = {
    name: '审核',
    desc: '看合同',
    permissions: [{ resource_model: 'contract', actions: ['read'] }],
  }
  const role = await call<Role>(page, 'roles', undefined, ROLE)
  await page.goto(`/manage/roledetail?code=${role.code}`)
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await box('收款 查看').check()
  await page.getByLabel('角色名称').fill('审核一')
  const theirs = {
    ...ROLE,
    desc: '管合同',
    permissions: [{ resource_model: 'contract', actions: ['read', 'write'] }],
  }
  await call(page, `roles/${role.code}`, undefined, theirs, 'PUT')
  await page.getByRole('button', { name: '修 改' }).click()
  await expect(notice(page)).toContainText('权限描述 看合同 → 管合同；合同权限 查看 → 查看、新增/编辑')
  await expect(box('合同 新增/编辑')).toBeChecked()
  await box('合同 新增/编辑').uncheck()
  await expect(page.getByRole('button', { name: '覆盖保存' })).toBeVisible()
  await row(page, '合同权限')
    .getByText(/采用对方的/)
    .click()
  await expect(box('合同 新增/编辑')).toBeChecked()

  // A project that could not be opened: the form is still there, and still asks.
  const stay = async () => {
    await page.getByRole('link', { name: '返回角色管理' }).click()
    await page.getByRole('button', { name: '继续编辑' }).click()
  }
  await stay()
  await page.getByRole('button', { name: /切换项目/ }).click()
  await expect(page.getByRole('menuitem', { name: '另一个项目' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('menuitem', { name: '另一个项目' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(page.getByText('无法连接服务器，请检查网络后重试').first()).toBeVisible()
  await page.context().setOffline(false)
  await stay()
  await page.getByRole('button', { name: '修 改' }).click()
  await expect(page).toHaveURL(/\/manage\/role$/)
  const saved = await call<Role & { name: string; desc: string }>(page, `roles/${role.code}`)
  expect(saved).toMatchObject({ name: '审核一', desc: '管合同' })
  expect(
    Object.fromEntries(saved.permissions.map((one) => [one.resource_model, one.actions.toSorted()])),
  ).toMatchObject({
    contract: expect.arrayContaining(['read', 'write']) as string[],
    investment_execution: expect.arrayContaining(['read']) as string[],
  })
})

test('a project that is archived while two versions are compared: the question and what was typed stay', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '归档中')
  const BODY = { out_code: 'HT-1', customer: '华映', category: '0', amount: '100' }
  const { code } = await call<{ code: string }>(page, 'contracts', project, BODY)
  await page.goto(`/contract/detail?project=${project}&code=${code}`)
  const dialog = page.getByRole('dialog', { name: '编辑合同' })
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await dialog.getByLabel('合同主体').fill('我改的主体')
  await call(page, `contracts/${code}`, project, { ...BODY, customer: '星河' }, 'PUT')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(row(dialog, '合同主体')).toBeVisible()

  await call(page, `projects/${project}/archive`, undefined, {})
  await expect(page.getByText('项目已归档，仅可查看和导出。')).toBeVisible()
  await dialog.getByRole('button', { name: '覆盖保存' }).click()
  // Beside the strip above the page, the refusal is a toast.
  await expect(page.getByText('项目已归档，仅可查看和导出。')).toHaveCount(2)
  await expect(dialog.getByLabel('合同主体')).toHaveValue('我改的主体')
  await expect(row(dialog, '合同主体')).toBeVisible()

  await call(page, `projects/${project}/unarchive`, undefined, {})
  await dialog.getByRole('button', { name: '覆盖保存' }).click()
  await expect(dialog).toBeHidden()
  expect(await call(page, `contracts/${code}`, project)).toMatchObject({ customer: '我改的主体' })
})
