import { usePreference } from '../../../platform/session/preferences.ts'
import type { MergeField } from '../conflict/merge.ts'
import type { Filled } from '../filled.ts'
import type { Keeping } from './AgainFooter.tsx'
import { type Kept, keepable, nextValues } from './keptValues.ts'

export type { Kept }

/** Which fields 保存并继续 keeps: the person's choice, remembered for each kind of record. */
export function useKept<V extends object>(
  fields: readonly MergeField<V>[],
  next: (Kept<V> & { name: string }) | undefined,
): { keeping: Keeping; begin: (empty: Filled<V>, saved: V) => Filled<V> } {
  const [kept, setKept] = usePreference<string[]>(`again.${next?.name ?? ''}`, [...(next?.kept ?? [])])
  const single = next?.single ?? []
  return {
    keeping: {
      fields: () => keepable(fields, single, kept),
      onKeep: (key, on) => {
        const names = keepable(fields, single, kept).find(({ name }) => name === key)?.names ?? []
        setKept([...kept.filter((name) => !names.includes(name)), ...(on ? names : [])])
      },
    },
    begin: (empty, saved) => nextValues(empty, saved, kept, single),
  }
}
