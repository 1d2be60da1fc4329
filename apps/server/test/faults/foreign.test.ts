import { fieldPath } from '@pianzhang/contract/errors'
import { RESOURCES } from '@pianzhang/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../harness/harness.ts'
import { workerApp } from '../harness/worker-app.ts'
import { type FullWorld, fullWorld } from '../openapi/full-world.ts'
import { addressOf, leakIn, type Operation, operationsOf } from '../openapi/operations.ts'
import { type Path, pathsOf, sampleOf, withValue } from '../openapi/samples.ts'

// A person with all rights sends valid writes in which one reference names a record of another project or company (IDOR).
const app = await workerApp()
afterAll(async () => await app.close())

const SECRET = '机密'
/** Fields that name a record by its code or id. */
const REFERENCES = new Set([
  ...['subject_three_code', 'parent_code', 'pay_category_id', 'investment_category_id', 'contract_code'],
  ...['check_invoice_code', 'voucher_attachment_codes', 'scan_attachment_codes', 'attachment_codes'],
  ...['supplement_contract_code', 'attachment_code', 'role_code', 'project_codes', 'codes', 'code'],
  'payee_code',
])
const OTHERS = ['another company', 'another project of the company, in which they are not'] as const
const EVERYTHING = Object.fromEntries(
  RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
)

let mine: FullWorld
let person: Caller
/** Code of an invoice of the caller's project that no payment line uses. */
let unused: string
let others: Record<(typeof OTHERS)[number], FullWorld>

beforeAll(async () => {
  const company = await app.company()
  mine = await fullWorld(app, '自己', company)
  unused = await mine.home.invoice('自己3')
  person = (await app.person(company.id, EVERYTHING, [mine.home.project])).on(mine.home.project)
  others = {
    'another company': await fullWorld(app, SECRET),
    'another project of the company, in which they are not': await fullWorld(app, SECRET, company),
  }
})

/** The name of the field that a path leads to, without positions in lists. */
const fieldOf = (path: Path) => String(path.findLast((part) => typeof part === 'string'))
const at = (json: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], json)

function sampled({ path, method, body }: Operation): unknown {
  const ofReminder = path.includes('/contract_cautions') && { category: 0, start_at: '2026-11-21' }
  const ofNew = method === 'POST' && { code: null, check_invoice_code: unused }
  return sampleOf(body ?? {}, { ...mine.known, ...ofReminder, ...ofNew })
}

/** The paths of all references in a body; of a list only the first entry. */
const referencesIn = (sample: unknown): Path[] =>
  [...pathsOf(sample)].filter(
    (path) =>
      REFERENCES.has(fieldOf(path)) &&
      typeof at(sample, path) === 'string' &&
      (typeof path.at(-1) === 'string' || path.at(-1) === 0),
  )

async function send({ method, path }: Operation, payload: unknown) {
  const response = await app.http.inject({
    method: method as 'POST',
    url: addressOf(path, mine.records),
    headers: { authorization: `Bearer ${person.token}`, 'x-project': mine.home.project },
    payload: payload as object,
  })
  return { text: response.body, ...response.json() }
}

const WRITES = (await operationsOf(app)).filter(
  ({ method, access, body, path }) =>
    method !== 'GET' &&
    access.includes(': ') &&
    // Bodies of exports and write-offs have filters, where an unknown code matches nothing; refused.test.ts searches their answers.
    !path.endsWith('/export') &&
    !path.includes('/imprests/write_offs') &&
    // Names what is due, of which these worlds have nothing; remittance.test.ts of fees tries records of others.
    !path.includes('/labor_tax/remittance') &&
    // The codes in a role's body are codes of its permissions.
    !path.includes('/roles') &&
    // A batch names saved payments, which none of these worlds has with accounts; batches.test.ts tries those of others.
    !path.includes('/transfer_batches') &&
    // A draft exists for its author alone; a new one has the same body.
    !path.includes('/payment_requests/{code}') &&
    /"(\w+_codes?|\w+_id|codes?)":/.test(JSON.stringify(body ?? {})),
)

/** How many references were refused with the field's name (422), and how many as a missing record (404). */
const refused = { named: 0, missing: 0 }

describe.each(OTHERS)('a record of %s cannot be named', (whose) => {
  test.each(WRITES)('$name', async (operation) => {
    const sample = sampled(operation)
    for (const path of referencesIn(sample)) {
      const field = fieldOf(path)
      // A company's roles and payees are the same in all of its projects.
      if ((field === 'role_code' || field === 'payee_code') && whose !== 'another company') continue
      const value = [others[whose].known[field]].flat()[0]
      const answer = await send(operation, withValue(sample, path, value))
      const what = `${fieldPath([...path])}=${value} → ${answer.text.slice(0, 400)}`
      expect(value, what).toEqual(expect.any(String))
      expect(leakIn(answer.text, SECRET), what).toBeUndefined()
      if (field === 'codes') {
        expect(answer.code, what).toBe(404)
        refused.missing += 1
        continue
      }
      expect(answer.code, what).toBe(422)
      const fields = answer.data.errors.map((error: { field: string }) => error.field)
      expect(
        fields.filter((name: string) => fieldPath([...path]).startsWith(name)),
        what,
      ).toHaveLength(1)
      refused.named += 1
    }
  })
})

test('the walk found the references of every module', () => {
  expect(refused.named).toBeGreaterThan(60)
  expect(refused.missing).toBeGreaterThan(12)
})
