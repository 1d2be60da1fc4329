import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LEDGERS } from '../../../src/modules/ledgers.ts'
import { type Caller, newProject, PASSWORD, startTestApp } from '../../harness/harness.ts'
import { book, payCategoryId, subjectCode } from '../../harness/ledger.ts'
import { jpg } from '../../modules/attachments/helpers.ts'
import { upload } from '../../modules/invoices/helpers.ts'
import { isCreated, SAMPLES } from '../../modules/samples.ts'
import { addressOf, leakIn, type Operation, operationsOf } from '../../openapi/operations.ts'
import { nested, pathsOf, type Schema, sampleOf, WRONG, withValue } from '../../openapi/samples.ts'

// Started here, not in `beforeAll`: `test.each` needs the operations that the running server describes.
const app = await startTestApp()
afterAll(async () => await app.close())

const OPERATIONS = await operationsOf(app)

/** Wrong values for a query, URL-encoded; `%ED%A0%80` is a lone surrogate, which is invalid UTF-8. */
const WRONG_TEXTS = ['', '%00', '%ED%A0%80', '-1', '1e309', '9'.repeat(30), '%27', '%25', '9999-12-31']
const LONG = 'x'.repeat(8_000)

/** Part of the names of another company's records; no answer may contain it. */
const SECRET = '机密'
let admin: Caller
/** Codes of records by the path segment before them. */
let records: Record<string, string>
let known: Record<string, unknown>
/** What is known to reminders alone: other records name no contract, or one of another kind. */
let reminder: Record<string, unknown>
let picture: string
let invoice: string

beforeAll(async () => {
  const company = await app.company(10_000)
  admin = company.admin.on(await newProject(company.admin))
  picture = await upload(app, admin, await jpg())
  const made = await admin.post('/invoices', { attachment_codes: [picture] })
  invoice = made.data.items[0].code
  const stranger = (await app.company()).admin
  const other = stranger.on(await newProject(stranger, SECRET))
  await other.post('/pay_categories', { name: SECRET })
  await book(other, { remark: SECRET })
})

/** Whether `beforeEach` has to create the records again: true after a request other than GET, which may have deleted or archived them. */
let spent = true
beforeEach(async () => {
  if (!spent) return
  spent = false
  const { db } = app.services
  await db.updateTable('sessions').set({ ended_at: null, end_reason: null }).execute()
  await db.updateTable('projects').set({ archive_at: null, deleted_at: null }).execute()
  const subject_three_code = await subjectCode(admin, '24000101')
  const pay_category_id = await payCategoryId(admin, '定金')
  const [investment_category] = (await admin.get('/selects/investment_categories')).data.items
  const addContract = async (category: number): Promise<string> => {
    const contract = { out_code: crypto.randomUUID(), customer: '某某器材', category, amount: 1 }
    return (await admin.post('/contracts', contract)).data.code
  }
  const contract_code = await addContract(2)
  const references = {
    subject: subject_three_code,
    contract: contract_code,
    incoming: await addContract(3),
    invoice: null,
    file: picture,
    payCategory: pay_category_id,
    investmentCategory: investment_category.value,
  }
  const made: Record<string, string> = {}
  for (const { resource, table } of LEDGERS) {
    if (resource === 'invoice' || resource === 'subject' || !isCreated(resource)) continue
    const { data } = await admin.post(`/${table}`, SAMPLES[resource].body(references, crypto.randomUUID()))
    made[table] = data.code ?? data.id
  }
  reminder = { contract_code }
  const role = await admin.post('/roles', { name: crypto.randomUUID(), desc: '记账', permissions: [] })
  const phone = `137${String(Date.now()).slice(-8)}`
  const user = await admin.post('/users', { name: '苏晓', phone, role_code: role.data.code })
  const order = await admin.post('/orders', { project_quantity: 1, payment_type: 'transfer' })
  records = {
    ...made,
    projects: admin.project ?? '',
    orders: order.data.code,
    users: user.data.code,
    roles: role.data.code,
    sessions: (await admin.get('/sessions')).data.items[0].code,
    pay_categories: pay_category_id,
    subjects: subject_three_code,
    invoices: invoice,
  }
  known = {
    investment_at: '2026-11-21',
    investment_category_id: investment_category.value,
    subject_three_code,
    unit_price: '1.00',
    quantity: '1',
    epis: 24,
    investor: crypto.randomUUID(),
    pay_category_id,
    pay_at: '2026-11-21',
    as_of: undefined,
    pay_amount: '1.00',
    amount: '1.00',
    percent: '30',
    variate: '1.00',
    face_tax_rate: '6%',
    code: null,
    contract_code: null,
    instalment_code: null,
    check_invoice_code: null,
    invoices: undefined,
    voucher_attachment_codes: [],
    scan_attachment_codes: [],
    supplement_contract_code: await addContract(2),
    attachment_codes: [picture],
    result: 0,
    reason: '作废',
    invoice_number: '',
    invoice_code: '',
    invoice_type: '',
    billing_date: '2024-11-02',
    seller_tax_no: '',
    check_code: '',
    total_amount: '1.00',
    amount_without_tax: '1.00',
    version: undefined,
    project_quantity: 1,
    payment_type: 'transfer',
    role_code: null,
    payee_code: null,
    project_codes: [],
    phone: '13700000000',
    password: PASSWORD,
    captcha: 'TEST',
  }
})

