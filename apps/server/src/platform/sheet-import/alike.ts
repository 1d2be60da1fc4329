import { MAX_NAMED_CODES } from '@pianzhang/contract/imports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { MAX_NAMED, namesOf } from '../lists/naming.ts'

/** What people tell records apart by. A comparison has the same fields in all its keys; fields that it lacks are not compared. */
interface AlikeKey {
  day?: string
  name: string
  amount?: bigint
  /** Rows with the same number (1, 2, 3 …) are one record: its amount is the sum of theirs. Absent: each row is a record. */
  record?: number
}

/** A comparison of a file's rows with existing records, and with each other. */
export interface Alike<Row> {
  /** Null: the row is not compared. */
  keyOf(row: Row): AlikeKey | null
  /** A SELECT of `code`, `name` and, if compared, `day` and `amount` of the existing records that have one of these days or names. */
  existing(projectId: bigint, days: readonly string[], names: readonly string[]): RawBuilder<unknown>
  /** `own` records of the file, in these rows, equal `kept` existing ones. `names`: the first of theirs. */
  text(own: string, kept: string, rows: string, names: string): string
  /** So many records of the file equal each other. Absent: they are not compared. */
  twice?: (own: string, rows: string) => string
}

/** The texts of a comparison by these fields; `unit`: the measure word of the records. */
export const sameFields = (unit: string, fields: string): Required<Pick<Alike<never>, 'text' | 'twice'>> => ({
  text: (own, kept, rows) => `${own} ${unit}与已有 ${kept} ${unit}的${fields}相同（${rows}）`,
  twice: (own, rows) => `文件中有 ${own} ${unit}的${fields}相同（${rows}）`,
})

/** What a comparison found. `codes`: the first of the existing records. */
export interface Repeated {
  text: string
  codes: string[]
}

/** Records past this number are not compared, so that the memory is bounded: some 100 MB. */
const MOST = 1_000_000
/** Keys in one statement. */
const CHUNK = 20_000
/** Rows that a text names. */
const MOST_ROWS = 10

const words = (count: number) => count.toLocaleString('en-US')

/** 第2、5、9行 */
function rowsText(lines: number[]): string {
  const first = lines.sort((a, b) => a - b).slice(0, MOST_ROWS)
  return `第${first.join('、')}行${lines.length > MOST_ROWS ? '等' : ''}`
}

/** Gives equal values the same small number, so that a million of them are compared and kept cheaply. */
class Numbered<T> {
  readonly values: T[] = []
  readonly #numbers = new Map<T, number>()

  of(value: T): number {
    let number = this.#numbers.get(value)
    if (number === undefined) {
      number = this.values.length
      this.#numbers.set(value, number)
      this.values.push(value)
    }
    return number
  }
}

/** The rows of a file for one comparison. */
class Compared<Row> {
  readonly #alike: Alike<Row>
  readonly #dayTexts = new Numbered<string>()
  readonly #nameTexts = new Numbered<string>()
  readonly #lines: number[] = []
  readonly #days: number[] = []
  readonly #names: number[] = []
  readonly #amounts: bigint[] = []
  #hasDay = false
  #hasAmount = false

  constructor(alike: Alike<Row>) {
    this.#alike = alike
  }

  add(row: Row, line: number): void {
    const key = this.#alike.keyOf(row)
    if (!key) return
    const at = key.record === undefined ? this.#lines.length : key.record - 1
    const before = this.#amounts[at]
    if (before !== undefined) {
      this.#amounts[at] = before + (key.amount ?? 0n)
      return
    }
    if (at >= MOST) return
    this.#hasDay = key.day !== undefined
    this.#hasAmount = key.amount !== undefined
    this.#lines[at] = line
    this.#days[at] = this.#dayTexts.of(key.day ?? '')
    this.#names[at] = this.#nameTexts.of(key.name)
    this.#amounts[at] = key.amount ?? 0n
  }

