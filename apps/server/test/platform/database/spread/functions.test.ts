import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { REFERENCE_FUNCTIONS, spreadFunctions } from '../../../../src/platform/database/spread/distribute.ts'
import { cloneDatabase, type TestDatabase } from '../../../harness/database.ts'

// On a spread database the functions are replaced already.
describe.skipIf(inject('postgres').citus)('functions of a spread database', () => {
  let database: TestDatabase
  let client: pg.Client
  let replaced: Map<string, string>
  beforeAll(async () => {
    database = await cloneDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const of = (await spreadFunctions()).matchAll(/^-- of (\w+) (\w{32})$/gm)
    replaced = new Map([...of].map(([, name = '', sum = '']) => [name, sum]))
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  test('repeat the plain functions as they are: after a change there, functions.sql needs it too', async () => {
    const { rows } = await client.query<{ name: string; sum: string }>(
      `select proname::text as name, md5(prosrc) as sum from pg_proc
       where pronamespace = 'public'::regnamespace and proname = any ($1) order by 1`,
      [[...replaced.keys()]],
    )
    expect(rows).toEqual([...replaced].sort().map(([name, sum]) => ({ name, sum })))
  })

  test('there is one for each trigger of a project table that reads a transition table', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select distinct p.proname::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where t.tgrelid::regclass::text = any ($1) and (t.tgnewtable is not null or t.tgoldtable is not null)`,
      [inject('tables').project],
    )
    expect(rows.length).toBeGreaterThan(10)
    const known = [...replaced.keys(), ...REFERENCE_FUNCTIONS]
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })

  test('are made on a plain database as well, so their SQL is right', async () => {
    await client.query('begin')
    await client.query(await spreadFunctions())
    await client.query('rollback')
  })
})
