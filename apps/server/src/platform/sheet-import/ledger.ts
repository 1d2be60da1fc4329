import type pg from 'pg'
import type { Db, Tx } from '../database.ts'
import type { Access } from '../guard.ts'
import type { Services } from '../services.ts'
import type { OutSheet } from '../sheet/write.ts'
import type { RowRules } from './check.ts'
import type { SheetColumns } from './columns.ts'

/** What the parts of this folder take of a ledger: its columns, what its rows mean, and how they are written. */
export interface LedgerSheet<K extends string, Row> {
  /** Of its routes, behind `/api/manager`: `/cost_executions`. */
  path: string
  /** As `imports` and the log call its records. */
  resource: string
  /** What a sheet of its rows is called, such as 付款明细. */
  title: string
  /** Its records in English, for the OpenAPI document. */
  records: string
  /** Who may import. */
  access: Access<'project'>
  columns: SheetColumns<K>
  /** Loads what the rows of a file may refer to; answers the rules for them. */
  loadRules(db: Db, projectId: bigint): Promise<RowRules<K, Row>>
  /** Begins to write in the transaction of an import. */
  openWriter(target: ImportTarget): Promise<RowWriter<Row>>
  /** The drop-downs of the template that a project fills itself, and a sheet to look things up. */
  loadChoices(db: Db, projectId: bigint): Promise<TemplateChoices<K>>
}

export interface TemplateChoices<K extends string> {
  options: Partial<Record<K, readonly string[]>>
  lookup?: OutSheet
}

/** The transaction that is written in, its connection, and whose import it is. */
export interface ImportTarget {
  tx: Tx
  client: pg.PoolClient
  services: Services
  signal: AbortSignal
  projectId: bigint
  userId: bigint
  now: Date
  importId: bigint
}

/** Takes rows while the next ones are read. */
export interface RowWriter<Row> {
  /** Rows that are written. */
  readonly written: number
  /** A promise: wait for it before the next, there is no room yet. */
  add(row: Row): Promise<void> | undefined
  /**
   * Resolves when all is written, and what the rules relied on is locked until the commit; throws `ChangedMeanwhile` where it does not hold any
   * more.
   */
  end(): Promise<void>
  /** For a transaction that is taken back: resolves when its connection is at rest. */
  settle(): Promise<void>
}
