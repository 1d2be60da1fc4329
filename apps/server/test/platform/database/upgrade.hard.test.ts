import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { migrate, migrationNames } from '../../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase, emptyDatabase } from '../../harness/database.ts'
import { catalogueOf } from '../../upgrade/catalogue.ts'
import { expectKept, filledDatabase, rowsOf } from '../../upgrade/filled.ts'
import { expectServed } from '../../upgrade/serves.ts'

const names = await migrationNames()

let fresh: Record<string, string[]>
beforeAll(async () => {
  const empty = await emptyDatabase()
  await migrate(empty.url)
  fresh = await withClient(empty.url, catalogueOf)
  await empty.drop()
})

test('every table of the present version is filled', async () => {
  const { url, drop } = await filledDatabase()
  expect([...(await rowsOf(url))].filter(([, rows]) => rows.size === 0).map(([name]) => name)).toEqual([])
  await drop()
})

test.each(names.map((name, index) => [name, index + 1] as const))(
  'a filled database at %s becomes the same as a fresh one, keeps its rows and is served',
  async (_name, level) => {
    const { url, drop } = await filledDatabase(level)
    const before = await rowsOf(url)
    expect(await migrate(url)).toBe(names.length - level)
    expect(await withClient(url, catalogueOf)).toEqual(fresh)
    const after = await rowsOf(url)
    for (const [table, rows] of before) expectKept(table, rows, after.get(table) ?? new Map())
    await expectServed(url)
    await drop()
  },
)

const CHANGES: [name: string, change: string][] = [
  ['a column', 'alter table contracts add column note text'],
  ['a type', 'alter table subjects alter column name type varchar(90)'],
  ['a default', "alter table users alter column post set default '会计'"],
  ['null', 'alter table invoices alter column reason drop not null'],
  ['statistics of a column', 'alter table petty_cash alter column project_id set statistics 100'],
  ['storage of a column', 'alter table audit_logs alter column after set storage external'],
  ['a check', 'alter table orders drop constraint orders_status_check'],
  ['a constraint that is not validated', 'alter table orders add check (amount < 9) not valid'],
  [
    'when a constraint is checked',
    'alter table invoices alter constraint invoices_creator_id_fkey deferrable',
  ],
  ['an index', 'drop index petty_cash_open'],
  [
    'a condition of an index',
    'drop index petty_cash_open; create index petty_cash_open on petty_cash (project_id, id)',
  ],
  ['a trigger', 'drop trigger move on petty_cash'],
  ['a trigger that is switched off', 'alter table petty_cash disable trigger move'],
  [
    'a function',
    "create or replace function refuse_truncate() returns trigger language plpgsql as 'begin return null; end'",
  ],
  ['the cost of a function', 'alter function search_characters(text) cost 1'],
  ['a view', 'drop view project_sums'],
  ['a setting of a table', 'alter table audit_logs reset (autovacuum_vacuum_insert_scale_factor)'],
  ['a sequence', 'alter table contracts alter column id set increment by 2'],
  ['statistics of several columns', 'create statistics more on subject_id, payer from petty_cash'],
]

test('the comparison sees each kind of change', async () => {
  const { url, drop } = await cloneDatabase()
  await withClient(url, async (client) => {
    expect(await catalogueOf(client)).toEqual(fresh)
    for (const [name, change] of CHANGES) {
      await client.query(`begin; ${change}`)
      const found = await catalogueOf(client)
      await client.query('rollback')
      expect({ name, same: isDeepStrictEqual(found, fresh) }).toEqual({ name, same: false })
    }
  })
  await drop()
})
