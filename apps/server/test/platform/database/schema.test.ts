import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { cloneDatabase } from '../../harness/database.ts'

let database: { url: string; drop(): Promise<void> }
let client: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Read and written by plain SQL alone: the migrator's own, and sums that are kept. */
const NOT_IN_SCHEMA = [
  'migrations',
  'sum_changes',
  'project_totals',
  'contract_totals',
  'contract_subject_totals',
  'contract_commitments',
  'commitment_totals',
  'commitment_changes',
  'instalment_rests',
  'instalment_days',
  'instalment_changes',
  'missing_changes',
  'missing_days',
  'missing_lines',
  'missing_payers',
]

const SCHEMA = new URL('../../../src/platform/database/schema/', import.meta.url)

/** Of each table each column: its type for Kysely, `?` where an INSERT may leave it out. */
type Tables = Record<string, Record<string, string>>

/** As much of the syntax tree of TypeScript as `the files of schema/` uses. */
interface Node {
  type: string
  declaration?: Node
  id?: { name: string }
  key?: { name: string }
  body?: { body: Node[] }
  members?: Node[]
  types?: Node[]
  typeAnnotation?: Node
  typeName?: { name: string }
  typeArguments?: { params: Node[] } | null
  elementType?: Node
  literal?: { value: string }
}

function tablesOfSchema(): Tables {
  const tables = globSync('*.ts', { cwd: SCHEMA }).flatMap((name) => {
    const source = readFileSync(new URL(name, SCHEMA), 'utf8')
    const program = parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] }
    // `export interface …`, or in a file of its own `declare module … { interface … }`.
    const declared = program.body.flatMap((node) => node.declaration ?? node.body?.body ?? [])
    return declared.filter(({ id }) => /Tables$/.test(id?.name ?? '')).flatMap(({ body }) => body?.body ?? [])
  })
  return byName(tables, (table) => byName(table.members ?? [], columnOfSchema))
}

const byName = <T>(nodes: readonly Node[], read: (type: Node) => T): Record<string, T> =>
  Object.fromEntries(
    nodes.map((node) => [node.key?.name ?? '', read(node.typeAnnotation?.typeAnnotation as Node)]),
  )

function columnOfSchema(node: Node): string {
  const parts = node.type === 'TSUnionType' ? (node.types ?? []) : [node]
  const isNull = (part: Node) => part.type === 'TSNullKeyword'
  const literals = parts.flatMap(({ literal }) => (literal ? [literal.value] : []))
  const [first] = parts.filter((part) => !isNull(part))
  const type = literals.length > 0 ? literals.sort().join(' ') : selected(first as Node)
  return parts.some(isNull) ? `${type} | null` : type
}

/** What a SELECT answers, and `?` where the type that an INSERT takes has `undefined`, or `null` where it has that. */
function selected(node: Node): string {
  const name = node.typeName?.name
  const [select, insert] = node.typeArguments?.params ?? []
  if (name === 'Id') return 'bigint, made by the database'
  if (name === 'Instant') return 'Date'
  if (name === 'Json' || name === 'Record' || node.type === 'TSUnknownKeyword') return 'json'
  if (name === 'Defaulted') return `${columnOfSchema(select as Node)} ?`
  if (name === 'ColumnType') {
    const has = (type: string) => insert?.types?.some((part) => part.type === type)
    return `${selected(select as Node)}${has('TSUndefinedKeyword') ? ' ?' : ''}${has('TSNullKeyword') ? ' | null' : ''}`
  }
  if (node.type === 'TSArrayType') return `${selected(node.elementType as Node)}[]`
  return name ?? node.type.replace(/^TS(\w+)Keyword$/, '$1').toLowerCase()
}

const TYPES: Record<string, string> = {
  int8: 'bigint',
  // As database.ts parses it; a column of fractions would need its own type.
  numeric: 'bigint',
  int4: 'number',
  int2: 'number',
  text: 'string',
  _int2: 'number[]',
  _int8: 'bigint[]',
  _text: 'string[]',
  date: 'string',
  timestamptz: 'Date',
  bool: 'boolean',
  bytea: 'Buffer',
  jsonb: 'json',
}

async function tablesOfCatalogue(): Promise<Tables> {
  const { rows } = await client.query<{
    name: string
    column: string
    type: string
    identity: boolean
    defaulted: boolean
    nullable: boolean
    check: string | null
  }>(
    `select c.relname as name, a.attname as column, t.typname as type, a.attidentity <> '' as identity,
       a.atthasdef as defaulted, not a.attnotnull as nullable,
       (select pg_get_constraintdef(k.oid) from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
           and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[''') as check
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)`,
    [NOT_IN_SCHEMA],
  )
  const tables: Tables = {}
  for (const { name, column, type, identity, defaulted, nullable, check } of rows) {
    const literals = [...(check ?? '').matchAll(/'(\w+)'::text/g)].map((match) => match[1])
    const plain = literals.length > 0 ? literals.sort().join(' ') : (TYPES[type] ?? type)
    const made = identity ? ', made by the database' : defaulted ? ' ?' : ''
    tables[name] = { ...tables[name], [column]: `${plain}${made}${nullable ? ' | null' : ''}` }
  }
  return tables
}

test('the tables of schema/ are those of the migrations: columns, types, null, defaults', async () => {
  const schema = tablesOfSchema()
  expect(Object.keys(schema).length).toBeGreaterThan(20)
  expect(schema).toEqual(await tablesOfCatalogue())
})

test.each([
  ['a column more', 'alter table imports add column note text', ['imports', 'note']],
  ['a column less', 'alter table contracts drop column remark', ['contracts', 'remark']],
  ['another type', 'alter table subjects alter column category type bigint', ['subjects', 'category']],
  ['null', 'alter table invoices alter column reason drop not null', ['invoices', 'reason']],
  ['no default', 'alter table users alter column post drop default', ['users', 'post']],
  ['a default', 'alter table imports alter column total set default 0', ['imports', 'total']],
  [
    'another list of words',
    "alter table attempts drop constraint attempts_kind_check, add check (kind in ('login', 'sms'))",
    ['attempts', 'kind'],
  ],
  ['a table more', 'create table more (project_id bigint)', ['more', 'project_id']],
])('it sees %s', async (_name, change, [table = '', column = '']) => {
  const schema = tablesOfSchema()
  await client.query(`begin; ${change}`)
  const catalogue = await tablesOfCatalogue().finally(() => client.query('rollback'))
  expect(catalogue[table]?.[column]).not.toBe(schema[table]?.[column])
})
