import type { FieldError } from '@pianzhang/contract/errors'
import { ChangedMeanwhile, type Tx } from '../database.ts'
import { Failure } from '../errors.ts'
import { lookAgain } from '../planner.ts'
import type { RowRules } from './check.ts'
import { keysOf } from './columns.ts'
import { type FieldColumns, FieldReader, type FieldsOf, type Mistake, type Shape } from './fields.ts'
import type { RowWriter } from './ledger.ts'

// For ledgers of some ten thousand rows of which each is a record.

/** What the form's rules say of a row, and the figures of it that a preview adds up. `amount` in fen. */
export interface Judgement {
  problems: readonly FieldError[]
  day: string | undefined
  amount: bigint | undefined
}

/** Rules that read a row as the form's fields and judge them as the form does; `judge` gets those that could be read. */
export function flatRules<C extends FieldColumns<S, Book>, S extends Shape, Book>(
  { columns, shape, book }: { columns: C; shape: S; book: Book },
  judge: (fields: Partial<FieldsOf<C, S>>) => Judgement,
): RowRules<keyof C & string, FieldsOf<C, S>> {
  type Key = keyof C & string
  const reader = new FieldReader(columns, shape, book)
  const columnOf = (field: string) =>
    keysOf<Key>(columns).find((key) => columns[key]?.field === field) ?? null
  let records = 0
  return {
    get records() {
      return records
    },
    check(_line, cellOf) {
      const mistakes: Mistake<Key>[] = []
      const { fields, complete } = reader.read(cellOf, (key, message) => mistakes.push({ key, message }))
      records += 1
      const { problems, day = null, amount = null } = judge(fields)
      mistakes.push(...problems.map(({ field, message }) => ({ key: columnOf(field), message })))
      return { row: mistakes.length === 0 && complete ? complete : null, mistakes, day, amount }
    },
  }
}

/** Rows of one INSERT. */
const PORTION = 1_000

/**
 * Inserts rows by portions while the next ones are read. `insert` checks them as the form's save does: what it refuses with 422 was right when the
 * rules looked, so the import is run again. What `insert` locks stays locked from the first portion to the commit.
 */
export function portionWriter<Row>(
  tx: Tx,
  insert: (rows: readonly Row[]) => Promise<unknown>,
): RowWriter<Row> {
  let portion: Row[] = []
  let written = 0
  const write = async () => {
    const rows = portion
    portion = []
    await insert(rows).catch((error: unknown) => {
      if (error instanceof Failure && error.reason === 'invalid')
        throw new ChangedMeanwhile(`a row of the spreadsheet: ${error.message}`)
      throw error
    })
    if (written === 0) await lookAgain(tx)
    written += rows.length
  }
  return {
    get written() {
      return written
    },
    add(row) {
      portion.push(row)
      return portion.length < PORTION ? undefined : write()
    },
    end: async () => {
      if (portion.length > 0) await write()
    },
    settle: async () => undefined,
  }
}
