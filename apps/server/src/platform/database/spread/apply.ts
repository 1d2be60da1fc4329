import type pg from 'pg'
import { distribute, spreadFunctions, withoutPropagation } from './distribute.ts'
import { splitActions, splitStatements } from './statements.ts'

/**
 * Runs a migration in a spread database, in the caller's transaction. Tables that it creates are made on the coordinator alone, with
 * their keys, indexes, triggers and settings, and distributed before the first statement about another table, at the latest at the end.
 * Citus runs all other statements on the shards too, and refuses those that it cannot. A migration that makes functions makes the plain ones; those of
 * a spread database then take their place again.
 */
export async function applyToSpread(client: pg.ClientBase, sql: string): Promise<void> {
  const made = new Set<string>()
  await client.query('set local citus.enable_unsafe_triggers = on')
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  const statements = withEarlyStatistics(splitStatements(sql).map(orReplace))
  for (const statement of statements) {
    const { table, creates } = subject(statement)
    if (creates) made.add(table)
    if (made.has(table)) {
      await withoutPropagation(client, async () => void (await client.query(statement)))
      continue
    }
    if (made.size > 0 && !isFunction(statement)) {
      await distribute(client)
      made.clear()
    }
    for (const action of splitActions(statement)) await client.query(action)
  }
  await distribute(client)
  if (statements.some(isFunction)) await client.query(await spreadFunctions())
}

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?(?:public\.)?"?(\w+)"?`
const SUBJECTS = [
  `create table ${NAME}`,
  `alter table ${NAME}`,
  String.raw`create (?:unique )?index (?:if not exists )?\w+ on ${NAME}`,
  `create (?:constraint )?trigger [^;]*? on ${NAME}`,
  `comment on (?:table|column) ${NAME}`,
].map((pattern) => new RegExp(`^${pattern}`, 'is'))

/** The table that a statement of DDL creates or changes; '' for others. */
function subject(statement: string): { table: string; creates: boolean } {
  const text = statement.replace(/\s+/g, ' ')
  const at = SUBJECTS.findIndex((pattern) => pattern.test(text))
  return { table: SUBJECTS[at]?.exec(text)?.[1]?.toLowerCase() ?? '', creates: at === 0 }
}

/**
 * Moves `alter table … set statistics` of a table that the migration creates directly behind its `create table`. Citus refuses it for a distributed
 * table, and a statement about another table in between distributes it.
 */
function withEarlyStatistics(statements: readonly string[]): string[] {
  const settings = statements.filter((one) => /\bset statistics\b/i.test(one) && /^alter table/i.test(one))
  const made = new Set(statements.map(subject).flatMap(({ table, creates }) => (creates ? [table] : [])))
  const moved = settings.filter((one) => made.has(subject(one).table))
  return statements
    .filter((one) => !moved.includes(one))
    .flatMap((one) => {
      const { table, creates } = subject(one)
      return creates ? [one, ...moved.filter((setting) => subject(setting).table === table)] : [one]
    })
}

/** A function's body is not run when it is made, so it may come between a table and its triggers. */
const isFunction = (statement: string) =>
  /^create (or replace )?function /i.test(statement.replace(/\s+/g, ' '))

/** After an earlier migration of this upgrade `spreadFunctions` made those of later ones too. */
const orReplace = (statement: string) => statement.replace(/^(\s*create) function/i, '$1 or replace function')
