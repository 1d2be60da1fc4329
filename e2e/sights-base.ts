import { fileURLToPath } from 'node:url'
import { call, projectCode } from './books.ts'
import { ADMIN, signIn } from './person.ts'
import {
  act,
  at,
  button,
  CANCEL,
  dialog,
  heading,
  inProject,
  opened,
  ownProject,
  pressed,
  record,
  rowsOf,
  show,
  type Walk,
} from './sights.ts'
import type { Page } from './test.ts'

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

/** Uploads the spreadsheet in the dialog 批量新增 and waits for the preview without errors (检查通过). */
async function check(page: Page): Promise<void> {
  await show(page, '/implement/cost?activeName=second')
  await button(page, '批量新增').click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(sheet)
  await page.getByRole('dialog').getByText('检查通过').waitFor({ timeout: 40_000 })
}

const PAYMENTS = '/implement/cost?activeName=second'

const states: Walk = {
  name: 'what is there already, pickers, menus',
  enter: async (page) => {
    const made = await ownProject(page, '往来试账')
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

/** Pages of the base product. 预算版本, a feature's page, is here because its lock changes what 费用预算 shows. */
export const BASE: readonly Walk[] = [budgets, receipts, contracts, invoices, project, company, states]
