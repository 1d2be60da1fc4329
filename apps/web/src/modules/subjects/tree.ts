import type { Subject, SubjectNode, SubjectOption } from '@pianzhang/contract/subjects'
import { labels } from './picker/subjects.ts'
import { ALL } from './search.ts'

/** All rows of trees, parents first. */
export const everyNode = (rows: readonly SubjectNode[]): SubjectNode[] =>
  rows.flatMap((row) => [row, ...everyNode(row.children ?? [])])

/** Visible rows of a tree: children only of open rows. */
export const openNodes = (rows: readonly SubjectNode[], open: ReadonlySet<string>): SubjectNode[] =>
  rows.flatMap((row) => [row, ...(open.has(row.code) ? openNodes(row.children ?? [], open) : [])])

/** Whether subjects can be below one with this number: only level three has all 8 digits. */
export const hasBelow = (outCode: string): boolean => outCode.length < 8

/** `open` of the URL after a branch was opened or closed. `every`: numbers of the branches of all pages, for which ALL stands. */
export function toggled(
  open: readonly string[] | undefined,
  number: string,
  every: readonly string[],
): string[] | undefined {
  const next = new Set(open?.includes(ALL) ? every : open)
  if (!next.delete(number)) next.add(number)
  return next.size > 0 ? [...next] : undefined
}

type Chosen = ReadonlyMap<string, SubjectNode>

/**
 * Selection after a click. Selecting a node adds its descendants, because deleting it deletes them; deselecting one
 * removes its ancestors and descendants. Selecting all children does not select the parent.
 */
export function withFamily(clicked: Chosen, before: Chosen): Map<string, SubjectNode> {
  const result = new Map(clicked)
  for (const [code, row] of clicked)
    if (!before.has(code)) for (const below of everyNode([row])) result.set(below.code, below)
  for (const [code, row] of before) {
    if (clicked.has(code)) continue
    for (const below of everyNode([row])) result.delete(below.code)
    for (let up = row.parent_code; up !== null; up = before.get(up)?.parent_code ?? null) result.delete(up)
  }
  return result
}

/** 24000101 摄影机租赁费 */
export const labelOf = ({ out_code, name }: Pick<Subject, 'out_code' | 'name'>): string =>
  `${out_code} ${name}`

/** Names by number of every subject in the tree. */
export const namesOf = (tree: readonly SubjectOption[]): Map<string, string> =>
  new Map([...labels(tree).values()].map(({ number, name }) => [number, name]))

/** Numbers of a subject's ancestors, which are prefixes of its own number. */
export const numbersAbove = (outCode: string): string[] =>
  [4, 6].filter((length) => length < outCode.length).map((length) => outCode.slice(0, length))

/** 摄影费 / 器材租赁费: names of a subject's ancestors, derived from its number. */
export const pathOf = (outCode: string, names: ReadonlyMap<string, string>): string =>
  numbersAbove(outCode)
    .map((number) => names.get(number))
    .filter((name) => name !== undefined)
    .join(' / ')
