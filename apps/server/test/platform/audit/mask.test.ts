import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SECRETS } from '@pianzhang/contract/secrets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../../src/platform/audit/audit.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { INVENTED } from '../../files/invented.ts'
import { type Caller, newProject, PASSWORD, startTestApp, type TestApp } from '../../harness/harness.ts'

let app: TestApp
let admin: Caller
let companyId: bigint

beforeAll(async () => {
  app = await startTestApp()
  const company = await app.company()
  companyId = company.id
  admin = company.admin
})
afterAll(() => app.close())

async function logText(): Promise<string> {
  const { rows } = await sql<{ text: string }>`select a::text as text from audit_logs a order by id`.execute(
    app.services.db,
  )
  return rows.map((row) => row.text).join('\n')
}

/** Matches names of secret fields: numbers that identify a person or an account, passwords and tokens. */
const LOOKS_SECRET =
  /(^|_)(id_?(number|no|card)|identity|passport|bank_?card|card_(number|no)|account|iban|passw(or)?d|secret|token|hash|captcha|phone|mobile)(_|$)/
/** Exceptions that match but are public, with the reason. */
const OPEN: Readonly<Record<string, string>> = {
  income_bankcard_username: 'whose account it is: the name on the contract',
  collection_bank_account: 'the same account, in an order',
  account_name: 'whose account it is',
  account_end: 'its last digits, as they were approved',
  account_digest: 'of the approved account, to compare it; in no answer',
  pay_account_name: 'whose account it is',
  account_change: 'says only when and by whom',
  account_changed: 'a filter: whether',
  account_changed_at: 'says only when',
  account_changed_by: 'says only by whom',
  without_account: 'how many have none',
  phone: 'the sign-in name, which colleagues see in the list of accounts',
  must_change_password: 'says only whether',
  password_expires_at: 'says only when',
  body_hash: 'of a request, kept for a day and in no record',
}
/** Names (each with the name of its parent field) that look secret and are neither declared nor an exception. */
const undeclared = (names: Iterable<string>) =>
  [...new Set(names)]
    .filter((name) => {
      const own = name.slice(name.indexOf('.') + 1)
      return LOOKS_SECRET.test(own) && !(own in SECRETS) && !(own in OPEN)
    })
    .sort()

/** The names of all fields of a zod schema, nested ones included. */
function fieldsOf(schema: unknown, within = '', seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  if (Array.isArray(schema)) return schema.flatMap((one) => fieldsOf(one, within, seen))
  const { def, shape } = schema as { def?: object; shape?: object }
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, field]) => [
      within + name,
      ...fieldsOf(field, `${name}.`, seen),
    ]),
    ...Object.values(def ?? {}).flatMap((part) => fieldsOf(part, within, seen)),
  ]
}

describe('every field that looks secret is declared by its module, or listed as public', () => {
  test('in the contract', async () => {
    const folder = new URL('../../../../../packages/contract/src/', import.meta.url)
    const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name))
    const fields: string[] = []
    for (const name of files) {
      const module: Record<string, unknown> = await import(fileURLToPath(new URL(name, folder)))
      for (const schema of Object.values(module)) fields.push(...fieldsOf(schema))
    }
    // Shows that it walks into lists and unions.
    expect(fields).toEqual(
      expect.arrayContaining([
        'id_number',
        'cost_execution_details.voucher_attachment_codes',
        'old_password',
      ]),
    )
    expect(undeclared(fields)).toEqual([])
  })

  test('in the tables', async () => {
    const { rows } = await sql<{ name: string }>`select distinct column_name::text as name
      from information_schema.columns where table_schema = 'public'`.execute(app.services.db)
    const columns = rows.map((row) => row.name)
    expect(columns).toContain('income_bankcard_account')
    expect(undeclared(columns)).toEqual([])
  })

  test('names that look secret are found', () => {
    const names = [
      'bank_account',
      'id_card',
      'payee_account_number',
      'reset_token',
      'mobile',
      'paid_no',
      'payee.iban',
      'account_code',
    ]
    expect(undeclared(names)).toEqual([
      'account_code',
      'bank_account',
      'id_card',
      'mobile',
      'payee.iban',
      'payee_account_number',
      'reset_token',
    ])
  })
})

describe('the audit log contains none of them in clear text', () => {
  test.each(Object.keys(SECRETS))('%s, at any depth', async (name) => {
    const clear = `clear-${name}-6225880212345678`
    const record = {
      [name]: clear,
      contract: { [name]: clear, out_code: `kept ${name}` },
      cost_execution_details: [{ contract: { [name]: clear } }, { [name]: null }, { [name]: [clear] }],
    }
    const actor = {
      companyId,
      userId: null,
      userName: '测试',
      address: '',
      requestId: name,
      clientId: null,
      now: new Date(),
      project: null,
      services: app.services,
    }
    const entry = { action: 'update', resource: 'project', code: INVENTED, label: '1' } as const
    await inTransaction(app.services.db, (tx) =>
      audit(tx, actor, { ...entry, before: record, after: record }),
    )
    const text = await logText()
    expect(text).toContain(`kept ${name}`)
    expect(text).not.toContain(clear)
    expect(text).not.toContain('62258802')
  })

  test('after real writes: a contract, a payment on it, a new password', async () => {
    const on = admin.on(await newProject(admin))
    const numbers = { id_number: '110101199001011234', income_bankcard_account: '6217000010001234567' }
    const contract = await on.post('/contracts', {
      out_code: 'HT-1',
      customer: '王某',
      category: '0',
      amount: '100.00',
      ...numbers,
    })
    expect(contract.code).toBe(0)
    const password = 'a-new-password-9'
    expect((await on.put('/sessions/password', { old_password: PASSWORD, password })).code).toBe(0)
    const text = await logText()
    expect(text).toContain('110***********1234')
    expect(text).toContain('***************4567')
    for (const clear of [...Object.values(numbers), PASSWORD, password, on.token])
      expect(text).not.toContain(clear)
  })
})
