import { today } from '@pianzhang/contract/calendar'
import { complaints as axe } from './axe.ts'
import { bookedIn, call, ownCompany, subjectsOf, upload } from './books.ts'
import { logInByApi, PASSWORD, watchConsole } from './person.ts'
import { png } from './png.ts'
import { type Browser, expect, type Page, test } from './test.ts'

const SET = '19000301'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

interface Request {
  code: string
  version: number
}

/** A project in which payments from 1,000 on need the producer, a clerk at a desk who asks, and the producer with a phone. */
async function production(browser: Browser, page: Page) {
  const { phone, project } = await ownCompany(page, '付款审批试账', ['approval', 'payee', 'cost_report'])
  const all = ['read', 'write', 'delete']
  const role = await call<{ code: string }>(page, 'roles', undefined, {
    name: '财务',
    desc: '付款',
    permissions: [
      { resource_model: 'cost_execution', actions: all },
      { resource_model: 'payment_request', actions: all },
      { resource_model: 'payee', actions: all },
    ],
  })
  const clerkPhone = `137${phone.slice(3)}`
  const added = await call<{ initial_password: string }>(page, 'users', undefined, {
    ...{
      name: '沈慧',
      phone: clerkPhone,
      role_code: role.code,
      project_codes: [project],
    },
  })
  const rules = await call<{ version: number; approvers: { code: string; name: string }[] }>(
    page,
    'payment_requests/rules',
    project,
  )
  const boss = rules.approvers.find(({ name }) => name === '周岚')?.code
  const bands = [
    { from: '0', steps: [] },
    { from: '1000', steps: [[boss]] },
  ]
  await call(
    page,
    'payment_requests/rules',
    project,
    { on: true, self_approve: false, bands, version: rules.version },
    'PUT',
  )
  const clerk = await (await browser.newContext()).newPage()
  const initial = added.initial_password
  await logInByApi(clerk, clerkPhone, initial)
  await call(clerk, 'sessions/password', undefined, { old_password: initial, password: PASSWORD }, 'PUT')
  return { phone, project, clerk }
}

/** The body of a request for one line. */
async function bodyOf(page: Page, project: string, payer: string, amount: string, more: object = {}) {
  const [subject] = await subjectsOf(page, project, [SET])
  const types = await call<{ items: { value: string }[] }>(page, 'selects/pay_categories', project)
  return {
    pay_at: today(new Date()),
    payer,
    post: '美术组',
    summary: `${payer}尾款`,
    payee_code: null,
    cost_execution_details: [
      {
        subject_three_code: subject,
        pay_channel: '1',
        pay_category_id: types.items.find(({ value }) => /^\d+$/.test(value))?.value,
        pay_amount: amount,
        ...more,
      },
    ],
  }
}

test('a payment is asked for, approved by the producer, and booked', { tag: '@short' }, async ({
  page,
  browser,
}) => {
  const complaints = watchConsole(page)
  const { project, clerk } = await production(browser, page)
  const [first, second] = await Promise.all(
    [
      ['横店木作', '48000'],
      ['图文中心', '6500'],
    ].map(async ([payer = '', amount = '']) =>
      call<Request>(clerk, 'payment_requests', project, {
        ...(await bodyOf(clerk, project, payer, amount)),
        submit: true,
      }),
    ),
  )
  await page.goto(`/approve?project=${project}`)
  await expect(page.getByRole('tab', { name: '待我审批 2' })).toHaveAttribute('aria-selected', 'true')
  const row = (code = '') => page.getByRole('row').filter({ hasText: code })
  await row(first?.code).getByRole('button', { name: first?.code, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '付款申请', exact: true })
  await expect(sheet.getByText('肆万捌仟元整')).toBeVisible()
  expect(await bookedIn(clerk, project)).toBe(0)
  await sheet.getByRole('button', { name: '同意' }).dblclick()
  await expect(sheet.getByText(/FK\d+/)).toBeVisible()
  await sheet.getByRole('button', { name: '下一条（还有 1 条）' }).click()
  await expect(sheet.getByText('陆仟伍佰元整')).toBeVisible()
  await sheet.getByRole('button', { name: '驳回' }).click()
  const dialog = page.getByRole('dialog', { name: '驳回付款申请' })
  await dialog.getByRole('textbox', { name: '驳回原因' }).fill('金额与合同不符')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(sheet.getByText('已驳回').first()).toBeVisible()
  await expect(sheet.getByText('金额与合同不符')).toBeVisible()
  expect(await bookedIn(clerk, project)).toBe(1)
  const sent = await call<{ state: string }>(clerk, `payment_requests/${second?.code}`, project)
  expect(sent.state).toBe('rejected')
  expect(complaints).toEqual([])
})

