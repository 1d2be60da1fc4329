import type { Sum } from '../../table/SumRows.tsx'

/** About 200 sheets; longer lists are better exported. */
export const MOST = 5_000
const ATTEMPTS = 3

interface Rows<R> {
  items: readonly R[]
  listTotal: number
}

/** A list for paper: all pages in its order, or why there is nothing to print. */
type Whole<L> = L | 'none' | 'many' | 'moving'

interface Parts<R, L extends Rows<R>> {
  read: (page: number) => Promise<L>
  keyOf: (row: R) => string
  sumsOf: (list: L) => readonly Sum[]
  /** For a tree: all its rows in one list; `listTotal` counts the top level only. */
  rowsOf?: ((list: L) => readonly unknown[]) | undefined
}

/** Reads page after page, and starts again when colleagues' writes moved rows between pages meanwhile. */
export async function readWhole<R, L extends Rows<R>>(parts: Parts<R, L>): Promise<Whole<L>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const whole = await readPages(parts)
    if (typeof whole === 'string' || agrees(whole, parts)) return whole
  }
  return 'moving'
}

async function readPages<R, L extends Rows<R>>({ read, rowsOf }: Parts<R, L>): Promise<Whole<L>> {
  const items: R[] = []
  for (let page = 1; ; page += 1) {
    const list = await read(page)
    if (list.listTotal === 0) return 'none'
    if (list.listTotal > MOST) return 'many'
    items.push(...list.items)
    if (rowsOf && rowsOf({ ...list, items }).length > MOST) return 'many'
    if (items.length >= list.listTotal || list.items.length === 0) return { ...list, items }
  }
}

/** Whether each row is there once, and the rows add up to the sums of the last response. */
function agrees<R, L extends Rows<R>>(whole: L, { keyOf, sumsOf }: Parts<R, L>): boolean {
  const { items, listTotal } = whole
  if (items.length !== listTotal || new Set(items.map(keyOf)).size !== listTotal) return false
  const sums = sumsOf(whole)
  const ofRows = sums.filter((sum) => sum.of === 'page')
  const ofAll = sums.filter((sum) => sum.of === 'all')
  return (
    ofRows.length === 0 ||
    ofAll.length === 0 ||
    JSON.stringify(ofRows.map(figures)) === JSON.stringify(ofAll.map(figures))
  )
}

const figures = ({ note, amounts }: Sum) => [note, Object.entries(amounts).toSorted()]
