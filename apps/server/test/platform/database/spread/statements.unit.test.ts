import { readFile } from 'node:fs/promises'
import { loadModule, parseSync } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { migrationNames } from '../../../../src/platform/database/migrations/migrate.ts'
import { splitActions, splitStatements } from '../../../../src/platform/database/spread/apply.ts'

beforeAll(loadModule)

test('semicolons in quoted text, names and comments end no statement', () => {
  expect(
    splitStatements(`select 'a;''b' -- one; comment
      ; /* two; */ select ";" ; do $$ begin; '$' end $$; select $a$ ;$$; $a$`),
  ).toEqual([`select 'a;''b'`, 'select ";"', `do $$ begin; '$' end $$`, 'select $a$ ;$$; $a$'])
})

test('every migration has the statements that PostgreSQL finds in it', async () => {
  const parsed = (sql: string) =>
    (parseSync(sql) as { stmts: { stmt: object }[] }).stmts.map(({ stmt }) => stmt)
  const shape = (value: unknown) =>
    JSON.stringify(value, (key, inner) => (/location$|list_(start|end)$/.test(key) ? undefined : inner))
  for (const name of await migrationNames()) {
    const sql = await readFile(new URL(`../../../../migrations/${name}`, import.meta.url), 'utf8')
    const split = splitStatements(sql).flatMap(parsed)
    expect(split.length).toBeGreaterThan(0)
    // Compared with `===`: a failed `toEqual` of the parse trees would print megabytes.
    expect([name, shape(split) === shape(parsed(sql))]).toEqual([name, true])
  }
})

test('an alter table is split at the commas between its actions only', () => {
  expect(splitActions(`alter table only t add a text default ',', add check (b in (1, 2)), drop c`)).toEqual([
    `alter table only t add a text default ','`,
    'alter table only t add check (b in (1, 2))',
    'alter table only t drop c',
  ])
  expect(splitActions('select 1, 2')).toEqual(['select 1, 2'])
})
