import { invoicePicture } from '../apps/server/src/start/demo/invoice-picture.ts'
import { addContract, addInvoice, call, subjectsOf, upload } from './books.ts'
import { png } from './png.ts'
import type { Locator, Page } from './test.ts'

/** Every form that changes a record, except the payment's: what two people type into it at once, and what it must show and save then. */

interface Made {
  /** Reads the record, or `listed` a list of it alone. */
  path: string
  listed?: boolean
  /** Changes it, where that is another path. */
  put?: string
  /** As it was created. */
  body: object
  /** What the colleague changes of it. */
  theirs: object
}

/** A dialog that changes a record. Each field is changed here, by the colleague, or by both, so that each way of the merge is taken. */
interface Form {
  title: string
  address: string
  /** The button that opens it. */
  edit?: RegExp
  dialog: string
  make: (page: Page, project: string, phone: string) => Promise<Made>
  /** What is done before the fields can be filled in. */
  ready?: (box: Locator) => Promise<void>
  /** What is typed, by label, spelled as the fields show it. */
  typed: Record<string, string>
  /** Words of the button that saves, and that overwrites. */
  save?: readonly [string, string]
  /** Changed by the colleague only, in the order of the form: name, old → new. */
  taken: readonly string[]
  /** What lists that the colleague has changed show then. */
  chosen?: Record<string, string>
  /** Changed by both, and which one is chosen. */
  both: { name: string; mine: string; theirs: string; keep: 'mine' | 'theirs' }
  /** Of the record in the end. */
  saved: Record<string, unknown>
  /** What a save shows if it leaves the dialog open. */
  stays?: string
}

/** The page has loaded its list of subjects before a colleague has added the one they choose: only the record names it. */
const withoutSubjects = (page: Page) =>
  page.route('**/selects/subject_trees*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), data: { items: [] } } })
  })

/** Creates a record by a POST to `list`. */
async function add(page: Page, project: string, list: string, body: object, theirs: object): Promise<Made> {
  const { code } = await call<{ code: string }>(page, list, project, body)
  return { path: `${list}/${code}`, body, theirs }
}

const NUMBER = '26112000000000123456'

