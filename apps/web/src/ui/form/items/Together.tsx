import type { ReactNode } from 'react'
import type { MergeField } from '../conflict/merge.ts'
import { Merged, useMerged } from './merged.ts'

const NONE = { put: () => {}, remove: () => {} }

/** Items that only make sense together: a conflict takes over all or none of them. */
export function Together({ merged, children }: { merged: MergeField<never>; children: ReactNode }) {
  useMerged(merged)
  return <Merged value={NONE}>{children}</Merged>
}
