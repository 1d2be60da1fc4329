import type { Model } from '@pianzhang/contract/permissions'
import type { OutSheet } from '@pianzhang/xlsx'
import type pg from 'pg'
import type { Db, Tx } from '../database/database.ts'
import type { Database } from '../database/schema.ts'
import type { JobContext } from '../files/file-jobs.ts'
import type { Access } from '../http/guard.ts'
import type { Services } from '../services.ts'
import type { RowRules } from './check.ts'
import type { SheetColumns } from './columns.ts'
import type { Alike } from './repetitions.ts'

/** What the import parts need of a ledger: its columns, its rules, and how rows are written. */
export interface LedgerSheet<K extends string, Row> {
  /** `import.meta.url` of its file, which exports `JOBS = sheetJobs(…)`: the process that reads a spreadsheet loads this file. */
  source: string
  /** The routes' path below `/api/manager`: `/cost_executions`. */
  path: string
  /** The records' name in `imports` and in the log. */
  resource: Model
  /** Its table, whose rows name their import; null: they do not, as records of the company. */
  table: keyof Database | null
  /** The measure word of its records: 笔. */
  unit: string
  /** The title of a sheet of its rows, such as 付款明细. */
  title: string
  /** The records' English name for the OpenAPI document. */
  records: string
  /** Who may import. */
  access: Access<'project'>
  columns: SheetColumns<K>
  /** The columns that the project does not have, as its company has a feature off. */
  lacking?(db: Db | Tx, projectId: bigint): Promise<readonly K[]>
  /** Comparisons with existing records: the preview names rows that may repeat them. */
  alike: readonly Alike<Row>[]
  /** Loads the records that rows may refer to; returns the rules. */
  loadRules(db: Db, projectId: bigint): Promise<RowRules<K, Row>>
  /** Prepares to write in the transaction of an import. */
  openWriter(target: ImportTarget): Promise<RowWriter<Row>>
  /** The template's drop-downs with the project's own values, and its look-up sheet. */
  loadChoices(db: Db, projectId: bigint): Promise<TemplateChoices<K>>
}

/** The columns of the project. */
export async function columnsIn<K extends string, Row>(
  { columns, lacking }: Pick<LedgerSheet<K, Row>, 'columns' | 'lacking'>,
  db: Db | Tx,
  projectId: bigint,
): Promise<SheetColumns<K>> {
  const without: readonly string[] = (await lacking?.(db, projectId)) ?? []
  return Object.fromEntries(
    Object.entries(columns).filter(([key]) => !without.includes(key)),
  ) as unknown as SheetColumns<K>
}

export interface TemplateChoices<K extends string> {
  options: Partial<Record<K, readonly string[]>>
  lookup?: OutSheet
}

/** The transaction to write in with its connection, and whose import it is. */
export interface ImportTarget {
  tx: Tx
  client: pg.PoolClient
  services: Services
  signal: AbortSignal
  /** Of whom entries in the log tell, where the import's own does not say all. */
  context: JobContext
  projectId: bigint
  userId: bigint
  now: Date
  importId: bigint
}

/** Writes rows while later ones are read. */
export interface RowWriter<Row> {
  /** Rows written so far. */
  readonly written: number
  /** If it returns a promise, await it before the next call (back-pressure). */
  add(row: Row): Promise<void> | undefined
  /**
   * Resolves when all rows are written and the records checked by the rules are locked; throws `ChangedMeanwhile`
   * if one of them changed since the check.
   */
  end(): Promise<void>
  /** Before a rollback: resolves when no statement is running on the connection. */
  untilIdle(): Promise<void>
}
