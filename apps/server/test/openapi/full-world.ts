import { PASSWORD, type TestApp } from '../harness/harness.ts'
import { type PaymentWorld, paymentWorld } from '../modules/cost-executions/helpers.ts'
import { newPhone } from '../modules/users/helpers.ts'

/** A project that has a record of every kind, and what names them. */
export interface FullWorld {
  home: PaymentWorld
  /** Codes of the records by the path segment before them. */
  records: Record<string, string>
  /** Values by the field that names them in bodies and queries. */
  known: Record<string, unknown>
}

/** Makes a project, in a company of its own unless `company` is given, with a record of every kind; `name` is part of all of their names. */
export async function fullWorld(
  app: TestApp,
  name: string,
  company?: Awaited<ReturnType<TestApp['company']>>,
): Promise<FullWorld> {
  const home = await paymentWorld(app, company)
  const contract_code = await home.contract(`${name}合同`)
  const check_invoice_code = await home.invoice(name)
  const voucher = await home.attachment()
  const category = await home.clerk.post('/pay_categories', { name: `${name}类型` })
  const line = home.line({
    contract_code,
    check_invoice_code,
    voucher_attachment_codes: [voucher],
    remark: name,
  })
  const payment = (await home.clerk.post('/cost_executions', home.body({ payer: name }, [line]))).data
  const subject_three_code = home.subject('24000101')
  const investment_category = await home.admin.post('/investment_categories', { name: `${name}资金` })
  const incoming_code = await home.contract(`${name}投资合同`, '3')
  const receipt = await home.admin.post('/investment_executions', {
    investment_at: '2026-11-21',
    investor: name,
    investment_category_id: investment_category.data.id,
    contract_code: incoming_code,
    amount: '1.00',
  })
  const imprest = await home.admin.post('/imprests', {
    ...{ pay_at: '2026-11-21', payer: name, subject_three_code, contract_code },
    ...{ pay_channel: '1', pay_amount: '1.00', voucher_attachment_codes: [voucher] },
  })
  const budget = await home.admin.post('/investment_budgets', { investor: name, amount: '1.00' })
  const costBudget = await home.admin.post('/cost_budgets', {
    subject_three_code,
    unit_price: '1.00',
    quantity: '1',
    remark: name,
  })
  const reminder = await home.admin.post('/contract_cautions', {
    contract_code,
    category: 0,
    start_at: '2026-11-21',
    remark: name,
  })
  const role = await home.admin.post('/roles', { name: `${name}角色`, desc: name, permissions: [] })
  const user = await home.admin.post('/users', {
    ...{
      name: `${name}员工`,
      phone: newPhone(),
      role_code: role.data.code,
      project_codes: [home.project],
    },
  })
  const order = await home.admin.post('/orders', { project_quantity: 1, payment_type: 'transfer' })
  const records = {
    projects: home.project,
    orders: order.data.code,
    users: user.data.code,
    roles: role.data.code,
    cost_executions: payment.code,
    imprests: imprest.data.code,
    sessions: (await home.admin.get('/sessions')).data.items[0].code,
    pay_categories: category.data.id,
    subjects: subject_three_code,
    contracts: contract_code,
    contract_cautions: reminder.data.code,
    investment_budgets: budget.data.code,
    investment_categories: investment_category.data.id,
    investment_executions: receipt.data.code,
    cost_budgets: costBudget.data.code,
    invoices: await home.invoice(`${name}2`, 2),
    audit_logs: (await home.admin.get('/audit_logs', { resource: 'cost_execution' })).data.items[0].id,
  }
  const known = {
    subject_three_code,
    subject_three_codes: subject_three_code,
    subject_one_code: home.subject('2400'),
    subject_two_code: home.subject('240001'),
    parent_code: home.subject('240001'),
    pay_category_id: category.data.id,
    pay_categories: category.data.id,
    investment_category_id: investment_category.data.id,
    investment_at: '2026-11-21',
    contract_code,
    check_invoice_code,
    unused_for: payment.code,
    voucher_attachment_codes: [voucher],
    scan_attachment_codes: [voucher],
    supplement_contract_code: incoming_code,
    supplement_for: contract_code,
    reveal: '1',
    attachment_codes: [await home.attachment()],
    invoice_code: '011001900211',
    billing_date: '2024-11-02',
    seller_tax_no: '91110000000000000X',
    attachment_code: await home.attachment('xlsx'),
    codes: [contract_code, payment.code, receipt.data.code, imprest.data.code, costBudget.data.code],
    code: payment.cost_execution_details[0].code,
    payers: name,
    keywords: name,
    category: 2,
    out_code: '24000199',
    pay_at: '2026-11-21',
    pay_amount: '1.00',
    amount: '1.00',
    variate: '1.00',
    unit_price: '1.00',
    quantity: '1',
    face_tax_rate: '6%',
    version: 1,
    project_quantity: 1,
    payment_type: 'transfer',
    phone: newPhone(),
    role_code: role.data.code,
    project_codes: [home.project],
    project_code: home.project,
    transfer_user_code: user.data.code,
    password: PASSWORD,
    old_password: 'wrong-password',
  }
  return { home, records, known }
}
