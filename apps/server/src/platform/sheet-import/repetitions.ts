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
  /** A SELECT of `code` (null: no list shows the record), `name` and, if compared, `day` and `amount` of the existing records that have one of these days; if days are not compared, one of these names. */
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

/** Places of records with equal keys. */
type Group = readonly number[]
type Ask = <T>(statement: RawBuilder<T>) => Promise<readonly T[]>

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
  async repeated(projectId: bigint, ask: Ask): Promise<Repeated[]> {
    const { text, twice } = this.#alike
    const groups = this.#groups()
    const found: Repeated[] = []
    let [kept, own] = [0, 0]
    const lines: number[] = []
    const codes: string[] = []
    const names: string[] = []
    const asked = await this.#onKeptDays(projectId, ask, groups)
    for (let from = 0; from < asked.length; from += CHUNK) {
      const chunk = asked.slice(from, from + CHUNK)
      const equal: Group[] = []
      for (const { i, count } of await ask(this.#counts(projectId, chunk))) {
        const records = chunk[i - 1] ?? []
        kept += count
        own += records.length
        for (const at of records) lines.push(this.#lines[at] ?? 0)
        if (names.length <= MAX_NAMED) names.push(this.#nameOf(records))
        if (equal.length < MAX_NAMED_CODES) equal.push(records)
      }
      if (equal.length > 0 && codes.length < MAX_NAMED_CODES)
        codes.push(...(await ask(this.#codes(projectId, equal))).flatMap(({ code }) => code ?? []))
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

  #nameOf = ([first = 0]: Group): string => this.#nameTexts.values[this.#names[first] ?? 0] ?? ''
  #dayAt = ([first = 0]: Group): number => this.#days[first] ?? 0
  #dayOf = (group: Group): string => this.#dayTexts.values[this.#dayAt(group)] ?? ''

  /** Records with equal keys, in the order of the file. */
  #groups(): Group[] {
    // A record whose rows all have mistakes has no key.
    const records = [...this.#lines.keys()].filter((at) => this.#lines[at] !== undefined)
    if (!this.#alike.twice) return records.map((at) => [at])
    const amounts = new Numbered<bigint>()
    const amount = Int32Array.from(this.#amounts, (fen) => amounts.of(fen ?? 0n))
    const [nameCount, amountCount] = [this.#nameTexts.values.length, amounts.values.length]
    // One number for each key: a map of numbers takes a fraction of the time and the memory of one of texts.
    const isExact = this.#dayTexts.values.length * nameCount * amountCount <= Number.MAX_SAFE_INTEGER
    const keyOf = (day = 0, name = 0, fen = 0) =>
      isExact ? (day * nameCount + name) * amountCount + fen : `${day} ${name} ${fen}`
    const numbers = new Numbered<number | string>()
    const groups: number[][] = []
    for (const at of records) {
      const number = numbers.of(keyOf(this.#days[at], this.#names[at], amount[at]))
      const group = groups[number]
      if (group) group.push(at)
      else groups.push([at])
    }
    return groups
  }

  /**
   * The groups of days that have existing records, all groups if days are not compared: a file of a new month is not sent to the database. By
   * day, so that the statement of a chunk reads the records of few days.
   */
  async #onKeptDays(projectId: bigint, ask: Ask, groups: readonly Group[]): Promise<readonly Group[]> {
    if (!this.#hasDay) return groups
    const days = this.#dayTexts.values
    const found = await ask(sql<{ i: number }>`
      select n.i::int4 as i from unnest(${days}::date[]) with ordinality n(day, i)
      where exists (select 1 from (${this.#alike.existing(projectId, days, [])}) k where k.day = n.day)
      order by n.day`)
    const rank = new Map(found.map(({ i }, place) => [i - 1, place]))
    const placeOf = (group: Group) => rank.get(this.#dayAt(group)) ?? -1
    return groups.filter((group) => placeOf(group) >= 0).sort((a, b) => placeOf(a) - placeOf(b))
  }

  /** By ordinal of the group: how many existing records equal it. */
  #counts = (projectId: bigint, groups: readonly Group[]) =>
    sql<{
      i: number
      count: number
    }>`${this.#joined(projectId, groups, sql`n.i::int4 as i, count(*)::int4 as count`)}
      group by n.i order by n.i`

  /** The codes of the first existing records that equal one of these groups. */
  #codes = (projectId: bigint, groups: readonly Group[]) =>
    sql<{ code: string | null }>`${this.#joined(projectId, groups, sql`k.code`)}
      order by n.i, k.code limit ${sql.lit(MAX_NAMED_CODES)}`

  /**
   * Groups `n` joined with the existing records `k` that equal them. The existing ones are materialized, so that they are joined by a hash: the
   * planner knows too little of a project to prefer it to a look-up for each key.
   */
  #joined(projectId: bigint, groups: readonly Group[], columns: RawBuilder<unknown>): RawBuilder<unknown> {
    const days = this.#hasDay ? groups.map(this.#dayOf) : []
    const names = groups.map(this.#nameOf)
    const amounts = this.#hasAmount ? groups.map(([first = 0]) => String(this.#amounts[first] ?? 0n)) : []
    const existing = this.#alike.existing(projectId, [...new Set(days)], names)
    return sql`
      with kept as materialized (${existing})
      select ${columns}
      from unnest(${names}::text[], ${amounts}::int8[], ${days}::date[]) with ordinality n(name, amount, day, i)
      join kept k on k.name = n.name
        ${this.#hasDay ? sql`and k.day = n.day` : sql``} ${this.#hasAmount ? sql`and k.amount = n.amount` : sql``}`
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
