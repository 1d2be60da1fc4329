import { RESOURCES } from '@pianzhang/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEDGERS } from '../../src/ledgers.ts'
import type { SubjectReference } from '../../src/platform/ledger.ts'
import type { TestApp } from '../harness/harness.ts'
import { ask } from '../harness/recount.ts'
import { workerApp } from '../harness/worker-app.ts'

// The facts of ledgers against the database: what a ledger.ts leaves out fails here.

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

/** Tables of projects that no ledger has: files, imports, running numbers, people, and sums that triggers keep. */
const OF_NO_LEDGER = [
  'attachments',
  'commitment_changes',
  'commitment_totals',
  'contract_commitments',
  'contract_subject_totals',
  'contract_totals',
  'instalment_changes',
  'instalment_days',
  'instalment_rests',
  'missing_changes',
  'missing_days',
  'missing_lines',
  'missing_payers',
  'sum_changes',
  'project_totals',
  'imports',
  'project_members',
  'project_numbers',
]

const tablesWith = async (column: string): Promise<string[]> =>
  (
    await ask<{ name: string }>(
      app.databaseUrl,
      `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attname = '${column}' and a.attnotnull is not null and not a.attisdropped order by 1`,
    )
  ).map(({ name }) => name)

const tablesOf = ({ table, parts }: (typeof LEDGERS)[number]) => [table, ...Object.keys(parts)]

test('every table of a project belongs to one ledger', async () => {
  const company = ['audit_logs', 'notifications', 'sessions', 'projects']
  const tables = (await tablesWith('project_id')).filter((name) => !company.includes(name))
  expect([...LEDGERS.flatMap(tablesOf), ...OF_NO_LEDGER].sort()).toEqual(tables)
})

test('every resource of projects with records of its own is a ledger, once', () => {
  const records = RESOURCES.filter(({ scope, model }) => scope === 'project' && model !== 'overview')
  expect(LEDGERS.map(({ resource }) => resource).sort()).toEqual(records.map(({ model }) => model).sort())
})

test('every table with a subject or a contract says so', async () => {
  const named: readonly SubjectReference[] = LEDGERS.flatMap(({ subjects }) => subjects)
  // Those of another column are of `budget_moves`.
  const subjects = named.flatMap(({ table, column }) => (column ? [] : table))
  const kept = ['commitment_totals', 'contract_commitments', 'contract_subject_totals', 'sum_changes']
  expect(await tablesWith('subject_id')).toEqual([...subjects, ...kept].sort())
  const contracts = LEDGERS.flatMap(({ contract }) => contract?.table ?? [])
  // Parts and companions of a contract, which are deleted with it.
  const own = [
    'commitment_changes',
    'contract_allocations',
    'contract_attachments',
    'contract_reminders',
    'contract_commitments',
    'contract_instalments',
    'contract_subject_totals',
    'contract_supplements',
    'contract_totals',
    'instalment_changes',
    'instalment_rests',
  ]
  expect(await tablesWith('contract_id')).toEqual([...contracts, ...own].sort())
})

test('every table with files says so', async () => {
  const files = LEDGERS.flatMap(({ files }) => files ?? [])
  expect((await tablesWith('attachment_id')).filter((name) => name !== 'imports')).toEqual(files.toSorted())
})

test('the named columns exist', async () => {
  for (const { table, label, subjects, contract } of LEDGERS) {
    for (const column of label ?? []) expect(await tablesWith(column)).toContain(table)
    for (const line of [...subjects, contract])
      if (line?.record) expect(await tablesWith(line.record)).toContain(line.table)
  }
})

test('every table with a type says so', async () => {
  for (const of of ['pay_category', 'investment_category']) {
    const tables = LEDGERS.flatMap(({ type }) => (type?.column === `${of}_id` ? type.table : []))
    expect(await tablesWith(`${of}_id`)).toEqual(tables.toSorted())
  }
})