test('the clerk asks at a desk, the producer decides on a phone, the payment is booked', {
  tag: '@all',
}, async ({ page, browser }) => {
  const { phone, project, clerk } = await production(browser, page)
  const pocket = await browser.newContext(PHONE)
  const boss = await pocket.newPage()
  await logInByApi(boss, phone)
  const complaints = watchConsole(boss, [/409/, /422/])

  const voucher = await upload(clerk, project, '凭证', await png(400, 300, '#c88d0f'))
  const ask = async (payer: string, amount: string, more: object = {}) =>
    call<Request>(clerk, 'payment_requests', project, {
      ...(await bodyOf(clerk, project, payer, amount, more)),
      submit: true,
    })
  const first = await ask('横店木作', '48000', { voucher_attachment_codes: [voucher] })
  const second = await ask('图文中心', '6500')

  // The clerk's list at a desk: for whom it waits, no payment yet.
  await clerk.goto(`/approve?project=${project}`)
  const row = (code: string) => clerk.getByRole('row').filter({ hasText: code })
  await expect(clerk.getByRole('tab', { name: '我发起的' })).toHaveAttribute('aria-selected', 'true')
  await expect(row(first.code)).toContainText('审批中 · 待周岚')
  expect.soft(await axe(clerk), 'the list').toEqual([])
  expect(await bookedIn(clerk, project)).toBe(0)

  // The producer's phone: the count in the menu on any page, then cards with the sum.
  await boss.goto(`/implement/cost?project=${project}`)
  await boss.getByRole('button', { name: '菜单' }).click()
  await expect(boss.getByRole('link', { name: '付款审批 2' })).toBeVisible()
  await boss.getByRole('link', { name: '付款审批 2' }).click()
  await expect(boss.getByRole('tab', { name: '待我审批 2' })).toHaveAttribute('aria-selected', 'true')
  await expect(boss.getByText('待我审批 · 共 2 条')).toBeVisible()
  await expect(boss.getByText('54,500.00')).toBeVisible()
  expect.soft(await axe(boss), 'the cards').toEqual([])
  await boss.getByRole('button', { name: /横店木作/ }).click()
  const sheet = boss.getByRole('dialog', { name: '付款申请', exact: true })
  await expect(sheet.getByText('肆万捌仟元整')).toBeVisible()
  await expect(boss).toHaveURL(new RegExp(`code=${first.code}`))
  await expect(sheet.getByRole('heading', { name: `${SET} 内景搭建费` })).toBeVisible()
  await expect(sheet.getByText('超出 48,000.00')).toBeVisible()
  await sheet.getByRole('button', { name: '预览凭证图片 1' }).click()
  await expect(boss.getByRole('button', { name: '关闭预览' })).toBeVisible()
  await boss.goBack()
  await expect(boss.getByRole('button', { name: '关闭预览' })).toBeHidden()
  expect.soft(await axe(boss), 'the request').toEqual([])
  const { height, width } = (await sheet.getByRole('button', { name: '同意' }).boundingBox()) ?? {}
  const reject = await sheet.getByRole('button', { name: '驳回' }).boundingBox()
  expect(height).toBe(52)
  expect(reject?.height).toBe(52)
  expect(width).toBeGreaterThan(reject?.width ?? 0)

  // A double tap is one approval; the next request is offered.
  const approvals: string[] = []
  boss.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/approve')) approvals.push(one.url())
  })
  await sheet.getByRole('button', { name: '同意' }).dblclick()
  await expect(boss.getByText(/已同意，已生成付款 FK\d+/)).toBeVisible()
  expect(approvals).toHaveLength(1)
  await expect(row(first.code)).toContainText('已通过')
  await row(first.code).getByRole('link', { name: /^FK/ }).click()
  await expect(clerk.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
  await expect(clerk.getByRole('row').filter({ hasText: '横店木作' })).toContainText('48,000.00')
  expect(await bookedIn(clerk, project)).toBe(1)
  // The payment leads back to its request, and says what becomes of it.
  await clerk.getByRole('button', { name: /^FK/ }).first().click()
  const payment = clerk.getByRole('dialog', { name: /付款明细详情/ })
  await expect(payment.getByRole('link', { name: first.code })).toBeVisible()
  await clerk.keyboard.press('Escape')
  await clerk
    .getByRole('button', { name: /^删除 / })
    .first()
    .click()
  const question = clerk.getByRole('dialog', { name: '确定删除该条记录？' })
  await expect(question).toContainText(`由付款申请 ${first.code} 生成，删除后申请仍为“已通过”`)
  await question.getByRole('button', { name: '取消' }).click()
  await clerk.getByRole('button', { name: /^FK/ }).first().click()
  await payment.getByRole('link', { name: first.code }).click()
  await expect(clerk).toHaveURL(/\/approve\?/)
  await expect(clerk.getByRole('dialog', { name: '付款申请', exact: true })).toContainText(first.code)
  // What waits is in no figure of the cost report.
  await page.goto(`/report/cost?project=${project}`)
  await expect(page.getByRole('region', { name: '成本总览' })).toContainText('审批中（元）6,500.00')
  await page.getByRole('link', { name: '1 笔付款申请，未计入' }).click()
  await expect(page.getByRole('row').filter({ hasText: second.code })).toBeVisible()
  await sheet.getByRole('button', { name: '下一条（还有 1 条）' }).click()
  await expect(sheet.getByText('陆仟伍佰元整')).toBeVisible()

  // Sent back with a reason, which is then one of the last ones.
  await sheet.getByRole('button', { name: '驳回' }).click()
  const dialog = boss.getByRole('dialog', { name: '驳回付款申请' })
  expect.soft(await axe(boss), 'the reason').toEqual([])
  await dialog.getByRole('textbox', { name: '驳回原因' }).fill('缺')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入驳回原因（2至200个字符）')).toBeVisible()
  await dialog.getByRole('textbox', { name: '驳回原因' }).fill('金额与合同不符')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(sheet.getByText('已驳回').first()).toBeVisible()
  await sheet.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(sheet).toBeHidden()
  await expect(boss.getByText('没有等待您审批的付款申请')).toBeVisible()

  // The clerk corrects the amount and sends it again: the producer sees what is another.
  await clerk.goto(`/approve?project=${project}&code=${second.code}`)
  const drawer = clerk.getByRole('dialog', { name: '付款申请', exact: true })
  await expect(drawer.getByText('金额与合同不符')).toBeVisible()
  const { version } = await call<Request>(clerk, `payment_requests/${second.code}`, project)
  const body = { ...(await bodyOf(clerk, project, '图文中心', '6000')), version }
  await call(clerk, `payment_requests/${second.code}`, project, body, 'PUT')
  await expect(drawer.getByText('陆仟元整')).toBeVisible()
  await drawer.getByRole('button', { name: '再次提交' }).click()
  await expect(drawer.getByText('审批中 · 待周岚')).toBeVisible()
  await boss.getByRole('button', { name: /图文中心/ }).click()
  await expect(sheet.getByRole('heading', { name: '与上次提交相比' })).toBeVisible()
  await expect(sheet.getByRole('row').filter({ hasText: '6,500.00' }).first()).toContainText('6,000.00')
  await sheet.getByRole('button', { name: '同意' }).click()
  await expect(sheet.getByText(/FK\d+/)).toBeVisible()
  expect(await bookedIn(clerk, project)).toBe(2)
  // The paper form has who asked and who approved.
  await clerk.evaluate('window.print = () => {}')
  await drawer.getByRole('button', { name: '打印申请单' }).click()
  const paper = clerk.locator('.print-job')
  await expect(paper.getByText('付款申请单')).toBeAttached()
  await expect(paper.getByRole('row', { includeHidden: true }).filter({ hasText: '第1步' })).toContainText(
    '周岚同意',
  )
  expect(complaints).toEqual([])
  await pocket.close()
})

