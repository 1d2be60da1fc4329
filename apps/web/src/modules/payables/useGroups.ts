import type { Bucket, Payable, PayableList } from '@pianzhang/contract/payables'
import { useMemo, useState } from 'react'
import { usePreference } from '../../platform/session/preferences.ts'
import { groupHeads } from '../../ui/table/GroupHead.tsx'
import type { Groups } from '../../ui/table/groups.ts'
import { FAR, FOLDED } from './api.ts'
import { byDay, byPayee, type PageOfHeads } from './groups.ts'
import type { PayableSearch } from './search.ts'

interface List {
  search: PayableSearch
  data: PayableList | undefined
  paging: { page: number; size: number }
  goTo: (part: { page: number }, replace: boolean) => void
}

/** The groups of the list: buckets, of which the folded ones are remembered for the person, or payees of the page. */
export function useGroups({
  search,
  data,
  paging: { page, size },
  goTo,
}: List): Groups<Payable, PayableList> {
  const [buckets, setBuckets] = usePreference<Bucket[]>(FOLDED, FAR)
  const [parties, setParties] = useState<readonly string[]>([])
  const folded = useMemo(
    () => new Set<string>(search.order ? parties : buckets),
    [search.order, parties, buckets],
  )
  const onToggle = (key: string) => {
    const next = folded.has(key) ? [...folded].filter((one) => one !== key) : [...folded, key]
    if (search.order) return setParties(next)
    setBuckets(next as Bucket[])
    if (page > 1) goTo({ page: 1 }, true)
  }
  const whole: PageOfHeads = {
    folded: new Set<string>(),
    from: 0,
    size: Number.POSITIVE_INFINITY,
    onToggle: () => {},
  }
  const lines = (list: PayableList, rows: readonly Payable[], shape: PageOfHeads) =>
    search.order ? byPayee(list, rows, shape) : byDay(list, rows, search.bucket, shape)
  return {
    ofPage: (rows) => (data ? lines(data, rows, { folded, from: (page - 1) * size, size, onToggle }) : rows),
    ofAll: (list) => lines(list, list.items, whole),
    ...groupHeads,
  }
}
