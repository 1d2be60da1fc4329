import { RESOURCES } from '@pianzhang/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PaymentWorld, paymentWorld } from '../modules/cost-executions/testing.ts'
import { type Caller, newProject, PASSWORD, startTestApp } from '../testing/harness.ts'
import { addressOf, leakIn, type Operation, operationsOf } from '../testing/operations.ts'
import { ask } from '../testing/recount.ts'
import { sampleOf } from '../testing/samples.ts'

// Started here, not in `beforeAll`: `test.each` needs the operations that the running server describes. Unlike in denial.test.ts every call
// names existing records in its address, query and body, and would succeed for a permitted caller.
const app = await startTestApp()
afterAll(async () => await app.close())

/** Not called: an accepted request would never end. */
const isStream = (path: string) => path.startsWith('/api/common/event_source/')
const CLOSED = (await operationsOf(app)).filter(({ access }) => access !== 'anyone')
const PERMITTED = CLOSED.filter(({ access }) => access.includes(': '))

/** Part of the names of all records of `home`; no answer to others may contain it. */
const SECRET = '机密'
const CHECK_EVERY = 15
const EVERYTHING = Object.fromEntries(
  RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
)

const COMPANY = RESOURCES.filter(({ scope }) => scope === 'company').map(({ model }) => model)

let home: PaymentWorld
/** Codes of records of `home`: by the path segment before them, and by the field that names them in bodies and queries. */
let records: Record<string, string>
let known: Record<string, unknown>

beforeAll(async () => {
  home = await paymentWorld(app)
  const contract_code = await home.contract(`${SECRET}合同`)
  const check_invoice_code = await home.invoice(SECRET)
  const voucher = await home.attachment()
  const category = await home.clerk.post('/pay_categories', { name: `${SECRET}类型` })
  const line = home.line({
    contract_code,
    check_invoice_code,
    voucher_attachment_codes: [voucher],
    remark: SECRET,
  })
  const payment = (await home.clerk.post('/cost_executions', home.body({ payer: SECRET }, [line]))).data
  const subject_three_code = home.subject('24000101')
  const investment_category = await home.admin.post('/investment_categories', { name: `${SECRET}资金` })
  const incoming_code = await home.contract(`${SECRET}投资合同`, '3')
  const receipt = await home.admin.post('/investment_executions', {
    investment_at: '2026-11-21',
    investor: SECRET,
    investment_category_id: investment_category.data.id,
    contract_code: incoming_code,
    amount: '1.00',
  })
  const imprest = await home.admin.post('/imprests', {
    ...{ pay_at: '2026-11-21', payer: SECRET, subject_three_code, contract_code },
    ...{ pay_channel: '1', pay_amount: '1.00', voucher_attachment_codes: [voucher] },
  })
  const budget = await home.admin.post('/investment_budgets', { investor: SECRET, amount: '1.00' })
  const costBudget = await home.admin.post('/cost_budgets', {
    subject_three_code,
    unit_price: '1.00',
    quantity: '1',
    remark: SECRET,
  })
  const reminder = await home.admin.post('/contract_cautions', {
    contract_code,
    category: 0,
    start_at: '2026-11-21',
    remark: SECRET,
  })
  const role = await home.admin.post('/roles', { name: `${SECRET}角色`, desc: SECRET, permissions: [] })
  const user = await home.admin.post('/users', {
    ...{
      name: `${SECRET}员工`,
      phone: '13700000001',
      role_code: role.data.code,
      project_codes: [home.project],
    },
  })
  const order = await home.admin.post('/orders', { project_quantity: 1, payment_type: 'transfer' })
  records = {
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
    invoices: await home.invoice(`${SECRET}2`, 2),
    audit_logs: (await home.admin.get('/audit_logs', { resource: 'cost_execution' })).data.items[0].id,
  }
  known = {
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
    payers: SECRET,
    keywords: SECRET,
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
    phone: '13700000002',
    role_code: role.data.code,
    project_codes: [home.project],
    project_code: home.project,
    transfer_user_code: user.data.code,
    password: PASSWORD,
    old_password: 'wrong-password',
  }
})

/** Whether an operation is about records of the company, whichever project the caller is in; the selects of people and roles list the company's too. */
const isOfCompany = ({ access, path }: Operation) =>
  access === 'super' ||
  /\/selects\/(users|roles|audit_log_users)$/.test(path) ||
  RESOURCES.some(({ model, scope }) => scope === 'company' && access.startsWith(`${model}:`))

/** `category` is a level of subjects or a kind of contracts; reminders have other ones. */
const knownTo = (path: string) =>
  path.includes('/contract_cautions') ? { ...known, category: 0, start_at: '2026-11-21' } : known

async function call({ method, path, queries, body }: Operation, who: Caller) {
  const query = queries.flatMap((name): [string, string][] =>
    name in known
      ? [known[name]].flat().map((value) => [name, path.endsWith('/resources') ? 'manager' : String(value)])
      : [],
  )
  const response = await app.http.inject({
    method: method as 'GET',
    url: `${addressOf(path, records)}?${new URLSearchParams(query)}`,
    headers: {
      ...(who.token && { authorization: `Bearer ${who.token}` }),
      ...(who.project && { 'x-project': who.project }),
    },
    ...(body && { payload: sampleOf(body, knownTo(path)) as object }),
  })
  const { code } = response.json()
  return { status: response.statusCode, code, text: response.body }
}

