import type { Loaded } from '../../../platform/ledger/selects.ts'
import { including } from '../../fields/choice/richOption.ts'
import { referred } from '../conflict/useSeen.ts'

/** The options of a field, and what these versions of the record refer to: the list may be unreadable or lack entries. */
export function withReferred<R, O extends { value: string }>(
  { items = [], state }: Loaded<O[]>,
  seen: readonly R[],
  optionOf: (record: R) => O | null | undefined,
) {
  return { items: including(items, referred(seen, optionOf)), state }
}
