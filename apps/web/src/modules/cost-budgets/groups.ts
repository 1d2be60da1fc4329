import type { CostBudget, CostBudgetGroup, CostBudgetList } from '@pianzhang/contract/cost-budgets'
import { count } from '../../ui/count.ts'
import type { GroupHead } from '../../ui/table/groups.ts'

/** Digits of the numbers of level one and two. */
const ONE = 4
const TWO = 6

/** A group that is in sight, as no group above it is folded. */
interface Placed {
  group: CostBudgetGroup
  open: boolean
  /** How many lines of all pages stand before its head, and up to its end. */
  at: number
  end: number
}

/** Where the heads stand among the lines of all pages. `folded`: numbers of folded subjects. */
export function placed(groups: readonly CostBudgetGroup[], folded: ReadonlySet<string>): Placed[] {
  const found: Placed[] = []
  let at = 0
  let one: Placed | undefined
  for (const group of groups) {
    const { out_code, quantity } = group
    const open = !folded.has(out_code)
    if (out_code.length === ONE) {
      one = { group, open, at, end: at }
      found.push(one)
    } else if (one?.open) {
      const end = open ? at + quantity : at
      found.push({ group, open, at, end })
      at = end
      one.end = end
    }
  }
  return found
}

/** The page on which the head of a subject stands. */
export function pageOf(
  groups: readonly CostBudgetGroup[],
  folded: ReadonlySet<string>,
  size: number,
  number: string,
): number {
  const heads = placed(groups, folded)
  const pages = Math.max(1, Math.ceil((heads.at(-1)?.end ?? 0) / size))
  const at = heads.find(({ group }) => group.out_code === number)?.at ?? 0
  return Math.min(pages, Math.floor(at / size) + 1)
}

interface Page {
  folded: ReadonlySet<string>
  /** The first line of the page, from 0, and the most lines of a page. */
  from: number
  size: number
  onToggle: (number: string) => void
}

/**
 * The lines of a page with the heads among them. A group that goes on from the page before has its head again; one without a line on any page
 * stands where its first line would.
 */
export function withHeads(
  groups: readonly CostBudgetGroup[],
  rows: readonly CostBudget[],
  { folded, from, size, onToggle }: Page,
): (CostBudget | GroupHead)[] {
  const heads = placed(groups, folded)
  const total = heads.at(-1)?.end ?? 0
  const isLast = from + size >= total
  const ofPage = heads.filter(
    ({ at, end }) => (at < from && end > from) || (at >= from && (at < from + size || isLast)),
  )
  // While a page is loaded again, its rows are still those of before: they are placed by their number, not by their index.
  const places = new Map(groups.map(({ out_code }, index) => [out_code, index]))
  const placeOf = (number: string) => places.get(number) ?? groups.length
  const lines: (CostBudget | GroupHead)[] = []
  let next = 0
  const addHeads = (upTo: number) => {
    for (let head = ofPage[next]; head && placeOf(head.group.out_code) <= upTo; head = ofPage[next]) {
      lines.push(headOf(head, head.at < from, onToggle))
      next += 1
    }
  }
  for (const row of rows) {
    const two = row.subject_three_out_code.slice(0, TWO)
    if (folded.has(two) || folded.has(two.slice(0, ONE))) continue
    addHeads(placeOf(two))
    lines.push(row)
  }
  addHeads(groups.length)
  return lines
}

const headOf = ({ group, open }: Placed, again: boolean, onToggle: (number: string) => void): GroupHead => {
  const { out_code, name, quantity, amount_yuan } = group
  return {
    key: `group ${out_code}`,
    level: out_code.length === ONE ? 0 : 1,
    label: `${out_code} ${name}${again ? '（续）' : ''}`,
    note: `${count(quantity)} 条`,
    amounts: { amount: amount_yuan },
    open,
    onToggle: () => onToggle(out_code),
  }
}

/** For paper: all lines and heads as on one page. */
export const wholeWithHeads = ({ items, groups }: CostBudgetList, folded: ReadonlySet<string>) =>
  withHeads(groups, items, { folded, from: 0, size: Number.POSITIVE_INFINITY, onToggle: () => {} })

/** How far all groups are open: `one` shows subjects of level one alone, `two` those of level two below them, `all` their lines. */
export type Depth = 'one' | 'two' | 'all'

/** The folded subjects at a depth. Subjects that other filters and projects have stay as they are. */
export function foldedAt(
  groups: readonly CostBudgetGroup[],
  folded: ReadonlySet<string>,
  depth: Depth,
): string[] {
  const here = new Set(groups.map(({ out_code }) => out_code))
  const digits = { one: ONE, two: TWO, all: 0 }[depth]
  return [
    ...[...folded].filter((number) => !here.has(number)),
    ...[...here].filter((number) => number.length === digits),
  ].slice(-MOST_FOLDED)
}

/** How far all groups are open; undefined: one more than another. */
export function depthOf(groups: readonly CostBudgetGroup[], folded: ReadonlySet<string>): Depth | undefined {
  const now = new Set(groups.map(({ out_code }) => out_code).filter((number) => folded.has(number)))
  return (['all', 'two', 'one'] as const).find((depth) => {
    const wanted = new Set(foldedAt(groups, new Set(), depth))
    return wanted.size === now.size && [...wanted].every((number) => now.has(number))
  })
}

/** The API takes a thousand values of a parameter. */
const MOST_FOLDED = 1_000