export const FORMS: Form[] = [
  {
    title: '提醒',
    address: '/contract/ContractCautions',
    dialog: '编辑提醒',
    make: async (page, project) => {
      const [one, other] = [
        await addContract(page, project, 'HT-1', '2'),
        await addContract(page, project, 'HT-2', '2'),
      ]
      const body = { contract_code: one, category: '0', start_at: '2026-12-01', remark: '' }
      const monthly = { category: '1', mode: '1', judge_date: 25, end_at: '2027-02-28' }
      return add(page, project, 'contract_cautions', body, { contract_code: other, ...monthly })
    },
    // The date is not the last, as its calendar stays open over the button.
    typed: { 提醒日期: '2026-12-25', 备注: '我的备注' },
    taken: ['合同编号 HT-1 → HT-2'],
    chosen: { 合同编号: 'HT-2' },
    // Other fields are shown for what the colleague chose, and they are chosen together.
    both: {
      name: '提醒安排',
      mine: '单次提醒 2026-12-25',
      theirs: '循环提醒 每月 25 日，2026-12-01 – 2027-02-28',
      keep: 'theirs',
    },
    saved: {
      contract: { out_code: 'HT-2' },
      category: { category_value: '1' },
      ...{ judge_date: 25, start_at: '2026-12-01', end_at: '2027-02-28', remark: '我的备注' },
    },
  },
  {
    title: '投资预算',
    address: '/budget/investment',
    dialog: '编辑投资预算',
    make: (page, project) =>
      add(
        page,
        project,
        'investment_budgets',
        { investor: '华映', amount: '100', variate: '1' },
        { amount: '2000', variate: '-5.5' },
      ),
    typed: { 投资方: '我的投资方', '投资金额（元）': '1,900.00' },
    taken: ['投资溢价 1.00 → -5.50'],
    both: { name: '投资金额（元）', mine: '1,900.00', theirs: '2,000.00', keep: 'mine' },
    saved: { investor: '我的投资方', amount_yuan: '1900.00', variate: '-5.50' },
  },
  {
    title: '费用预算',
    address: '/budget/cost?activeName=second',
    dialog: '编辑费用预算',
    make: async (page, project) => {
      const [one, other] = await subjectsOf(page, project, ['24000101', '10000101'])
      const body = { subject_three_code: one, unit_price: '1800', quantity: '60', unit: '日' }
      await withoutSubjects(page)
      const theirs = { subject_three_code: other, unit_price: '2000', quantity: '45.5', unit: '集' }
      return add(page, project, 'cost_budgets', body, theirs)
    },
    typed: { '单价（元）': '1,900.00', 备注: '我的备注' },
    taken: ['科目 24000101 摄影机租赁费 → 10000101 编剧稿费', '数量 60 → 45.5', '单位 日 → 集'],
    chosen: { 科目: '编剧稿费' },
    both: { name: '单价（元）', mine: '1,900.00', theirs: '2,000.00', keep: 'theirs' },
    saved: {
      ...{ subject_three_out_code: '10000101', unit: '集', quantity: '45.5' },
      ...{ amount_yuan: '91000.00', remark: '我的备注' },
    },
  },
  {
    title: '收款',
    address: '/implement/investment?activeName=second',
    dialog: '编辑收款',
    make: async (page, project) => {
      const { items } = await call<{ items: { value: string }[] }>(
        page,
        'selects/investment_categories',
        project,
      )
      const body = {
        ...{ investment_at: '2026-11-21', investor: '华映', amount: '100' },
        investment_category_id: items[0]?.value,
      }
      return add(page, project, 'investment_executions', body, {
        ...{ investment_at: '2026-11-22', investor: '星河', amount: '2000' },
        investment_category_id: items[1]?.value,
        contract_code: await addContract(page, project, 'HT-3', '3'),
      })
    },
    typed: { '收款金额（元）': '1,900.00', 说明: '我的说明' },
    taken: [
      '收款时间 2026-11-21 → 2026-11-22',
      '投资方 华映 → 星河',
      '投资类型 自有资金 → 联合投资',
      '合同编号 （空） → HT-3',
    ],
    chosen: { 投资类型: '联合投资', 合同编号: 'HT-3' },
    both: { name: '收款金额（元）', mine: '1,900.00', theirs: '2,000.00', keep: 'mine' },
    saved: {
      ...{ investment_at: '2026-11-22', investor: '星河', investment_category_name: '联合投资' },
      ...{ contract: { out_code: 'HT-3' }, amount_yuan: '1900.00', desc: '我的说明' },
    },
  },
  {
    title: '备用金明细',
    address: '/implement/cash?activeName=d',
    dialog: '编辑备用金明细',
    make: async (page, project) => {
      const [one, other] = await subjectsOf(page, project, ['24000101', '10000101'])
      const body = {
        ...{ pay_at: '2026-11-21', payer: '王某某', pay_amount: '100', pay_channel: '5' },
        subject_three_code: one,
      }
      await withoutSubjects(page)
      return add(page, project, 'imprests', body, {
        ...{ pay_at: '2026-11-22', payer: '李道具', pay_amount: '2000', pay_channel: '1', post: '道具组' },
        ...{ subject_three_code: other, voucher_category: '12', face_tax_rate: '13%' },
        contract_code: await addContract(page, project, 'HT-1', '2'),
        voucher_attachment_codes: [await upload(page, project, '收据', await png(40, 30, '#0b6470'))],
      })
    },
    typed: { '付款金额（元）': '1,900.00', 摘要: '我的摘要', 备注: '我的备注' },
    taken: [
      '付款时间 2026-11-21 → 2026-11-22',
      '付款方 王某某 → 李道具',
      '部门/岗位 （空） → 道具组',
      '科目 24000101 摄影机租赁费 → 10000101 编剧稿费',
      '付款方式 微信 → 现金',
      '凭证类型 （空） → 收据',
      '票面税率 （空） → 13%',
      '合同编号 （空） → HT-1',
      '凭证图片 （空） → 收据.png',
    ],
    chosen: { 科目: '编剧稿费', 付款方式: '现金', 凭证类型: '收据', 合同编号: 'HT-1' },
    both: { name: '付款金额（元）', mine: '1,900.00', theirs: '2,000.00', keep: 'theirs' },
    saved: {
      ...{ pay_at: '2026-11-22', payer: '李道具', post: '道具组', subject_three_out_code: '10000101' },
      pay_channel: { pay_channel_i18n: '现金' },
      voucher_category: { voucher_category_i18n: '收据' },
      voucher_attachments: [{}],
      ...{ face_tax_rate: '13%', contract: { out_code: 'HT-1' }, pay_amount_yuan: '2000.00' },
      ...{ summary: '我的摘要', remark: '我的备注' },
    },
  },
  {
    title: '设置备用金',
    address: '/implement/cash?activeName=s',
    edit: /^设置备用金$/,
    dialog: '设置备用金',
    make: async (page, project) => {
      const body = { amount: '100', version: 0 }
      await call(page, 'imprests/amount', project, body, 'PUT')
      return { path: 'imprests/totals', put: 'imprests/amount', body, theirs: { amount: '2000' } }
    },
    // Were the retyped number lost, the save would be refused.
    ready: async (box) => {
      const number = await box.getByRole('status', { name: '数字验证码' }).textContent()
      await box.getByLabel('确认验证码').fill(number ?? '')
    },
    typed: { '备用金金额（元）': '1,900.00' },
    taken: [],
    both: { name: '备用金金额（元）', mine: '1,900.00', theirs: '2,000.00', keep: 'mine' },
    saved: { imprest_total_amount: '1900.00' },
  },
  {
    title: '账号',
    address: '/manage/account',
    edit: /^修改 贺岩/,
    dialog: '修改账号',
    make: async (page, project, phone) => {
      const role = await call<{ code: string }>(page, 'roles', undefined, {
        ...{ name: '制片', desc: '看合同' },
        permissions: [{ resource_model: 'contract', actions: ['read'] }],
      })
      const body = { name: '贺岩', phone: `137${phone.slice(3)}`, post: '场记' }
      const theirs = { post: '同事写的岗位', role_code: role.code, project_codes: [project], status: '1' }
      return add(page, project, 'users', body, theirs)
    },
    typed: { 姓名: '贺大岩', 岗位: '我写的岗位', 密码: 'eight-or-more' },
    taken: ['角色 （空） → 制片', '状态 启用 → 禁用', '参与项目 （空） → 两人同改'],
    chosen: { 角色: '制片', 参与项目: '两人同改' },
    both: { name: '岗位', mine: '我写的岗位', theirs: '同事写的岗位', keep: 'theirs' },
    saved: {
      ...{ name: '贺大岩', post: '同事写的岗位', status: '1' },
      ...{ role: { name: '制片' }, projects: [{ name: '两人同改' }] },
    },
  },
  {
    title: '项目',
    address: '/general/index?activeName=second',
    dialog: '编辑项目',
    make: async (_page, project) => ({
      path: `projects/${project}`,
      body: { name: '两人同改' },
      theirs: {
        ...{ director: '同事写的导演', main_character: '沈以宁' },
        ...{ start_date_at: '2026-09-01', end_date_at: '2027-01-15' },
      },
    }),
    typed: { 总导演: '我写的导演', 故事梗概: '我的梗概' },
    taken: ['主演 （空） → 沈以宁', '拍摄周期 （空） → 2026-09-01 – 2027-01-15'],
    both: { name: '总导演', mine: '我写的导演', theirs: '同事写的导演', keep: 'mine' },
    saved: {
      ...{ director: '我写的导演', main_character: '沈以宁', desc: '我的梗概' },
      ...{ start_date_at: '2026-09-01', end_date_at: '2027-01-15' },
    },
  },
  {
    title: '投资类型',
    address: '/setting/InvestmentType',
    edit: /^修改 原来的类型$/,
    dialog: '修改投资类型',
    make: async (page, project) => {
      const body = { name: '原来的类型' }
      const { id } = await call<{ id: string }>(page, 'investment_categories', project, body)
      const one = { path: 'investment_categories?keywords=的类型', put: `investment_categories/${id}` }
      return { ...one, listed: true, body, theirs: { name: '同事的类型' } }
    },
    typed: { 类型名称: '我的类型' },
    taken: [],
    both: { name: '类型名称', mine: '我的类型', theirs: '同事的类型', keep: 'theirs' },
    saved: { name: '同事的类型' },
  },
  {
    title: '发票人工核验',
    address: '/invoice/index',
    edit: /^查验 /,
    dialog: '发票查验',
    make: async (page, project) => {
      const path = `invoices/${await addInvoice(page, project, await png(900, 600, '#fff'))}`
      const theirs = { result: 0, reason: '没有印章', total_amount: '100' }
      return { path, put: `${path}/check`, body: {}, theirs }
    },
    ready: async (box) => {
      await box.getByText('人工核验').click()
      await box.getByLabel('不通过', { exact: true }).check()
    },
    typed: { 发票号码: '12345678', 失败原因: '我看不清' },
    taken: ['价税合计（元） （空） → 100.00'],
    // The verdict and its reason are chosen together.
    both: { name: '核验结果', mine: '不通过：我看不清', theirs: '不通过：没有印章', keep: 'mine' },
    saved: { status: 1, reason: '我看不清', invoice_number: '12345678', total_amount_yuan: '100.00' },
  },
  {
    title: '发票真伪查验',
    address: '/invoice/index',
    edit: /^查验 /,
    dialog: '发票查验',
    make: async (page, project) => {
      const picture = await invoicePicture({
        coded: `01,32,,${NUMBER},1234.50,20261102,,A1B2,`,
        ...{ number: NUMBER, date: '2026-11-02', amount: '1234.50' },
      })
      const path = `invoices/${await addInvoice(page, project, picture)}`
      const theirs = {
        ...{ seller_name: '同事写的销售方', seller_tax_no: '91440000000000000X' },
        ...{ result: 0, reason: '没有印章' },
      }
      return { path, put: `${path}/check`, body: {}, theirs }
    },
    typed: { '不含税金额（元）': '1,164.62', 销售方名称: '我写的销售方' },
    save: ['查验', '覆盖并查验'],
    taken: ['销售方税号 （空） → 91440000000000000X', '核验结果 （空） → 不通过：没有印章'],
    both: { name: '销售方名称', mine: '我写的销售方', theirs: '同事写的销售方', keep: 'mine' },
    saved: {
      ...{ status: 0, seller_name: '我写的销售方', seller_tax_no: '91440000000000000X' },
      ...{ invoice_number: NUMBER, amount_without_tax_yuan: '1164.62' },
    },
    stays: '查验通过',
  },
]
