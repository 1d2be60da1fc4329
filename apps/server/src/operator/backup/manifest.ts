import type pg from 'pg'
import { z } from 'zod'
import { LEDGERS } from '../../ledgers.ts'

/** First entry of a backup; each table comes after those it refers to. */
export const manifest = z.object({
  product: z.literal('pianzhang'),
  format: z.literal(1),
  made_at: z.string(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Whether it has entries of checksums. Absent in backups of older versions. */
  sums: z.boolean().default(false),
  /** The files were left out: the storage still has them. */
  rows_only: z.boolean().default(false),
})
export type Manifest = z.output<typeof manifest>

/** Last entry: a file without it, or with other counts, is incomplete. */
export const closing = z.object({
  rows: z.int(),
  files: z.int(),
  /** The number of files that rows name but the storage lacked, and the first of their names. Absent in backups of older versions. */
  lacking: z.int().default(0),
  lacking_names: z.array(z.string()).default([]),
})
export type Closing = z.output<typeof closing>

export const MANIFEST = 'manifest.json'
export const CLOSING = 'closing.json'
/**
 * Entries: `tables/<table>/<part>`, in the text format of COPY; `files/<storage key>`; and `sums/<part>`, the checksums of all entries since
 * the last such part, as `sha256sum --check` reads them.
 */
export const TABLES = 'tables/'
export const FILES = 'files/'
export const SUMS = 'sums/'

/** The tables of a backup: the ledgers' tables and those below. A test checks that each table of a fresh database is here or in `LEFT_OUT`. */
const BACKED_UP: readonly string[] = [
  ...LEDGERS.flatMap(({ table, parts }) => [table, ...Object.keys(parts)]),
  'attachments',
  'audit_logs',
  'companies',
  'company_features',
  'imports',
  'fee_rates',
  'fee_settings',
  'notifications',
  'order_payments',
  'orders',
  'payee_account_changes',
  'payees',
  'project_members',
  'project_numbers',
  'projects',
  'recovery_codes',
  'role_permissions',
  'roles',
  'second_factors',
  'transfer_formats',
  'users',
]

/** Of this installation: rows that live for hours at most (people sign in again after a restore), its jobs, its own backups and sizes. */
export const OF_INSTALLATION: readonly string[] = [
  'sessions',
  'login_challenges',
  'captchas',
  'attempts',
  'idempotency_keys',
  'jobs',
  'backups',
  'sizes',
]

/** Not in a backup: rows of this installation, sums that the triggers compute again, and the migrations' own table. */
export const LEFT_OUT: readonly string[] = [
  ...OF_INSTALLATION,
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
  'migrations',
]

export const ALL_TABLES: readonly string[] = [...BACKED_UP, ...LEFT_OUT]

/** References that triggers check; those by foreign keys are read from the catalogue. */
export const BY_TRIGGERS: Record<string, string[]> = {
  payments: ['projects', 'users'],
  payment_lines: ['payments', 'subjects', 'payment_types'],
}

/** Tables that columns refer to without a foreign key: in a spread database project tables have none to company tables. */
const BY_COLUMN = [
  ['project_id', 'projects'],
  ['creator_id', 'users'],
] as const

/** The tables of `public` that a backup holds, with their columns that are not generated, each after those it refers to. */
export const listTables = (client: pg.ClientBase) => tablesOf(client, 'public', BACKED_UP)

/** The tables that move with the installation to another database: also those of `OF_INSTALLATION`. */
export const listMoved = (client: pg.ClientBase) =>
  tablesOf(client, 'public', [...BACKED_UP, ...OF_INSTALLATION])

/** As `listTables`, for any schema. `only`: names of the tables; null: all of the schema but `LEFT_OUT`, for the tables of another version. */
export async function tablesOf(
  client: pg.ClientBase,
  schema: string,
  only: readonly string[] | null,
): Promise<Manifest['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
     from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = $2::regnamespace and c.relname <> all ($1)
       and ($3::text[] is null or c.relname = any ($3))
     order by c.relname`,
    [only === null ? LEFT_OUT : [], quoted(schema), only],
  )
  const sorted: Manifest['tables'] = []
  const done = new Set<string>()
  while (sorted.length < rows.length) {
    const ready = rows.filter(({ name, columns, refers_to }) => {
      const named = BY_COLUMN.filter(([column, to]) => columns.includes(column) && to !== name)
      const before = [...refers_to, ...(BY_TRIGGERS[name] ?? []), ...named.map(([, to]) => to)]
      return !done.has(name) && before.every((other) => done.has(other))
    })
    if (ready.length === 0) throw new Error('tables refer to each other in a cycle')
    for (const { name, columns } of ready) {
      sorted.push({ name, columns })
      done.add(name)
    }
  }
  return sorted
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
