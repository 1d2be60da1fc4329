import { plainName } from './text.ts'

/** The form in which names are equal that differ only in full width or case: people who read them cannot tell them apart. */
export const sameName = (name: string): string => name.normalize('NFKC').toLowerCase()

const forms = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, string | null>>()

/** The names of a map by `sameName`; null: several have this form. Made once, as each row of a spreadsheet asks. */
function formsOf(named: ReadonlyMap<string, unknown>): ReadonlyMap<string, string | null> {
  const known = forms.get(named)
  if (known) return known
  const made = new Map<string, string | null>()
  for (const name of named.keys()) made.set(sameName(name), made.has(sameName(name)) ? null : name)
  forms.set(named, made)
  return made
}

/** Whether several names of a map differ from a typed one in full width or case alone. */
export const isOneOfSeveral = (named: ReadonlyMap<string, unknown>, typed: string): boolean =>
  formsOf(named).get(sameName(plainName(typed))) === null

/**
 * The name of a map that a typed one means: as it is typed; else without invisible characters, as names are stored; else the only name that differs
 * in full width or case alone.
 */
export function nameMeant(named: ReadonlyMap<string, unknown>, typed: string): string | undefined {
  if (named.has(typed)) return typed
  const plain = plainName(typed)
  return named.has(plain) ? plain : (formsOf(named).get(sameName(plain)) ?? undefined)
}

/** What a map has under the name that a typed one means. */
export function byName<T>(named: ReadonlyMap<string, T>, typed: string): T | undefined {
  const name = nameMeant(named, typed)
  return name === undefined ? undefined : named.get(name)
}
