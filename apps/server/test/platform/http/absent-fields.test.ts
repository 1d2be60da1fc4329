import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerApp } from '../../harness/worker-app.ts'
import { type FullWorld, fullWorld } from '../../openapi/full-world.ts'
import { addressOf, operationsOf } from '../../openapi/operations.ts'
import { type Schema, sampleOf } from '../../openapi/samples.ts'

// A PUT that lacks fields, as of a page from before an upgrade that added them: they stay as they are stored.
const app = await workerApp()
afterAll(() => app.close())

/** The replacements of records. What needs all of its fields is not among them: roles, names of types, sums that are set. */
const REPLACED = [
  'contract_cautions',
  'contracts',
  'cost_budgets',
  'cost_executions',
  'imprests',
  'investment_budgets',
  'investment_executions',
  'projects',
  'users',
] as const
const OPERATIONS = (await operationsOf(app)).filter(({ method, path }) =>
  REPLACED.some((name) => method === 'PUT' && path === `/api/manager/${name}/{code}`),
)

/** What one kind of record needs or must not have beside the common sample. */
const OWN: Readonly<Record<string, Record<string, unknown>>> = {
  contract_cautions: {
    category: '1',
    mode: '1',
    judge_date: 3,
    start_at: '2026-11-21',
    end_at: '2026-12-21',
  },
  contracts: { out_code: '改后合同' },
  cost_budgets: { unit_price: '12.50', quantity: '3' },
  investment_executions: { contract_code: null },
  projects: { start_date_at: '2026-01-02', end_date_at: '2026-12-30' },
  users: { password: null },
}

let world: FullWorld
beforeAll(async () => {
  world = await fullWorld(app, '原')
})

/** The required fields of `full` alone, also in its lines; `code` tells an existing line. */
function required(schema: Schema & { required?: readonly string[] }, full: unknown): unknown {
  const needed = new Set(['code', ...(schema.required ?? [])])
  return Object.fromEntries(
    Object.entries(full as object)
      .filter(([name]) => needed.has(name))
      .map(([name, value]) => {
        const line = schema.properties?.[name]?.items
        return [
          name,
          line?.properties && Array.isArray(value) ? value.map((one) => required(line, one)) : value,
        ]
      }),
  )
}

test('all records that are replaced by a PUT are tested', () => {
  expect(OPERATIONS.map(({ path }) => path.split('/')[3]).sort()).toEqual([...REPLACED])
})

test.each(OPERATIONS.map((operation) => [operation.path.split('/')[3] ?? '', operation] as const))(
  '%s',
  async (name, { path, body }) => {
    const { admin } = world.home
    const address = addressOf(path, world.records)
    const known = { ...world.known, version: undefined, voucher_category: '1', ...OWN[name] }
    const full = sampleOf(body ?? {}, {
      ...known,
      ...(name === 'contracts' ? {} : { scan_attachment_codes: [] }),
    })
    expect(await admin.put(address, full)).toMatchObject({ code: 0 })
    const stored = async () => {
      const { version: _, updated_at: __, ...rest } = (await admin.get(address)).data
      return JSON.parse(JSON.stringify(rest).replace(/"(file_url|thumb_url)":"[^"]*"/g, '"$1":""'))
    }
    const before = await stored()
    // Each optional field has a value, or nothing could be lost.
    const bare = required(body ?? {}, full) as object
    expect(Object.keys(bare).length).toBeLessThan(Object.keys(full as object).length)
    expect(await admin.put(address, bare)).toMatchObject({ code: 0 })
    expect(await stored()).toEqual(before)
    for (const [field, value] of Object.entries(before)) {
      if (['post', 'summary', 'remark', 'desc', 'unit', 'director', 'main_character'].includes(field))
        expect(value, field).toBe('sample')
    }
  },
)
