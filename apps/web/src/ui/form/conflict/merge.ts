/**
 * Three versions of a record: as a form was opened, as it is filled in, and as a colleague has stored it meanwhile. Pure functions; the
 * payment's editor uses them for its header and for each line.
 */

/** A field of a form, or several that only make sense together, as a conflict compares, merges and names it. */
export interface MergeField<V, N extends keyof V & string = keyof V & string> {
  /** The first one names the field in errors and marks. */
  names: readonly N[]
  label: string
  /** The same text for the same content, however it was typed. */
  canonical: (values: V) => string
  /** Shown to a person. */
  text: (values: V) => string
  /** A list is merged entry by entry: the key of an entry. */
  entryKey?: (entry: never) => string
}

export const keyOf = <V>(field: MergeField<V>): string => field.names[0] ?? field.label

export const isSame = <V>(field: MergeField<V>, one: V, other: V): boolean =>
  field.canonical(one) === field.canonical(other)

/** The field's values of `from`. */
export const pick = <V>({ names }: MergeField<V>, from: V): Partial<V> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<V>

/** The values from `from` of the fields for which `is` returns true. */
const pickWhere = <V>(
  fields: readonly MergeField<V>[],
  from: V,
  is: (field: MergeField<V>) => boolean,
): Partial<V> => Object.assign({}, ...fields.filter(is).map((field) => pick(field, from))) as Partial<V>

/** The fields of a save with a lost answer that are stored as attempted: this form changed them, not a colleague. */
export const storedOf = <V>(fields: readonly MergeField<V>[], attempted: V, latest: V): Partial<V> =>
  pickWhere(fields, latest, (field) => isSame(field, attempted, latest))

/**
 * The values that a new conflict keeps for 保留我的: what is filled in now, and for a disputed field of the previous conflict that holds the
 * colleague's value, what was filled in before that.
 */
export const keptOf = <V extends object>(
  fields: readonly MergeField<V>[],
  mine: V,
  before: { latest: V; kept: V; disputed: ReadonlySet<string> } | null,
): V =>
  before
    ? {
        ...mine,
        ...pickWhere(
          fields,
          before.kept,
          (field) => before.disputed.has(keyOf(field)) && isSame(field, mine, before.latest),
        ),
      }
    : mine

interface Merged<V> {
  values: V
  /** Changed by the colleague only; now as they stored it. */
  taken: MergeField<V>[]
  /** Changed by both, to different contents; as filled in. */
  disputed: MergeField<V>[]
}

/** Three-way merge. `base`: the stored version in which `mine` was typed; null if it is unknown (an old draft): every difference is then a dispute. */
export function mergeEdits<V extends object>(
  fields: readonly MergeField<V>[],
  base: V | null,
  mine: V,
  latest: V,
): Merged<V> {
  const merged: Merged<V> = { values: { ...mine }, taken: [], disputed: [] }
  const take = (part: Partial<V>) => Object.assign(merged.values, part)
  for (const field of fields) {
    const same = isSame(field, mine, latest)
    if (base && isSame(field, base, latest) && !same) continue
    if (field.entryKey) {
      take(mergedEntries(field, base, mine, latest))
      if (!same) merged.taken.push(field)
    } else if (same) continue
    else if (base && isSame(field, base, mine)) {
      take(pick(field, latest))
      merged.taken.push(field)
    } else merged.disputed.push(field)
  }
  return merged
}

const entriesOf = <V>(field: MergeField<V>, values: V): Map<string, unknown> => {
  const list = values[field.names[0] as keyof V] as readonly never[] | null | undefined
  return new Map((list ?? []).map((entry) => [field.entryKey?.(entry) ?? '', entry]))
}

/**
 * Entries that either side added stay, entries that either side removed go. The order is this form's, unless only the colleague changed the
 * list.
 */
export function mergedEntries<V>(field: MergeField<V>, base: V | null, mine: V, latest: V): Partial<V> {
  const [old, own, theirs] = [base ?? mine, mine, latest].map((values) => entriesOf(field, values)) as [
    Map<string, unknown>,
    Map<string, unknown>,
    Map<string, unknown>,
  ]
  const name = field.names[0] as keyof V
  if (isSame(field, mine, latest) || (base && isSame(field, base, mine)))
    return { [name]: latest[name] } as Partial<V>
  const kept = [...own].filter(([key]) => base === null || !old.has(key) || theirs.has(key))
  const added = [...theirs].filter(([key]) => !own.has(key) && (base === null || !old.has(key)))
  return { [name]: [...kept, ...added].map(([, entry]) => entry) } as Partial<V>
}