const address = (path: string) => addressOf(path, records)

async function send(method: string, url: string, body?: string) {
  if (method !== 'GET') spent = true
  const response = await app.http.inject({
    method: method as 'GET',
    url,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'x-project': admin.project ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    payload: body,
  })
  return { status: response.statusCode, text: response.body }
}

/** Expects success or a refusal with a message, never an unexpected error, and no leak in the answer. */
async function expectCalm(method: string, url: string, body?: string): Promise<void> {
  const { status, text } = await send(method, url, body)
  const what = `${method} ${url.slice(0, 200)} ${body?.slice(0, 300) ?? ''} → ${text.slice(0, 300)}`
  expect(status, what).toBeLessThan(500)
  expect(leakIn(text, SECRET), what).toBeUndefined()
  // Names of types that a schema without a message of its own leaves in English.
  expect(text, what).not.toMatch(
    /"m(?:sg|essage)":"[^"]*\b(?:string|number|boolean|array|object|bigint|undefined)\b/,
  )
}

async function freshSample(schema: Schema): Promise<unknown> {
  const needsCaptcha = schema.properties?.captcha_token !== undefined
  const captcha = needsCaptcha && (await app.nobody.post('/api/common/captchas')).data.token
  const ofReminder = schema.properties?.judge_date !== undefined && reminder
  return sampleOf(schema, { ...known, ...ofReminder, ...(captcha && { captcha_token: captcha }) })
}

describe('a wrong body causes no unexpected error', () => {
  const writes = OPERATIONS.filter(({ method }) => method !== 'GET')

  test('the samples are valid, so that only the replaced value is wrong', async () => {
    const tables = LEDGERS.filter(({ resource }) => resource !== 'subject' && isCreated(resource)).map(
      ({ table }) => table,
    )
    for (const name of [...tables, 'orders', 'projects', 'roles', 'users']) {
      const path = `/api/manager/${name}`
      const schema = writes.find((write) => write.path === path && write.method === 'POST')?.body ?? {}
      const { text } = await send('POST', path, JSON.stringify(await freshSample(schema)))
      expect(JSON.parse(text)).toMatchObject({ code: 0 })
    }
  })

  test.each(writes)('$name', { timeout: 180_000 }, async ({ method, path, body: schema }: Operation) => {
    const url = address(path)
    for (const wrong of WRONG) await expectCalm(method, url, JSON.stringify(wrong))
    await expectCalm(method, url, '['.repeat(50_000) + ']'.repeat(50_000))
    if (!schema) return
    const strange = { __proto__: 1, constructor: [null], toString: 'x', '': nested(20), '\0\ud800': '\0' }
    await expectCalm(method, url, JSON.stringify({ ...((await freshSample(schema)) as object), ...strange }))
    for (const fieldPath of pathsOf(await freshSample(schema)))
      for (const wrong of WRONG) {
        const body = withValue(await freshSample(schema), fieldPath, wrong)
        await expectCalm(method, url, JSON.stringify(body))
      }
  })
})

describe('a wrong query causes no unexpected error', () => {
  test.each(OPERATIONS.filter(({ queries }) => queries.length > 0))(
    '$name',
    async ({ method, path, queries }) => {
      for (const name of queries)
        for (const wrong of [...WRONG_TEXTS, LONG, `a&${name}=b`, `a&${name}[]=b`, `1&${name}[a]=b`])
          await expectCalm(method, `${address(path)}?${name}=${wrong}`)
    },
  )
})

describe('a wrong address is no fault of ours', () => {
  test.each(OPERATIONS.filter(({ parts }) => parts.length > 0))('$name', async ({ method, path, body }) => {
    const payload = body && JSON.stringify(await freshSample(body))
    for (const wrong of [...WRONG_TEXTS, 'x'.repeat(100), LONG, '..', '%2e%2e%2f', '*', 'a%2Fb'])
      await expectCalm(method, path.replace(/\{\w+\}/g, wrong), payload)
  })
})