test('a request that was withdrawn meanwhile is refused in words and keeps the reason; several are approved at once', {
  tag: '@hard',
}, async ({ page, browser }) => {
  const { project, clerk } = await production(browser, page)
  const ask = async (payer: string, amount: string) =>
    call<Request>(clerk, 'payment_requests', project, {
      ...(await bodyOf(clerk, project, payer, amount)),
      submit: true,
    })
  const one = await ask('横店木作', '48000')
  await page.goto(`/approve?project=${project}&code=${one.code}`)
  const drawer = page.getByRole('dialog', { name: '付款申请', exact: true })
  await expect(drawer.getByText('肆万捌仟元整')).toBeVisible()
  // Withdrawn while the decision is on its way.
  await page.route(`**/payment_requests/${one.code}/reject`, async (route) => {
    await call(clerk, `payment_requests/${one.code}/withdraw`, project, { version: one.version })
    await route.continue()
  })
  await drawer.getByRole('button', { name: '驳回' }).click()
  const dialog = page.getByRole('dialog', { name: '驳回付款申请' })
  await dialog.getByRole('textbox', { name: '驳回原因' }).fill('请补合同')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`付款申请 ${one.code} 已由沈慧撤回`)
  await expect(dialog.getByRole('textbox', { name: '驳回原因' })).toHaveValue('请补合同')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(drawer.getByText('已撤回').first()).toBeVisible()
  await expect(drawer.getByRole('button', { name: '同意' })).toBeHidden()
  // Withdrawn while it is being approved: said in the page, and nothing is booked.
  const other = await ask('运输公司', '7200')
  await page.goto(`/approve?project=${project}&code=${other.code}`)
  await page.route(`**/payment_requests/${other.code}/approve`, async (route) => {
    await call(clerk, `payment_requests/${other.code}/withdraw`, project, { version: other.version })
    await route.continue()
  })
  await drawer.getByRole('button', { name: '同意' }).click()
  await expect(drawer.getByRole('alert')).toContainText(`付款申请 ${other.code} 已由沈慧撤回`)
  expect(await bookedIn(clerk, project)).toBe(0)
  await drawer.getByRole('button', { name: '关闭', exact: true }).last().click()

  // A link is the first entry of the document: Back leads to the list, not out of it.
  await page.goto(`/approve?project=${project}&code=${one.code}`)
  await expect(drawer.getByText('肆万捌仟元整')).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/approve\?project=[^&]+$/)

  await ask('图文中心', '6500')
  await ask('照明公司', '2500')
  await expect(page.getByRole('tab', { name: '待我审批 2' })).toBeVisible()
  await page
    .getByRole('checkbox', { name: /全选|选择本页|全部/ })
    .first()
    .check()
  await page.getByRole('button', { name: '同意', exact: true }).click()
  const question = page.getByRole('dialog', { name: '确定同意所选付款申请？' })
  await expect(question).toContainText('共 2 条，合计 9,000.00 元（玖仟元整）')
  await question.getByRole('button', { name: '同意' }).click()
  await expect(page.getByText('已同意 2 条，已生成付款 2 笔')).toBeVisible()
  expect(await bookedIn(clerk, project)).toBe(2)
})
