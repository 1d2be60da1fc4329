import { LEDGERS, type LedgerResource } from '../../src/ledgers.ts'
import { newPhone } from '../base/users/helpers.ts'
import { type PaymentWorld, paymentWorld } from '../books/payments/helpers.ts'
import { PASSWORD, type TestApp } from '../harness/harness.ts'
import type { References } from '../harness/sample.ts'
import { isCreated, pathOf, SAMPLES } from '../harness/samples.ts'

/** Not made from a sample body: subjects exist from the start, an invoice comes from a file, contracts of both directions are needed. */
const NOT_BY_SAMPLE: ReadonlySet<LedgerResource> = new Set(['subject', 'invoice', 'contract'])

/** Of a payee from whom tax may be withheld. */
const PERSON = { id_type: '1', id_number: '110105199003070010' }

/** A project that has a record of every kind, with their codes and names. */
export interface FullWorld {
  home: PaymentWorld
  /** Codes of the records by the path segment before them. */
  records: Record<string, string>
  /** The records that sample bodies refer to. */
  references: References
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
  const incoming_code = await home.contract(`${name}投资合同`, '3')
  const check_invoice_code = await home.invoice(name)
  const voucher = await home.attachment()
  const subject_three_code = home.subject('24000101')
  const made: Record<string, { code: string; id: string; cost_execution_details: { code: string }[] }> = {}
  const references: References = {
    subject: subject_three_code,
    contract: contract_code,
    incoming: incoming_code,
    invoice: check_invoice_code,
    file: voucher,
    paymentType: '',
    investmentType: '',
    payee: null,
  }
  const payee = (await home.admin.post('/payees', { name: `${name}收款人`, kind: '0', ...PERSON })).data
  references.payee = payee.code
  await home.admin.put('/labor_tax/setting', { vat: 'invoice', surcharge: '3.5' })
  // Payment and investment types first, as other records refer to them.
  const order: readonly LedgerResource[] = ['pay_category', 'investment_category']
  const byOrder = LEDGERS.toSorted((a, b) => order.indexOf(b.resource) - order.indexOf(a.resource))
  for (const { resource } of byOrder) {
    if (NOT_BY_SAMPLE.has(resource) || !isCreated(resource)) continue
    const body = SAMPLES[resource].body(references, `${name}${resource.endsWith('category') ? '类型' : ''}`)
    const path = pathOf({ resource })
    const answer = await home.admin.post(`/${path}`, body)
    if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`)
    made[path] = answer.data
    if (resource === 'pay_category') references.paymentType = made[path]?.id ?? ''
    if (resource === 'investment_category') references.investmentType = made[path]?.id ?? ''
  }
  const payment = made.cost_executions
  const role = await home.admin.post('/roles', { name: `${name}角色`, desc: name, permissions: [] })
  const user = await home.admin.post('/users', {
    ...{
      name: `${name}员工`,
      phone: newPhone(),
      role_code: role.data.code,
      project_codes: [home.project],
    },
  })
  const ordered = await home.admin.post('/orders', { project_quantity: 1, payment_type: 'transfer' })
  const records = {
    ...Object.fromEntries(Object.entries(made).map(([table, { code, id }]) => [table, code ?? id])),
    months: '2026-10',
    projects: home.project,
    orders: ordered.data.code,
    users: user.data.code,
    roles: role.data.code,
    payees: payee.code,
    sessions: (await home.admin.get('/sessions')).data.items[0].code,
    subjects: subject_three_code,
    contracts: contract_code,
    invoices: await home.invoice(`${name}2`, 2),
    audit_logs: (await home.admin.get('/audit_logs', { resource: 'cost_execution' })).data.items[0].id,
  }
  const known = {
    subject_three_code,
    subject_three_codes: subject_three_code,
    subject_one_code: home.subject('2400'),
    subject_two_code: home.subject('240001'),
    parent_code: home.subject('240001'),
    pay_category_id: references.paymentType,
    pay_categories: references.paymentType,
    investment_category_id: references.investmentType,
    investment_at: '2026-11-21',
    contract_code,
    instalment_code: null,
    payee_code: payee.code,
    check_invoice_code,
    // The short form above says the same.
    invoices: undefined,
    unused_for: payment?.code,
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
    codes: [contract_code, ...Object.values(made).flatMap(({ code }) => code ?? [])],
    code: payment?.cost_execution_details[0]?.code,
    payers: name,
    keywords: name,
    category: 2,
    out_code: '24000199',
    pay_at: '2026-11-21',
    month: '2026-11',
    payment_code: null,
    vat: 'invoice',
    resident: true,
    surcharge: '3.5',
    as_of: '2026-11-21',
    pay_amount: '1.00',
    amount: '1.00',
    invoice_vat: '0.00',
    percent: '30',
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
  return { home, records, references, known }
}
