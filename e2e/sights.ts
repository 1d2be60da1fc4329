import { fileURLToPath } from 'node:url'
import { today } from '@pianzhang/contract/calendar'
import { book, call, newProject, projectCode, subjectsOf } from './books.ts'
import { makeCompany } from './company.ts'
import { ADMIN, CLERK, enter, signIn } from './person.ts'
import { expect, type Locator, type Page } from './test.ts'

/** Pages and dialogs that are looked at for contrast, names and targets, at 1440 and at 390 px. */

export interface Sight {
  name: string
  /** Leads there from wherever the page is. */
  go: (page: Page) => Promise<unknown>
  /** What is there when it is complete. */
  there: (page: Page) => Locator
}

export interface Walk {
  name: string
  enter: (page: Page) => Promise<unknown>
  sights: readonly Sight[]
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Opens an address, unless it is open: then only what lies over it is closed. */
async function show(page: Page, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, page.url())
  const now = new URL(page.url())
  const isOpen =
    now.pathname === pathname &&
    [...searchParams].every(([name, value]) => now.searchParams.get(name) === value)
  if (!isOpen) await page.goto(address)
  const dialogs = page.getByRole('dialog')
  const discard = page.getByRole('button', { name: '放弃修改' })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click()
    else if (await dialogs.last().isVisible()) await page.keyboard.press('Escape')
    await expect(dialogs).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Clicks an action of the first row, or of the one named `of`: its button in the table, or in the menu 操作 of a card or of a row. */
async function act(page: Page, name: string, of = ''): Promise<void> {
  const direct = button(page, new RegExp(`^${name} ${of}`))
  const more = button(page, new RegExp(`^(操作|更多操作) ${of}`))
  await expect(direct.or(more).first()).toBeVisible()
  if (await direct.isVisible()) return direct.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** A list, then dialogs that its rows open. */
const rowsOf = (
  name: string,
  address: string,
  first: (page: Page) => Locator,
  actions: Record<string, string | RegExp>,
) => [
  { name, go: (page: Page) => show(page, address), there: first },
  ...Object.entries(actions).map(([action, title]) => ({
    name: `${name}: ${action}`,
    go: async (page: Page) => {
      await show(page, address)
      await act(page, action)
    },
    there: (page: Page) => dialog(page, title),
  })),
]

/** What a button of the page opens. */
const opened = (address: string, press: string | RegExp, title: string | RegExp = press): Sight => ({
  name: `${address.split('?')[0]}: ${press}`,
  go: async (page) => {
    await show(page, address)
    await button(page, press).click()
  },
  there: (page) => dialog(page, title),
})

const record = (page: Page) => page.locator('[data-row-key]').first()
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).first()
const at = (name: string, address: string, there: (page: Page) => Locator): Sight => ({
  name,
  go: (page) => show(page, address),
  there,
})
const inProject = (page: Page) => enter(page, CLERK, '/general/index', '项目总览')

const CANCEL = '确定删除该条记录？'

/** Locks the cost budget of the demo, or unlocks it. */
async function setLocked(page: Page, locked: boolean): Promise<void> {
  const project = await projectCode(page, '长河灯火')
  const { items, locked: now } = await call<{ items: { code: string }[]; locked: object | null }>(
    page,
    'budget_versions',
    project,
  )
  if (locked === (now !== null)) return
  if (locked) await call(page, 'budget_versions', project, { name: `第${items.length + 1}稿` })
  else await call(page, `budget_versions/${items[0]?.code}/unlock`, project, { reason: '按新场景修改' })
}

const budgets: Walk = {
  name: 'budgets',
  enter: async (page) => {
    await inProject(page)
    await setLocked(page, true)
  },
  sights: [
    at('locked cost budget: statistics', '/budget/cost?activeName=first', (page) =>
      page.getByRole('region', { name: '科目预算' }).getByRole('img'),
    ),
    at('locked cost budget', '/budget/cost?activeName=second', (page) => page.getByText('预算已锁定')),
    ...rowsOf('budget versions', '/budget/version', (page) => page.getByText('预算已锁定'), {
      解锁: '解锁预算',
    }),
    at('budget moves', '/budget/version?tab=moves', (page) => page.getByText('预算已锁定')),
    opened('/budget/version?tab=moves', '预算调剂'),
    at('budget comparison', '/budget/version?tab=compare', (page) => page.getByText('剧本及版权费').first()),
    {
      name: 'budget versions, unlocked',
      go: async (page) => {
        await setLocked(page, false)
        await page.goto('/budget/version')
      },
      there: (page) => page.getByText('预算未锁定'),
    },
    opened('/budget/version', '锁定预算'),
    ...rowsOf('cost budget', '/budget/cost?activeName=second', record, {
      编辑: '编辑费用预算',
      删除: CANCEL,
    }),
    opened('/budget/cost?activeName=second', '新增费用预算'),
    opened('/budget/cost?activeName=second', '批量新增', '批量新增费用预算'),
    ...rowsOf('investment budget', '/budget/investment', record, { 编辑: '编辑投资预算', 删除: CANCEL }),
    opened('/budget/investment', '新增投资预算'),
    opened('/budget/investment', '批量新增', '批量新增投资预算'),
  ],
}

const receipts: Walk = {
  name: 'receipts and petty cash',
  enter: inProject,
  sights: [
    at('receipts: statistics', '/implement/investment?activeName=first', (page) =>
      page.getByRole('main').getByRole('img').first(),
    ),
    ...rowsOf('receipts', '/implement/investment?activeName=second', record, {
      详情: '收款详情',
      编辑: '编辑收款',
      删除: CANCEL,
    }),
    opened('/implement/investment?activeName=second', '新增收款'),
    opened('/implement/investment?activeName=second', '批量新增', '批量新增收款'),
    ...rowsOf('petty cash', '/implement/cash?activeName=d&written_off=0', record, {
      详情: '备用金明细详情',
      编辑: '编辑备用金明细',
      删除: CANCEL,
    }),
    opened('/implement/cash?activeName=d', '核销记录'),
    opened('/implement/cash?activeName=d', '批量新增', /批量新增/),
  ],
}

const contracts: Walk = {
  name: 'contracts and reminders',
  enter: inProject,
  sights: [
    ...rowsOf('contracts', '/contract/index', record, { 编辑: '编辑合同', 删除: CANCEL }),
    ...rowsOf('a contract alone', '/contract/index?keywords=HT-2026-040', record, {
      关联补充协议: '关联补充协议',
    }),
    opened('/contract/index', '批量新增', '批量新增合同'),
    {
      name: 'a contract',
      go: async (page) => {
        const project = await projectCode(page, '长河灯火')
        const { items } = await call<{ items: { code: string }[] }>(page, 'contracts?per_page=20', project)
        await page.goto(`/contract/detail?code=${items[0]?.code}`)
      },
      there: heading('修改记录'),
    },
    {
      name: 'the payment plan of a contract',
      go: async (page) => {
        const project = await projectCode(page, '长河灯火')
        const { items } = await call<{ items: { code: string }[] }>(
          page,
          'contracts?keywords=HT-&per_page=100',
          project,
        )
        const planned = items.at(-1)
        await page.goto(`/contract/detail?code=${planned?.code}`)
        await page.getByRole('button', { name: '编辑计划' }).click()
      },
      there: (page) => dialog(page, '付款计划'),
    },
    at('payables', '/payable/index', record),
    at('payables by party', '/payable/index?order=payee', record),
    at('forecast', '/payable/forecast', (page) => page.getByRole('img', { name: /^每周末余额/ })),
    ...rowsOf('reminders', '/contract/ContractCautions', record, {
      详情: '提醒详情',
      编辑: '编辑提醒',
      删除: CANCEL,
    }),
  ],
}

const invoices: Walk = {
  name: 'invoices',
  enter: inProject,
  sights: [
    ...rowsOf('invoices', '/invoice/index', record, { 详情: '发票详情', 查验: '发票查验' }),
    ...rowsOf('unused invoices', '/invoice/index?status=2', record, { 作废: /^作废/ }),
  ],
}

const project: Walk = {
  name: 'overview and settings',
  enter: inProject,
  sights: [
    at('overview', '/general/index', (page) => page.getByRole('row').filter({ hasText: '演员酬金' })),
    {
      name: 'project facts',
      go: async (page) => {
        await page.goto('/general/index')
        await page.getByRole('tab', { name: '项目信息' }).click()
      },
      there: (page) => page.getByText('故事梗概'),
    },
    at('subjects', '/setting/subject', record),
    at('payment types', '/setting/PayType', record),
    ...rowsOf('investment types', '/setting/InvestmentType', record, { 修改: '修改投资类型' }),
    opened('/setting/InvestmentType', '新增投资类型'),
  ],
}

const REPORT = '/report/cost'
const costReport: Walk = {
  name: 'cost report',
  enter: inProject,
  sights: [
    at('cost report', REPORT, (page) => page.getByText('预计总成本').first()),
    opened(REPORT, '出具报告', '确定出具成本报告？'),
    at('cost report: chart', `${REPORT}?view=chart`, (page) => page.getByText('差异').first()),
    at('daily costs', `${REPORT}?tab=daily`, (page) => page.getByRole('img', { name: /^累计发生/ })),
    opened(`${REPORT}?tab=daily`, '拍摄日'),
    at('issued reports', `${REPORT}?tab=reports`, record),
    {
      name: 'an issued report',
      go: async (page) => {
        await show(page, `${REPORT}?tab=reports`)
        await button(page, /^第\d+期/).click()
      },
      there: (page) => page.getByText(/^与当前账面一致|^当前账面截至同日/).first(),
    },
    {
      name: 'shares of a contract',
      go: async (page) => {
        const project = await projectCode(page, '长河灯火')
        const { items } = await call<{ items: { code: string }[] }>(
          page,
          'contracts?per_page=20&categories=2',
          project,
        )
        await page.goto(`/contract/detail?code=${items[0]?.code}`)
        await button(page, '编辑分摊').click()
        await button(dialog(page, '科目分摊'), '添加科目').click()
      },
      there: (page) => dialog(page, '科目分摊').getByRole('textbox').last(),
    },
  ],
}

const LABOR = '/tax/labor'
const laborTax: Walk = {
  name: 'labor tax',
  enter: async (page) => {
    const { phone } = await makeCompany(1)
    await signIn(page, phone)
    const items = ['payee', 'labor_tax'].map((feature) => ({ feature, on: true }))
    await call(page, 'company/features', undefined, { items }, 'PUT')
    const made = await newProject(page, '劳务个税试账')
    const [subject] = await subjectsOf(page, made, ['19000301'])
    const types = await call<{ items: { value: string }[] }>(page, 'selects/pay_categories', made)
    const pay_category_id = types.items.find(({ value }) => /^\d+$/.test(value))?.value
    const person = { name: '周砚秋', kind: '0', id_type: '1', id_number: '11010519490307001X' }
    const { code: payee_code } = await call<{ code: string }>(page, 'payees', made, person)
    await call(page, 'labor_tax/setting', made, { vat: 'invoice', surcharge: '3.5' }, 'PUT')
    const fee = { payee_code, pay_at: today(new Date()), kind: 'labor', amount: '30000' }
    const payment = { subject_three_code: subject, pay_channel: '2', pay_category_id }
    await call(page, 'labor_tax', made, { ...fee, basis: 'net', payment })
    await call(page, 'labor_tax', made, { ...fee, basis: 'gross' })
    await call(page, `projects/${made}/selected`, undefined, {})
    await page.goto(LABOR)
  },
  sights: [
    {
      name: 'fees and the calculator',
      go: async (page) => {
        await show(page, LABOR)
        await page.getByRole('textbox', { name: '税前金额（元）' }).fill('30000')
      },
      there: (page) => page.getByRole('region', { name: '计算结果' }),
    },
    ...rowsOf('fees', LABOR, record, { 付款与备注: '付款与备注', 删除: CANCEL }),
    opened(LABOR, '设置增值税处理方式', '劳务费增值税设置'),
    at('fees of a month by person', `${LABOR}?tab=people`, record),
    ...rowsOf('taxes due', `${LABOR}?tab=due`, record, { 缴税: /^缴纳/ }),
  ],
}

const MISSING = '/invoice/missing'
const missingInvoices: Walk = {
  name: 'missing invoices',
  enter: async (page) => {
    const { phone } = await makeCompany(1)
    await signIn(page, phone)
    const items = [{ feature: 'missing_invoice', on: true }]
    await call(page, 'company/features', undefined, { items }, 'PUT')
    const made = await newProject(page, '欠票试账')
    await book(page, made, '横店某某置景工程有限公司', '158100.00', { voucher_category: '6' })
    await book(page, made, '某某小餐馆', '1200')
    await call(page, `projects/${made}/selected`, undefined, {})
    await page.goto(MISSING)
  },
  sights: [
    {
      name: 'a payer and the message to it',
      go: async (page) => {
        await show(page, MISSING)
        await button(page, /^横店某某置景工程有限公司 1 笔/).click()
        await button(page, '复制催票信息 横店某某置景工程有限公司').click()
      },
      there: (page) =>
        page.getByRole('region', { name: /^催票信息/ }).getByRole('button', { name: '复制', exact: true }),
    },
    opened(MISSING, '开票信息', '开票信息'),
    ...rowsOf('lines by age', `${MISSING}?tab=ages`, record, { 补票: '补票' }),
  ],
}

const APPROVE = '/approve'
const asked = (page: Page) => dialog(page, '付款申请')
/** Opens the request that waits. */
const ask = async (page: Page): Promise<void> => {
  await show(page, APPROVE)
  await record(page).getByRole('button').first().click()
  await asked(page).waitFor()
}
const approvals: Walk = {
  name: 'approvals',
  enter: async (page) => {
    const { phone } = await makeCompany(1)
    await signIn(page, phone)
    const items = ['approval', 'payee', 'cost_report'].map((feature) => ({ feature, on: true }))
    await call(page, 'company/features', undefined, { items }, 'PUT')
    const made = await newProject(page, '付款审批试账')
    const { approvers, version } = await call<{
      version: number
      approvers: { code: string; kind: string }[]
    }>(page, 'payment_requests/rules', made)
    const boss = approvers.find(({ kind }) => kind === 'user')?.code
    const bands = [{ from: '0', steps: [[boss]] }]
    await call(page, 'payment_requests/rules', made, { on: true, self_approve: true, bands, version }, 'PUT')
    const [subject] = await subjectsOf(page, made, ['19000301'])
    const types = await call<{ items: { value: string }[] }>(page, 'selects/pay_categories', made)
    const pay_category_id = types.items.find(({ value }) => /^\d+$/.test(value))?.value
    const send = (payer: string, pay_amount: string) =>
      call<{ code: string; version: number }>(page, 'payment_requests', made, {
        pay_at: today(new Date()),
        payer,
        post: '美术组',
        summary: '内景木作尾款',
        submit: true,
        cost_execution_details: [
          { subject_three_code: subject, pay_channel: '1', pay_category_id, pay_amount },
        ],
      })
    const { code, version: sent } = await send('横店木作', '48000')
    await call(page, `payment_requests/${code}/approve`, made, { version: sent })
    await send('图文中心', '6500')
    await call(page, `projects/${made}/selected`, undefined, {})
    await page.goto(APPROVE)
  },
  sights: [
    at('requests that wait', APPROVE, record),
    at('all requests', `${APPROVE}?tab=all`, record),
    opened(APPROVE, '审批规则'),
    opened(APPROVE, '代理审批'),
    { name: 'a request', go: ask, there: (page) => asked(page).getByRole('button', { name: '同意' }) },
    {
      name: 'a request: 驳回',
      go: async (page) => {
        await ask(page)
        await button(asked(page), '驳回').click()
      },
      there: (page) => dialog(page, '驳回付款申请'),
    },
    opened(`${APPROVE}?tab=all`, '发起付款申请', '新增付款申请'),
    {
      name: 'notices',
      go: async (page) => {
        await show(page, APPROVE)
        await button(page, /^通知/).click()
      },
      there: (page) => dialog(page, '通知').getByRole('link').first(),
    },
    ...rowsOf('a payment that was asked for', '/implement/cost?activeName=second', record, {
      详情: '付款明细详情',
      删除: CANCEL,
    }),
    at('cost report with requests', REPORT, (page) => page.getByText('笔付款申请').first()),
  ],
}

const company: Walk = {
  name: 'company',
  enter: (page) => signIn(page, ADMIN),
  sights: [
    ...rowsOf('accounts', '/manage/account', record, { 修改: '修改账号' }),
    {
      name: 'accounts: 移交',
      go: async (page) => {
        await show(page, '/manage/account')
        await act(page, '移交', '林岚')
      },
      there: (page) => dialog(page, '移交超级管理员'),
    },
    at('new role', '/manage/roledetail', heading('新增角色')),
    at('features', '/manage/features', heading('成本报表')),
    at('log', '/manage/log', record),
    {
      name: 'log: changes',
      go: async (page) => {
        await page.goto('/manage/log')
        await record(page).waitFor()
        const direct = button(page, /^查看 /)
        await ((await direct.isVisible()) ? direct : record(page)).click()
      },
      there: (page) => page.getByRole('dialog'),
    },
    at('orders', '/project/order', heading('订单记录')),
    {
      name: 'deleting a project',
      go: async (page) => {
        await page.goto('/project/index')
        await button(page, /^删除 /).click()
      },
      there: (page) => dialog(page, '确定删除项目？'),
    },
    at('landing page', '/study', (page) => page.getByRole('heading').first()),
    at('about', '/about', (page) => page.getByRole('heading').first()),
  ],
}

const sheet = fileURLToPath(
  new URL('../apps/server/test/fixtures/payments-clean-600-libreoffice.xlsx', import.meta.url),
)

/** Uploads the sheet in the dialog of 批量新增 and waits until it is checked. */
async function check(page: Page): Promise<void> {
  await show(page, '/implement/cost?activeName=second')
  await button(page, '批量新增').click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(sheet)
  await page.getByRole('dialog').getByText('检查通过').waitFor({ timeout: 40_000 })
}

const pressed = (
  address: string,
  name: string,
  press: string | RegExp,
  there: (page: Page) => Locator,
): Sight => ({
  name,
  go: async (page) => {
    await show(page, address)
    await button(page, press).click()
  },
  there,
})

const PAYMENTS = '/implement/cost?activeName=second'

const states: Walk = {
  name: 'what is there already, pickers, menus',
  enter: async (page) => {
    const { phone } = await makeCompany(1)
    await signIn(page, phone)
    const made = await newProject(page, '往来试账')
    const { items } = await call<{ items: { value: string }[] }>(page, 'selects/investment_categories', made)
    const type = items.find(({ value }) => /^\d+$/.test(value))?.value
    const day = { investment_at: '2026-11-21', investor: '华映', amount: '600', desc: '' }
    await call(page, 'investment_executions', made, { ...day, investment_category_id: type })
    for (const category of ['0', '3'])
      await call(page, 'contracts', made, {
        ...{
          out_code: `HT-${category}`,
          category,
          customer: '华东某某影业集团有限公司',
          amount: '9999999999999.99',
        },
      })
    await call(page, `projects/${made}/selected`, undefined, {})
    await page.goto(PAYMENTS)
  },
  sights: [
    {
      name: 'a receipt that is there already',
      go: async (page) => {
        await show(page, '/implement/investment?activeName=second')
        await button(page, '新增收款').click()
        const form = dialog(page, '新增收款')
        await form.getByLabel('收款时间').fill('2026-11-21')
        await form.getByLabel('收款金额').fill('600')
        await form.getByLabel('投资方').fill('华映')
        await form.getByLabel('说明').focus()
      },
      there: (page) => page.getByText('笔收款的收款时间').first(),
    },
    {
      name: 'an import',
      go: check,
      there: (page) => page.getByRole('button', { name: '开始导入' }),
    },
    {
      name: 'a file that is there already',
      go: async (page) => {
        await check(page)
        await page.getByRole('button', { name: '开始导入' }).click()
        await page.getByText('批量新增成功').first().waitFor({ timeout: 40_000 })
        await check(page)
      },
      there: (page) => page.getByText('可能重复'),
    },
    at('payments of trillions', PAYMENTS, record),
    pressed(PAYMENTS, 'what is kept', '新增付款明细', (page) => dialog(page, '新增付款明细')),
    at('contracts of trillions', '/contract/index', record),
    at('contract reminders, none', '/contract/ContractCautions', (page) => page.getByText('暂无数据')),
    at('subjects without figures', '/budget/cost?activeName=first', (page) => page.getByText('暂无科目数据')),
    at('petty cash not set', '/implement/cash?activeName=s', (page) => page.getByText('尚未设置备用金总额')),
    at('nothing in the overview', '/general/index', heading('费用对比')),
  ],
}

export const WALKS: readonly Walk[] = [
  budgets,
  receipts,
  contracts,
  costReport,
  laborTax,
  missingInvoices,
  approvals,
  invoices,
  project,
  company,
  states,
]
