import pg from 'pg'
import { LEFT_OUT, quoted, tablesOf } from '../../src/operator/backup/manifest.ts'
import { advanceSequences } from '../../src/operator/backup/restore.ts'
import { rowsOfAll } from './rows.ts'
import { PROJECTS, type Row, type Rows } from './world.ts'

/** Tables that triggers and migrations write, so `fill` does not; sums are compared with a recount. */
export const COMPUTED = [
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
/** Tables that a backup leaves out, as their rows live only for hours. None of them references another. */
export const SHORT_LIVED = LEFT_OUT.filter((table) => !COMPUTED.includes(table))
const ROWS_OF_NEW_TABLES = 3

interface Column {
  table: string
  name: string
  type: string
  identity: boolean
  generated: boolean
  /** NOT NULL without a default: an INSERT has to give it. */
  needed: boolean
  /** The first word of a check of the form `in ('a', 'b')`. */
  word: string | null
}

interface Reference {
  table: string
  columns: string[]
  to: string
  keys: string[]
}

/**
 * Fills a database of any version with `rowsOfAll`, without the tables and columns that the version lacks. A table or
 * column that `rowsOfAll` does not know, as a later migration added it, gets values made from the catalogue: its type, references and lists of
 * words. If these violate its checks, the error says so: write rows for it in `*-rows.ts`.
 */
export async function fill(url: string, passwordHash: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    const columns = await columnsOf(client)
    const references = await referencesOf(client)
    const known = rowsOfAll(passwordHash)
    const tables = (await tablesOf(client, 'public', null)).map(({ name }) => name)
    const filled: Rows = {}
    for (const table of [...tables, ...SHORT_LIVED]) {
      const own = columns.filter((column) => column.table === table)
      // The table comes with a later migration.
      if (own.length === 0) continue
      const rows = (known[table] ?? invented(own)).map((row, index) =>
        complete(
          row,
          index,
          own,
          references.filter((one) => one.table === table),
          filled,
        ),
      )
      filled[table] = rows
      await insert(client, table, own, rows)
    }
    await advanceSequences(client)
    await client.query('commit')
    // The changes of one project are folded into totals; the sums of the other projects remain changes, so that both forms are tested.
    await client.query('select fold_sum_changes($1)', [PROJECTS[0]])
  } finally {
    await client.end()
  }
}

async function insert(client: pg.Client, table: string, columns: Column[], rows: Row[]): Promise<void> {
  const given = columns.filter(
    ({ name, generated }) => !generated && rows.some((row) => row[name] !== undefined),
  )
  const list = given.map(({ name }) => quoted(name)).join(', ')
  // One INSERT for rows with the same columns, so that a row without a value gets the default.
  const groups = Map.groupBy(rows, (row) => given.map(({ name }) => row[name] !== undefined).join())
  for (const group of groups.values()) {
    const own = given.filter(({ name }) => group[0]?.[name] !== undefined)
    const names = own.map(({ name }) => quoted(name)).join(', ')
    try {
      await client.query(
        `insert into ${quoted(table)} (${names}) overriding system value
         select ${names} from jsonb_populate_recordset(null::${quoted(table)}, $1)`,
        [JSON.stringify(group)],
      )
    } catch (error) {
      throw new Error(`no rows for the table ${table} (${list}): write them in test/upgrade/*-rows.ts`, {
        cause: error,
      })
    }
  }
}

/** Rows of a table that `rowsOfAll` does not know: one for each project if it is a project table, else some. */
const invented = (columns: readonly Column[]): Row[] =>
  columns.some(({ name }) => name === 'project_id')
    ? PROJECTS.map((project_id) => ({ project_id }))
    : Array.from({ length: ROWS_OF_NEW_TABLES }, () => ({}))

/** The row with values for its missing columns that need one: a reference gets an existing row, any other column a value of its type. */
function complete(row: Row, index: number, columns: Column[], references: Reference[], filled: Rows): Row {
  const full: Row = { ...row }
  const missing = (name: string) =>
    full[name] === undefined && columns.some((column) => column.name === name && column.needed)
  for (const { columns: names, to, keys } of references) {
    if (!names.some(missing)) continue
    const fits = (filled[to] ?? []).filter((parent) =>
      names.every((name, i) => full[name] === undefined || full[name] === parent[keys[i] ?? '']),
    )
    const parent = fits[index % fits.length]
    names.forEach((name, i) => {
      full[name] ??= parent?.[keys[i] ?? '']
    })
  }
  for (const { name, type, identity, needed, word } of columns)
    if (full[name] === undefined && needed)
      full[name] = identity ? 1_000 + index : (word ?? sampleOf(type, index))
  return full
}

function sampleOf(type: string, index: number): unknown {
  if (/^(bigint|integer|smallint|numeric)/.test(type)) return index + 1
  if (type === 'boolean') return index % 2 === 0
  if (type === 'date') return '2026-02-03'
  if (type.startsWith('timestamp')) return '2026-02-03T04:05:06Z'
  if (type === 'bytea') return `\\x${String(index).padStart(64, '0')}`
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  if (type.startsWith('json')) return {}
  return type.endsWith('[]') ? [] : `value-${index}`
}

async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attidentity <> '' as identity,
       a.attgenerated <> '' as generated, a.attnotnull and not a.atthasdef and a.attgenerated = '' as needed,
       (select substring(pg_get_constraintdef(k.oid) from $$= ANY \\(ARRAY\\['([^']*)'::text$$) from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as word
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname, a.attnum`,
  )
  return rows
}

async function referencesOf(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select c.relname as table, r.relname as to,
       array(select a.attname::text from unnest(k.conkey) with ordinality u(n, i) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by u.i) as columns,
       array(select a.attname::text from unnest(k.confkey) with ordinality u(n, i) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by u.i) as keys
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by array_length(k.conkey, 1), k.conname`,
  )
  return rows
}