/** One hash per table over all rows of `home`, of its project and of its company. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await ask<{ name: string; columns: string[] }>(
    app.databaseUrl,
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by 1 having array_agg(column_name::text) && '{project_id,company_id,user_id}'`,
  )
  const parts = tables.map(({ name, columns }) => {
    const own =
      name === 'projects'
        ? `id = ${home.projectId}`
        : columns.includes('project_id')
          ? `project_id = ${home.projectId}`
          : columns.includes('company_id')
            ? `company_id = ${home.companyId}`
            : `user_id in (select id from users where company_id = ${home.companyId})`
    // `seen_at` changes with every request.
    const row = name === 'sessions' ? `to_jsonb(t) - 'seen_at'` : 't'
    return `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg((${row})::text, E'\\n' order by (${row})::text), '')) as hash
      from ${name} t where ${own}`
  })
  const rows = await ask<{ name: string; hash: string }>(app.databaseUrl, parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** Calls all operations and checks after every `CHECK_EVERY` that no row has changed. */
async function changeNothing(
  operations: Operation[],
  who: Caller,
  expected: (operation: Operation, answer: { status: number; code: number; text: string }) => void,
): Promise<void> {
  const before = await fingerprint()
  expect(Object.keys(before).length).toBeGreaterThan(10)
  for (const [index, operation] of operations.entries()) {
    const answer = await call(operation, who)
    expected(operation, answer)
    const what = `${operation.name} → ${answer.text.slice(0, 300)}`
    expect(leakIn(answer.text, SECRET), what).toBeUndefined()
    const looks = index % CHECK_EVERY === CHECK_EVERY - 1 || index === operations.length - 1
    if (looks) expect(await fingerprint(), `the last ${CHECK_EVERY} up to ${what}`).toEqual(before)
  }
}

test('the calls are valid: a permitted caller succeeds and reads the secrets', async () => {
  const shown = []
  for (const operation of CLOSED.filter(({ method, path }) => method === 'GET' && !isStream(path))) {
    const answer = await call(operation, home.admin)
    expect(answer, operation.name).toMatchObject({ status: 200, code: 0 })
    if (answer.text.includes(SECRET)) shown.push(operation.name)
  }
  expect(shown.length).toBeGreaterThan(5)
})

describe('every operation on existing records changes nothing and reveals nothing', () => {
  test('without a login', async () => {
    await changeNothing(CLOSED, app.nobody.on(home.project), ({ name }, { status, code }) =>
      expect([name, status, code]).toEqual([name, 401, 401]),
    )
  })

  test('without the permission', async () => {
    const person = (await app.person(home.companyId, {}, [home.project])).on(home.project)
    await changeNothing(PERMITTED, person, ({ name }, { status, code }) =>
      expect([name, status, code]).toEqual([name, 403, 403]),
    )
  })

  test.each(['archived', 'expired'])('writes in an %s project, by its administrator', async (state) => {
    const project = app.services.db.updateTable('projects').where('id', '=', home.projectId)
    const changed = state === 'archived' ? { archive_at: new Date() } : { expire_at: '2020-01-01' }
    const { expire_at } = await app.services.db
      .selectFrom('projects')
      .select('expire_at')
      .where('id', '=', home.projectId)
      .executeTakeFirstOrThrow()
    // A template may be read there too.
    const writes = PERMITTED.filter(
      ({ access, path }) =>
        /: (write|delete)$/.test(access) &&
        !COMPANY.some((model) => access.startsWith(`${model}:`)) &&
        !path.endsWith('/import_template'),
    )
    expect(writes.length).toBeGreaterThan(40)
    await project.set(changed).execute()
    try {
      await changeNothing(writes, home.admin, ({ name }, { code }) =>
        expect([name, code]).toEqual([name, 300011]),
      )
    } finally {
      await project.set({ archive_at: null, expire_at }).execute()
    }
  })

  test.each(['another project', 'another company'])(
    'by the administrator of %s, with the header of either project',
    async (from) => {
      const owner = from === 'another project' ? home.admin : (await app.company()).admin
      const project = await newProject(owner, '别处')
      const admin =
        from === 'another project' ? await app.person(home.companyId, EVERYTHING, [project]) : owner
      const inProject = PERMITTED.filter((operation) => !isOfCompany(operation))
      await changeNothing(inProject, admin.on(home.project), ({ name }, { code }) =>
        expect([name, code]).toEqual([name, 300009]),
      )
      // In their own project every operation is permitted, but not on records of `home`, nor on the company's of another one.
      const others = CLOSED.filter(
        (operation) =>
          !isStream(operation.path) &&
          (from === 'another company' ||
            operation.access.startsWith('project:') ||
            // An entry of the log belongs to the project of its record.
            operation.path.endsWith('/audit_logs/{id}') ||
            !isOfCompany(operation)) &&
          (operation.parts.length > 0 || !operation.path.includes('/sessions')),
      )
      await changeNothing(others, admin.on(project), ({ name, parts, path }, { status, code }) => {
        expect(status, name).toBeLessThan(500)
        if (parts.length > 0 || path.endsWith('/batch')) expect([name, code]).toEqual([name, 404])
      })
    },
  )
})
