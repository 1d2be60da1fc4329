import { BUCKETS, type Bucket, type Payable, type PayableList } from '@pianzhang/contract/payables'
import { count } from '../../ui/count.ts'
import type { GroupHead } from '../../ui/table/groups.ts'
import { groupOf } from './words.ts'

type Line = Payable | GroupHead

const LABELS = new Map(BUCKETS.map(({ code, label }) => [code, label]))

export interface PageOfHeads {
  folded: ReadonlySet<string>
  /** The first row of the page, from 0. */
  from: number
  size: number
  onToggle: (key: string) => void
}

const headOf = (
  key: string,
  label: string,
  { count: rows, rest_yuan }: { count: number; rest_yuan: string },
  { folded, onToggle }: PageOfHeads,
  again = false,
): GroupHead => ({
  key: `group ${key}`,
  level: 0,
  label: `${label}${again ? '（续）' : ''}`,
  note: `${count(rows)} 笔`,
  amounts: { rest: rest_yuan },
  open: !folded.has(key),
  onToggle: () => onToggle(key),
  urgent: key === 'overdue',
})

/**
 * The rows of a page below the heads of their buckets. A bucket that goes on from the page before has its head again; the head of a folded one
 * stands where its first row would. Empty buckets have none.
 */
export function byDay(
  { buckets }: Pick<PayableList, 'buckets'>,
  rows: readonly Payable[],
  bucket: Bucket | undefined,
  page: PageOfHeads,
): Line[] {
  const lines: Line[] = []
  let at = 0
  const shown = buckets.filter((one) => one.count > 0 && (bucket === undefined || one.bucket === bucket))
  const total = shown.reduce((sum, one) => sum + (page.folded.has(one.bucket) ? 0 : one.count), 0)
  const isLast = page.from + page.size >= total
  for (const one of shown) {
    const open = !page.folded.has(one.bucket)
    const end = open ? at + one.count : at
    const begins = at >= page.from && (at < page.from + page.size || isLast)
    if (begins || (at < page.from && end > page.from))
      lines.push(headOf(one.bucket, LABELS.get(one.bucket) ?? '', one, page, !begins))
    // While a page is loaded again its rows are those of before: they are placed by their bucket, not by their index.
    if (open) lines.push(...rows.filter((row) => row.bucket === one.bucket))
    at = end
  }
  return lines
}

/** The rows of a page with a head above those of each payee, or party of contracts without one; of a folded one only the head. */
export function byPayee(
  { groups }: Pick<PayableList, 'groups'>,
  rows: readonly Payable[],
  page: PageOfHeads,
): Line[] {
  const sums = new Map(groups.map((group) => [group.payee_code ?? group.payee, group]))
  const lines: Line[] = []
  let last: string | undefined
  for (const row of rows) {
    const key = groupOf(row)
    if (key !== last) {
      const sum = sums.get(key) ?? { count: 1, rest_yuan: row.rest_yuan }
      lines.push({ ...headOf(key, row.payee, sum, page), urgent: false })
      last = key
    }
    if (!page.folded.has(key)) lines.push(row)
  }
  return lines
}
