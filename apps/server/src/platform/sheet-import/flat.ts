import type { FieldError } from '@pianzhang/contract/errors'
import { inSlice } from '../database/connections/background.ts'
import { ChangedMeanwhile } from '../database/database.ts'
import { analyzeEmptiedTables } from '../database/planner.ts'
import { Failure } from '../http/errors.ts'
import type { RowRules } from './check.ts'
import { keysOf } from './columns.ts'
import {
  type ChangedCell,
  type FieldColumn,
  FieldReader,
  type FieldsOf,
  type Mistake,
  type Shape,
} from './fields.ts'
import type { ImportTarget, RowWriter } from './ledger.ts'

// For ledgers with one record per row and some ten thousand rows per file.

/** The result of the form's rules for a row, and what a preview shows of it; `amount` in fen. */
interface RowCheck {
  problems: readonly FieldError[]
  day: string | undefined
  amount: bigint | undefined
}

/**
 * Rules that read a row as the form's fields and check the valid ones with the form's rules. `line`: the row number
 * shown by the spreadsheet.
 */
export function flatRules<K extends keyof S & string, S extends Shape, Lookups>(
  {
    columns,
    shape,
    lookups,
  }: { columns: Readonly<Record<K, FieldColumn<Lookups>>>; shape: S; lookups: Lookups },
  checkFields: (fields: Partial<FieldsOf<K, S>>, line: number) => RowCheck,
): RowRules<K, FieldsOf<K, S>> {
  const reader = new FieldReader(columns, shape, lookups)
  const columnOf = (field: string) => keysOf(columns).find((key) => key === field) ?? null
  let records = 0
  return {
    get records() {
      return records
    },
    check(line, cellOf) {
      const mistakes: Mistake<K>[] = []
      const changed: ChangedCell<K>[] = []
      const { fields, complete } = reader.read(
        cellOf,
        (key, message) => mistakes.push({ key, message }),
        (key, as) => changed.push({ key, as }),
      )
      records += 1
      const { problems, day = null, amount = null } = checkFields(fields, line)
      mistakes.push(...problems.map(({ field, message }) => ({ key: columnOf(field), message })))
      return { row: mistakes.length === 0 && complete ? complete : null, mistakes, changed, day, amount }
    },
  }
}

/** Rows per INSERT. */
const CHUNK_ROWS = 1_000

/**
 * Inserts rows in chunks while later ones are read. `insert` checks them again as the form's save does; a 422 then
 * means that something changed since the check, so the import is retried. Its locks last from the first chunk on.
 */
export function chunkWriter<Row>(
  { tx, client }: Pick<ImportTarget, 'tx' | 'client'>,
  insert: (rows: readonly Row[]) => Promise<unknown>,
): RowWriter<Row> {
  let chunk: Row[] = []
  let written = 0
  const write = async () => {
    const rows = chunk
    chunk = []
    await inSlice(client, () => insert(rows)).catch((error: unknown) => {
      if (error instanceof Failure && error.reason === 'invalid')
        throw new ChangedMeanwhile(`a row of the spreadsheet: ${error.message}`)
      throw error
    })
    if (written === 0) await analyzeEmptiedTables(tx)
    written += rows.length
  }
  return {
    get written() {
      return written
    },
    add(row) {
      chunk.push(row)
      return chunk.length < CHUNK_ROWS ? undefined : write()
    },
    end: async () => {
      if (chunk.length > 0) await write()
    },
    untilIdle: async () => undefined,
  }
}
