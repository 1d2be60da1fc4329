import type { BudgetComparison } from '@pianzhang/contract/budget-versions'

type Item = BudgetComparison['items'][number]
/** A subject with those below it. */
export interface CompareRow extends Item {
  children: CompareRow[]
}

const differs = ({ difference_yuan }: Item): boolean => difference_yuan !== '0.00'

/**
 * The subjects as a tree. `changed`: only those of level three that differ, and what is above them: a subject above may differ by nothing though
 * two below it do.
 */
export function treeOf(items: readonly Item[], changed: boolean): CompareRow[] {
  const rows = new Map(items.map((item) => [item.code, { ...item, children: [] as CompareRow[] }]))
  const tops: CompareRow[] = []
  for (const row of rows.values()) {
    const above = row.parent_code === null ? undefined : rows.get(row.parent_code)
    if (above) above.children.push(row)
    else tops.push(row)
  }
  return changed ? withChanges(tops) : tops
}

const withChanges = (rows: readonly CompareRow[]): CompareRow[] =>
  rows
    .map((row) => ({ ...row, children: withChanges(row.children) }))
    .filter((row) => row.children.length > 0 || (row.level === 2 && differs(row)))

export const everyRow = (rows: readonly CompareRow[]): CompareRow[] =>
  rows.flatMap((row) => [row, ...everyRow(row.children)])

/** The rows whose parents are expanded, in one list. */
export const shownRows = (rows: readonly CompareRow[], open: ReadonlySet<string>): CompareRow[] =>
  rows.flatMap((row) => [row, ...(open.has(row.code) ? shownRows(row.children, open) : [])])

/** The subjects above those that differ: open at first. */
export const openAtFirst = (items: readonly Item[]): ReadonlySet<string> =>
  new Set(everyRow(treeOf(items, true)).flatMap(({ code, children }) => (children.length > 0 ? [code] : [])))
