import { keyOf, type MergeField } from '../conflict/merge.ts'
import type { Filled } from '../filled.ts'

/** What the next new record can take over from the saved one. */
export interface Kept<V> {
  /** Fields that are kept unless the person chooses otherwise. */
  kept: readonly (keyof V & string)[]
  /** Fields that belong to one record only, such as its number, its amount and its pictures, and are never kept. */
  single: readonly (keyof V & string)[]
}

/** The fields that can be kept, with those that are. Fields of a group are kept together. */
export const keepable = <V>(
  fields: readonly MergeField<V>[],
  single: readonly string[],
  kept: readonly string[],
): { name: string; names: readonly string[]; label: string; kept: boolean }[] =>
  fields
    .filter(({ names }) => !names.some((name) => single.includes(name)))
    .map((field) => ({
      name: keyOf(field),
      names: field.names,
      label: field.label.replace(/（.*）$/, ''),
      kept: field.names.every((name) => kept.includes(name)),
    }))

/** The values of the next record: those of an empty one, and the kept ones. */
export const nextValues = <V extends object>(
  empty: Filled<V>,
  saved: V,
  kept: readonly string[],
  single: readonly string[],
): Filled<V> => ({
  ...empty,
  ...Object.fromEntries(
    Object.entries(saved).filter(([name]) => name in empty && kept.includes(name) && !single.includes(name)),
  ),
})