  /** `ask` runs each statement. */
  async repeated(
    projectId: bigint,
    ask: <T>(statement: RawBuilder<T>) => Promise<readonly T[]>,
  ): Promise<Repeated[]> {
    const { text, twice } = this.#alike
    const groups = this.#groups()
    const found: Repeated[] = []
    let [kept, own] = [0, 0]
    const lines: number[] = []
    const codes: string[] = []
    const names: string[] = []
    for (let from = 0; from < groups.length; from += CHUNK) {
      const chunk = groups.slice(from, from + CHUNK)
      for (const { i, count, codes: some } of await ask(this.#statement(projectId, chunk))) {
        const records = chunk[i - 1] ?? []
        kept += count
        own += records.length
        for (const at of records) lines.push(this.#lines[at] ?? 0)
        if (names.length <= MAX_NAMED) names.push(this.#nameOf(records))
        if (codes.length < MAX_NAMED_CODES) codes.push(...some)
      }
    }
    if (own > 0)
      found.push({
        text: text(words(own), words(kept), rowsText(lines), namesOf(names)),
        codes: codes.slice(0, MAX_NAMED_CODES),
      })
    const equal = twice ? groups.filter((records) => records.length > 1).flat() : []
    if (twice && equal.length > 0)
      found.push({
        text: twice(words(equal.length), rowsText(equal.map((at) => this.#lines[at] ?? 0))),
        codes: [],
      })
    return found
  }

  #nameOf = ([first = 0]: readonly number[]): string => this.#nameTexts.values[this.#names[first] ?? 0] ?? ''
  #dayOf = ([first = 0]: readonly number[]): string => this.#dayTexts.values[this.#days[first] ?? 0] ?? ''

  /** Records with equal keys, by day, so that the statement of a chunk reads the records of few days. */
  #groups(): number[][] {
    // A record whose rows all have mistakes has no key.
    const records = [...this.#lines.keys()].filter((at) => this.#lines[at] !== undefined)
    if (!this.#alike.twice) return records.map((at) => [at])
    const days = this.#dayTexts.values
    const byText = [...days.keys()].sort((a, b) => ((days[a] ?? '') < (days[b] ?? '') ? -1 : 1))
    const rank = new Int32Array(days.length)
    for (const [at, number] of byText.entries()) rank[number] = at
    const amounts = new Numbered<bigint>()
    const amount = Int32Array.from(this.#amounts, (fen) => amounts.of(fen ?? 0n))
    const order = (a: number, b: number) =>
      (rank[this.#days[a] ?? 0] ?? 0) - (rank[this.#days[b] ?? 0] ?? 0) ||
      (this.#names[a] ?? 0) - (this.#names[b] ?? 0) ||
      (amount[a] ?? 0) - (amount[b] ?? 0)
    const groups: number[][] = []
    for (const at of records.sort((a, b) => order(a, b) || a - b)) {
      const last = groups.at(-1)
      if (last?.[0] !== undefined && order(last[0], at) === 0) last.push(at)
      else groups.push([at])
    }
    return groups
  }

  /**
   * By ordinal of the group: how many existing records equal it, and their codes. The existing ones are materialized, so that they are
   * joined by a hash: the planner knows too little of a project to prefer it to a look-up for each key.
   */
  #statement(projectId: bigint, chunk: readonly (readonly number[])[]) {
    const days = this.#hasDay ? chunk.map(this.#dayOf) : []
    const names = chunk.map(this.#nameOf)
    const amounts = this.#hasAmount ? chunk.map(([first = 0]) => String(this.#amounts[first] ?? 0n)) : []
    const existing = this.#alike.existing(projectId, [...new Set(days)], names)
    return sql<{ i: number; count: number; codes: string[] }>`
      with kept as materialized (${existing})
      select n.i::int4 as i, count(*)::int4 as count, (array_agg(k.code order by k.code))[1:${sql.lit(MAX_NAMED_CODES)}] as codes
      from unnest(${names}::text[], ${amounts}::int8[], ${days}::date[]) with ordinality n(name, amount, day, i)
      join kept k on k.name = n.name
        ${this.#hasDay ? sql`and k.day = n.day` : sql``} ${this.#hasAmount ? sql`and k.amount = n.amount` : sql``}
      group by n.i order by n.i`
  }
}

/** Collects the rows of a file for its ledger's comparisons. */
export class AlikeRows<Row> {
  readonly #kinds: Compared<Row>[]

  constructor(kinds: readonly Alike<Row>[]) {
    this.#kinds = kinds.map((alike) => new Compared(alike))
  }

  add(row: Row, line: number): void {
    for (const kind of this.#kinds) kind.add(row, line)
  }

  /** `slice` runs each statement. */
  async repeated(
    db: Db,
    projectId: bigint,
    slice: <T>(run: () => Promise<T>) => Promise<T>,
  ): Promise<Repeated[]> {
    const found: Repeated[] = []
    for (const kind of this.#kinds)
      found.push(
        ...(await kind.repeated(
          projectId,
          async (statement) => (await slice(() => statement.execute(db))).rows,
        )),
      )
    return found
  }
}
