import { expect } from 'vitest'
import { quoted } from '../../src/operator/backup/manifest.ts'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import { hashPassword } from '../../src/platform/login/passwords.ts'
import { withClient } from '../harness/client.ts'
import { emptyDatabase } from '../harness/database.ts'
import { PASSWORD } from '../harness/harness.ts'
import { COMPUTED, fill } from './fill.ts'
import type { Row } from './world.ts'

let passwordHash: Promise<string> | undefined

/** A filled database of this version, or of an older one: only the first `level` migrations have run. The password of its accounts is `PASSWORD`. */
export async function filledDatabase(level?: number) {
  const database = await emptyDatabase()
  await migrate(database.url, level)
  passwordHash ??= hashPassword(PASSWORD)
  await fill(database.url, await passwordHash)
  return database
}

/** All rows by table, each by its primary key, read as JSON. */
export const rowsOf = (url: string): Promise<Map<string, Map<string, Row>>> =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string; key: string[] }>(
      `select c.relname as name, array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey) order by 1) as key
       from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
       where c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)`,
      [COMPUTED],
    )
    const found = new Map<string, Map<string, Row>>()
    for (const { name, key } of tables) {
      const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${quoted(name)} t`)
      found.set(name, new Map(rows.map(({ row }) => [key.map((column) => row[column]).join(), row])))
    }
    return found
  })

/** Checks that no row is gone and no value of a column that both versions have is changed. */
export function expectKept(table: string, before: Map<string, Row>, after: Map<string, Row>): void {
  const gone = [...before.keys()].filter((key) => !after.has(key))
  expect({ table, gone }).toEqual({ table, gone: [] })
  const kept = [...before].map(([key, row]) => {
    const now = after.get(key) ?? {}
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, name in now ? now[name] : value]),
    )
  })
  expect(kept).toEqual([...before.values()])
}
