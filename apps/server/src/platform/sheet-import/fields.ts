import type { z } from 'zod'
import type { SheetCell } from '../sheet/read.ts'
import type { ReadCell } from './cells.ts'
import { keysOf } from './columns.ts'

/** What is wrong with a row, and in which column; null where it is none in particular. */
export interface Mistake<K extends string> {
  key: K | null
  message: string
}

/** A column that is read into a field of the form. */
export interface FieldColumn<F, Book> {
  /** The form's field. */
  field: F
  read: ReadCell<Book>
}

/** Of a form: the schema of each field. */
export type Shape = Readonly<Record<string, z.ZodType>>
export type FieldColumns<S, Book> = Readonly<Record<string, FieldColumn<keyof S, Book>>>
/** The fields that the columns are read into, as their schemas give them. */
export type FieldsOf<C extends FieldColumns<S, never>, S extends Shape> = {
  [K in keyof C as C[K]['field'] & string]: z.output<S[C[K]['field']]>
}

/**
 * Reads some columns of a row as fields of the form, each through its schema in `shape`. A schema without rules across fields is read field by
 * field, so that what was right once can be remembered: a column of a hundred thousand rows says few different things.
 */
export class FieldReader<C extends FieldColumns<S, Book>, S extends Shape, Book> {
  readonly #book: Book
  readonly #fields: {
    key: keyof C & string
    field: keyof S
    read: ReadCell<Book>
    schema: z.ZodType
    known: Memory
  }[]

  constructor(columns: C, shape: S, book: Book) {
    this.#book = book
    this.#fields = keysOf<keyof C & string>(columns).map((key) => {
      const { field, read } = columns[key] as FieldColumn<keyof S, Book>
      return { key, field, read, schema: shape[field] as z.ZodType, known: new Memory() }
    })
  }

  /**
   * The fields that have a value, and `complete` when all have one. A cell that cannot be read counts as empty, with one mistake: a row with
   * mistakes may be complete.
   */
  read(
    cellOf: (key: keyof C & string) => SheetCell | undefined,
    wrong: (key: keyof C & string, message: string) => void,
  ): { fields: Partial<FieldsOf<C, S>>; complete: FieldsOf<C, S> | undefined } {
    const values: Record<PropertyKey, unknown> = {}
    let complete = true
    for (const { key, field, read, schema, known } of this.#fields) {
      const cell = cellOf(key)
      const identity = identityOf(cell)
      const remembered = known.get(identity)
      if (remembered) {
        values[field] = remembered.value
        continue
      }
      let readable = true
      const input = read(
        cell,
        (message) => {
          readable = false
          wrong(key, message)
        },
        this.#book,
      )
      const { success, data: value, error } = schema.safeParse(input)
      if (success && readable) known.set(identity, { value })
      if (!success && readable) wrong(key, error.issues[0]?.message ?? '格式不正确')
      complete &&= success
      if (success) values[field] = value
    }
    return {
      fields: values as Partial<FieldsOf<C, S>>,
      complete: complete ? (values as FieldsOf<C, S>) : undefined,
    }
  }
}

/** All that a reader may look at. */
function identityOf(cell: SheetCell | undefined): string {
  if (!cell) return ''
  return cell.kind === 'text' ? cell.text : `${cell.kind}\0${cell.raw}\0${cell.date}\0${cell.text}`
}

/** Right values by cell, as many as a column usually has. */
class Memory {
  readonly #known = new Map<string, { value: unknown }>()

  get(cell: string): { value: unknown } | undefined {
    return this.#known.get(cell)
  }

  set(cell: string, value: { value: unknown }): void {
    // What is long hardly comes twice, and thousands of such would fill the heap.
    if (cell.length > MAX_REMEMBERED) return
    if (this.#known.size >= MEMORY) this.#known.clear()
    this.#known.set(cell, value)
  }
}
const MEMORY = 5_000
/** In characters. */
const MAX_REMEMBERED = 500
