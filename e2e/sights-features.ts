import { today } from '@pianzhang/contract/calendar'
import { book, call, projectCode, subjectsOf } from './books.ts'
import {
  at,
  button,
  CANCEL,
  dialog,
  inProject,
  opened,
  ownProject,
  record,
  rowsOf,
  show,
  type Walk,
} from './sights.ts'
import type { Page } from './test.ts'

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
const fee: Walk = {
  name: 'labor tax',
  enter: async (page) => {
    const made = await ownProject(page, '劳务个税试账', ['payee', 'labor_tax'])
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
    const made = await ownProject(page, '欠票试账', ['missing_invoice'])
    await book(page, made, '横店某某置景工程有限公司', '158100.00', { voucher_category: '6' })
    await book(page, made, '某某小餐馆', '1200')
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
    ...rowsOf('lines by age', `${MISSING}?tab=ages`, record, { 补票: '补票', 无需发票: '无需发票' }),
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
    const made = await ownProject(page, '付款审批试账', ['approval', 'payee', 'cost_report'])
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

const payables: Walk = {
  name: 'payables',
  enter: inProject,
  sights: [
    at('payables', '/payable/index', record),
    at('payables by party', '/payable/index?order=payee', record),
    at('forecast', '/payable/forecast', (page) => page.getByRole('img', { name: /^每周末余额/ })),
  ],
}

/** Pages that exist only while their feature is on in 功能设置. */
export const FEATURES: readonly Walk[] = [costReport, payables, fee, missingInvoices, approvals]
