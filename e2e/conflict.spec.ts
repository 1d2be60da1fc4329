import { book, call, projectCode } from './books.ts'
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
