import type pg from 'pg'
import { distribute, spreadFunctions, withoutPropagation } from './distribute.ts'

/** Tokens within which a semicolon ends no statement: quoted text and names, dollar-quoted text, `--` and block comments. */
const WHOLE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|(--[^\n]*|\/\*[\s\S]*?\*\/)|;/gi

/** The statements of an SQL file, without their semicolons and without comments outside of quoted text. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let text = ''
  let from = 0
  for (const found of sql.matchAll(WHOLE)) {
    text += sql.slice(from, found.index)
    from = found.index + found[0].length
    if (found[0] === ';') {
      statements.push(text)
      text = ''
    } else text += found[2] === undefined ? found[0] : ' '
  }
  return [...statements, text + sql.slice(from)].map((one) => one.trim()).filter((one) => one !== '')
}

/** `alter table` with several actions as one statement for each, as Citus allows most actions only alone; any other statement as it is. */
export function splitActions(statement: string): string[] {
  const head = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?\S+\s+/i.exec(statement)?.[0]
  if (!head) return [statement]
  const actions = ['']
  let depth = 0
  for (const [part] of statement.slice(head.length).matchAll(PARTS)) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (part === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += part
  }
  return actions.map((action) => head + action.trim())
}

/** Quoted texts and names whole, else single characters. */
const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g

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
