import { nameMeant } from '@pianzhang/contract/same-name'
import type { SheetCell } from '@pianzhang/xlsx'
import type { z } from 'zod'
import type { ReadCell } from './cells.ts'
import { type Exported, keysOf, type SheetColumn } from './columns.ts'

/** What is wrong with a row, and in which column; null: in none in particular. */
export interface Mistake<K extends string> {
  key: K | null
  message: string
}

/** A cell that was read as another text than it shows. */
export interface ChangedCell<K extends string> {
  key: K
  as: string
}

/** A column that is read as the form's field whose name is its key. */
export interface FieldColumn<Lookups> {
  read: ReadCell<Lookups>
}

/** How a field of the form is read from, and written to, a spreadsheet; its title is the field's label unless it has another one. */
type FieldOfSheet<Row, Lookups> = Partial<Pick<SheetColumn, 'title'>> &
  Omit<SheetColumn, 'title'> &
  FieldColumn<Lookups> &
  Exported<Row>

/** A ledger's columns by the form's fields, in the order of the spreadsheet. `labels`: what the fields are called. */
export const fieldColumns = <F extends string, Row, Lookups = unknown>(
  labels: Readonly<Record<F, string>>,
  columns: Readonly<Record<F, FieldOfSheet<Row, Lookups>>>,
) =>
  Object.fromEntries(
    keysOf(columns).map((field) => [field, { title: labels[field], ...columns[field] }]),
  ) as Readonly<Record<F, SheetColumn & FieldColumn<Lookups> & Exported<Row>>>

/** The schemas of a form's fields. */
export type Shape = Readonly<Record<string, z.ZodType>>
/** The fields of the form `S` with these names, after parsing. */
export type FieldsOf<K extends string, S extends Shape> = { [F in K]: z.output<S[F]> }

/**
 * Reads columns of a row as fields of the form, each by its own schema in `shape` (the form must have no rules
 * across fields). Valid values are cached by cell, as a column repeats few different values.
 */
export class FieldReader<K extends keyof S & string, S extends Shape, Lookups> {
  readonly #lookups: Lookups
  readonly #fields: {
    key: K
    read: ReadCell<Lookups>
    schema: z.ZodType
    cache: ValueCache
  }[]

  constructor(columns: Readonly<Record<K, FieldColumn<Lookups>>>, shape: S, lookups: Lookups) {
    this.#lookups = lookups
    this.#fields = keysOf(columns).map((key) => ({
      key,
      read: columns[key].read,
      schema: shape[key] as z.ZodType,
      cache: new ValueCache(),
    }))
  }

  /**
   * The valid fields, and `complete` if all are valid. An unreadable cell counts as empty and gives one mistake, so
   * that a row with mistakes may be complete. `changed` is told of the cells that are read as another text than they show.
   */
  read(
    cellOf: (key: K) => SheetCell | undefined,
    wrong: (key: K, message: string) => void,
    changed: (key: K, as: string) => void,
  ): { fields: Partial<FieldsOf<K, S>>; complete: FieldsOf<K, S> | undefined } {
    const values: Record<PropertyKey, unknown> = {}
    let complete = true
    for (const { key, read, schema, cache } of this.#fields) {
      const cell = cellOf(key)
      const cellKey = cacheKey(cell)
      const cached = cache.get(cellKey)
      if (cached) {
        values[key] = cached.value
        if (cached.as !== undefined) changed(key, cached.as)
        continue
      }
      let readable = true
      const input = read(
        cell,
        (message) => {
          readable = false
          wrong(key, message)
        },
        this.#lookups,
      )
      const { success, data: value, error } = schema.safeParse(input)
      if (success && readable) {
        const as = readAs(cell, value, read.names?.(this.#lookups))
        cache.set(cellKey, { value, as })
        if (as !== undefined) changed(key, as)
      }
      if (!success && readable) wrong(key, error.issues[0]?.message ?? '格式不正确')
      complete &&= success
      if (success) values[key] = value
    }
    return {
      fields: values as Partial<FieldsOf<K, S>>,
      complete: complete ? (values as FieldsOf<K, S>) : undefined,
    }
  }
}

/** The cache's key: everything of a cell that a reader may use. */
function cacheKey(cell: SheetCell | undefined): string {
  if (!cell) return ''
  return cell.kind === 'text'
    ? cell.text
    : `${cell.kind}\0${cell.raw}\0${cell.date}\0${cell.unit}\0${cell.text}`
}

/** What signs say, whatever their width, without blanks, invisible signs and the sign by which people make a spreadsheet keep digits. */
const saying = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/^['`]/, '')

const withoutBlanks = (text: string): string => text.replace(/\s/g, '')

/**
 * The text that a text cell was read as, if its signs are others: invisible ones are gone, their width or brackets are those of the stored name. Not of days,
 * amounts and words, which are read as what they mean.
 */
function readAs(
  cell: SheetCell | undefined,
  value: unknown,
  names: ReadonlyMap<string, unknown> | undefined,
): string | undefined {
  if (cell?.kind !== 'text') return undefined
  const as = names ? nameMeant(names, cell.text.trim()) : value
  if (typeof as !== 'string' || as === cell.text || withoutBlanks(as) === withoutBlanks(cell.text))
    return undefined
  return names || saying(as) === saying(cell.text) ? as : undefined
}

interface Known {
  value: unknown
  /** As of `readAs`. */
  as: string | undefined
}

/** Valid values by cell, as many as a column usually has. */
class ValueCache {
  readonly #values = new Map<string, Known>()

  get(cell: string): Known | undefined {
    return this.#values.get(cell)
  }

  set(cell: string, value: Known): void {
    // Long texts are rarely repeated and would fill the heap.
    if (cell.length > MAX_CACHED_LENGTH) return
    if (this.#values.size >= MAX_CACHED_VALUES) this.#values.clear()
    this.#values.set(cell, value)
  }
}
const MAX_CACHED_VALUES = 5_000
/** In characters. */
const MAX_CACHED_LENGTH = 500
