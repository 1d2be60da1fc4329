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
  /** For entries that can be edited: the same text for the same content. Without it entries are only added and removed. */
  entryContent?: (entry: never) => string
  /** An entry that can be edited, shown to a person. */
  entryText?: (entry: never) => string
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

/** `mine` with the merged lists of entries that can be edited, so that 保留我的 also keeps what a colleague did to other entries. */
export const withEntries = <V>(fields: readonly MergeField<V>[], mine: V, merged: V): V => ({
  ...mine,
  ...pickWhere(fields, merged, ({ entryContent }) => entryContent !== undefined),
})

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
      take(mergedEntries(field, base, mine, latest, 'mine'))
      if (isDisputed(field, base, mine, latest)) merged.disputed.push(field)
      else if (!same) merged.taken.push(field)
    } else if (same) continue
    else if (base && isSame(field, base, mine)) {
      take(pick(field, latest))
      merged.taken.push(field)
    } else merged.disputed.push(field)
  }
  return merged
}

/** The entries of a list by key, and the content at a key; undefined: there is no such entry. */
function entriesOf<V>(field: MergeField<V>, values: V | null) {
  const list = (values?.[field.names[0] as keyof V] ?? []) as readonly never[]
  const entries = new Map(list.map((entry) => [field.entryKey?.(entry) ?? '', entry]))
  return {
    entries,
    contentAt: (key: string): string | undefined => {
      const entry = entries.get(key)
      return entry === undefined ? undefined : (field.entryContent?.(entry) ?? '')
    },
  }
}

/** A list in three versions. `sideAt`: whose entry a merge takes; undefined: both changed it differently. Without a base each entry counts as new. */
function threeOf<V>(field: MergeField<V>, base: V | null, mine: V, latest: V) {
  const [old, own, theirs] = [base, mine, latest].map((values) => entriesOf(field, values)) as [
    ReturnType<typeof entriesOf>,
    ReturnType<typeof entriesOf>,
    ReturnType<typeof entriesOf>,
  ]
  const sideAt = (key: string): 'mine' | 'theirs' | undefined => {
    const [was, now, there] = [old, own, theirs].map(({ contentAt }) => contentAt(key))
    if (now === there || there === was) return 'mine'
    return now === was ? 'theirs' : undefined
  }
  return { own, theirs, sideAt, keys: new Set([...own.entries.keys(), ...theirs.entries.keys()]) }
}

const isDisputed = <V>(field: MergeField<V>, base: V | null, mine: V, latest: V): boolean => {
  const { keys, sideAt } = threeOf(field, base, mine, latest)
  return [...keys].some((key) => sideAt(key) === undefined)
}

/**
 * An entry that one side added, edited or removed is as that side left it; one that both changed, as `side` left it. The order is this form's, unless only
 * the colleague changed the list.
 */
function mergedEntries<V>(
  field: MergeField<V>,
  base: V | null,
  mine: V,
  latest: V,
  side: 'mine' | 'theirs',
): Partial<V> {
  const name = field.names[0] as keyof V
  if (isSame(field, mine, latest) || (base && isSame(field, base, mine)))
    return { [name]: latest[name] } as Partial<V>
  const { own, theirs, keys, sideAt } = threeOf(field, base, mine, latest)
  const merged = [...keys].flatMap(
    (key) => ((sideAt(key) ?? side) === 'mine' ? own : theirs).entries.get(key) ?? [],
  )
  return { [name]: merged } as Partial<V>
}

/** The keys of entries that the colleague changed from `base` to `latest`. */
function changedKeys<V>(field: MergeField<V>, base: V | null, latest: V): string[] {
  const [old, theirs] = [entriesOf(field, base), entriesOf(field, latest)]
  const keys = new Set([...theirs.entries.keys(), ...old.entries.keys()])
  return [...keys].filter((key) => theirs.contentAt(key) !== old.contentAt(key))
}

/** Those of `changedKeys` that a save of `current` would leave otherwise than the colleague did. */
function undoneKeys<V>(field: MergeField<V>, base: V | null, current: V, latest: V): string[] {
  const [own, theirs] = [entriesOf(field, current), entriesOf(field, latest)]
  return changedKeys(field, base, latest).filter((key) => own.contentAt(key) !== theirs.contentAt(key))
}

/** Whether a save of `current` undoes the colleague's change of this field from `base` to `latest`. */
export function undoes<V>(field: MergeField<V>, base: V | null, current: V, latest: V): boolean {
  if (isSame(field, current, latest) || (base && isSame(field, base, latest))) return false
  return !field.entryKey || undoneKeys(field, base, current, latest).length > 0
}

/** How many entries a text names. */
const MOST_ENTRIES = 5

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

/** How a version is shown. A list of entries that can be edited shows those that the colleague changed, or, if `lost`, those whose change a save would undo. */
function textsOf<V>(field: MergeField<V>, { was, now, there }: Versions<V>, lost: boolean) {
  const { entryText } = field
  if (!entryText) return field.text
  const keys = lost ? undoneKeys(field, was, now, there) : changedKeys(field, was, there)
  return (values: V): string => {
    const { entries } = entriesOf(field, values)
    const found = keys.flatMap((key) => entries.get(key) ?? [])
    const texts = found.slice(0, MOST_ENTRIES).map(entryText)
    return `${texts.join('、')}${found.length > MOST_ENTRIES ? ` 等 ${found.length} 项` : ''}`
  }
}

/** The row of a field that the colleague changed. `kept`: as filled in here before their value was chosen. */
export function rowOf<V>(
  field: MergeField<V>,
  { was, now, there }: Versions<V>,
  kept: V,
  named: { key: string; label: string },
): ConflictRow {
  const lost = undoes(field, was, now, there)
  const textOf = textsOf(field, { was, now, there }, lost)
  return {
    ...named,
    before: was ? textOf(was) : '',
    theirs: textOf(there),
    mine: textOf(lost ? now : kept),
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
  return field.entryKey ? mergedEntries(field, was, now, there, 'theirs') : pick(field, there)
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