/** Whether a save of `current` undoes the colleague's change of this field from `base` to `latest`. */
export function undoes<V>(field: MergeField<V>, base: V | null, current: V, latest: V): boolean {
  if (isSame(field, current, latest) || (base && isSame(field, base, latest))) return false
  if (!field.entryKey) return true
  const [own, theirs] = [current, latest].map((values) => entriesOf(field, values)) as [
    Map<string, unknown>,
    Map<string, unknown>,
  ]
  if (!base) return [...theirs.keys()].some((key) => !own.has(key))
  const old = entriesOf(field, base)
  return (
    [...theirs.keys()].some((key) => !old.has(key) && !own.has(key)) ||
    [...old.keys()].some((key) => !theirs.has(key) && own.has(key))
  )
}

/** What a colleague changed, and what a save would do to it. */
export interface ConflictRow {
  key: string
  label: string
  /** Text when the form was opened; null if it did not exist then. */
  before: string | null
  theirs: string
  mine: string
  chosen: 'mine' | 'theirs'
}

export interface ConflictReport {
  /** Fields for the person to decide, including those decided already. */
  rows: ConflictRow[]
  /** Fields taken over from the colleague. */
  taken: ConflictRow[]
}

/** Whether a save would overwrite something of a colleague's. */
export const overwritten = ({ rows }: ConflictReport): ConflictRow[] =>
  rows.filter(({ chosen }) => chosen === 'mine')

/** Puts a row into a report. `known`: whether the version that was opened is known; otherwise no row counts as taken over. */
export const collect =
  (report: ConflictReport, disputed: ReadonlySet<string>, known: boolean) =>
  (row: ConflictRow): void => {
    if (row.chosen === 'mine' || disputed.has(row.key)) report.rows.push(row)
    else if (known) report.taken.push(row)
  }

interface Versions<V> {
  /** The version that was opened; null: unknown, or it did not exist then. */
  was: V | null
  now: V
  there: V
}

/** The row of a field that the colleague changed. `kept`: as filled in here before their value was chosen. */
export function rowOf<V>(
  field: MergeField<V>,
  { was, now, there }: Versions<V>,
  kept: V,
  named: { key: string; label: string },
): ConflictRow {
  const lost = undoes(field, was, now, there)
  return {
    ...named,
    before: was ? field.text(was) : '',
    theirs: field.text(there),
    mine: field.text(lost ? now : kept),
    chosen: lost ? 'mine' : 'theirs',
  }
}

/** The field's values when a side of its row is chosen. */
export function sideOf<V>(
  field: MergeField<V>,
  side: 'mine' | 'theirs',
  { was, now, there }: Versions<V>,
  kept: Partial<V>,
): Partial<V> {
  if (side === 'mine') return kept
  return field.entryKey ? mergedEntries(field, was, now, there) : pick(field, there)
}

export const shown = (text: string): string => (text === '' ? '（空）' : text)

/** The sentences at the fields, by the keys of the rows. */
export const marksIn = ({ rows, taken }: ConflictReport): [key: string, text: string][] => [
  ...taken.map(({ key, before }): [string, string] => [
    key,
    before === null ? '已采用对方的修改' : `已采用对方的修改，原为：${shown(before)}`,
  ]),
  ...rows.map(({ key, chosen, theirs }): [string, string] => [
    key,
    chosen === 'mine' ? `对方保存的是：${shown(theirs)}` : '已采用对方的修改',
  ]),
]

/**
 * The colleague's changes from `original` to `latest` beside what the form holds now. `disputed`: keys of rows that can still be chosen.
 */
export function reportOf<V extends object>(
  fields: readonly MergeField<V>[],
  original: V | null,
  latest: V,
  current: V,
  kept: V,
  disputed: ReadonlySet<string>,
): ConflictReport {
  const report: ConflictReport = { rows: [], taken: [] }
  const add = collect(report, disputed, original !== null)
  for (const field of fields) {
    if (original && isSame(field, original, latest)) continue
    const versions = { was: original, now: current, there: latest }
    add(rowOf(field, versions, kept, { key: keyOf(field), label: field.label }))
  }
  return report
}
