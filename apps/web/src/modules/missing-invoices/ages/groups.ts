import { AGES, type Age, type MissingTotals } from '@pianzhang/contract/missing-invoices'
import { count } from '../../../ui/count.ts'
import type { GroupHead } from '../../../ui/table/groups.ts'
import type { LineRow } from '../api.ts'

const LABELS = new Map<Age, string>(AGES.map(({ code, label }) => [code, label]))

/** The rows of a page, which are in the order of days, below the heads of their ages; of a folded age only the head. */
export function byAge(
  rows: readonly LineRow[],
  { ages }: Pick<MissingTotals, 'ages'>,
  folded: ReadonlySet<string>,
  onToggle: (age: Age) => void,
): (LineRow | GroupHead)[] {
  const lines: (LineRow | GroupHead)[] = []
  let last: Age | undefined
  for (const row of rows) {
    if (row.age !== last) {
      const { age } = row
      const sum = ages.find((one) => one.age === age)
      lines.push({
        key: `age ${age}`,
        level: 0,
        label: LABELS.get(age) ?? '',
        note: sum ? `${count(sum.count)} 笔` : '',
        amounts: sum ? { lacking: sum.lacking_yuan } : {},
        urgent: age === 'over_90',
        open: !folded.has(age),
        onToggle: () => onToggle(age),
      })
      last = age
    }
    if (!folded.has(row.age)) lines.push(row)
  }
  return lines
}
