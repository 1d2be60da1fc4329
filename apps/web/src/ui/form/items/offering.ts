import type { Loaded } from '../../../platform/ledger/selects.ts'
import { including } from '../../fields/richOption.ts'

/** What these versions of a record refer to, each once. */
const referred = <R, O extends { value: string }>(
  seen: readonly R[],
  optionOf: (record: R) => O | null | undefined,
): O[] => [
  ...new Map(
    seen
      .map(optionOf)
      .filter((option) => option != null)
      .map((option) => [option.value, option]),
  ).values(),
]

/** The options of a form's field: the list, which may be unreadable or lack entries, and what the record refers to. */
export const offering = <R, O extends { value: string }>(
  { items, state }: Loaded<O[]>,
  seen: readonly R[],
  optionOf: (record: R) => O | null | undefined,
) => ({ items: including(items ?? [], referred(seen, optionOf)), state })
