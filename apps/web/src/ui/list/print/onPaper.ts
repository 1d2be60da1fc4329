import type { DataColumn } from '../../table/column.ts'
import type { GroupHead } from '../../table/groups.ts'
import type { Sum } from '../../table/SumRows.tsx'

/** How a list is printed: all that its filter matches, in its order. */
export interface ListOnPaper<R, L extends { items: readonly R[]; listTotal: number }> {
  /** The name under which hidden columns are remembered. */
  name: string
  /** 付款明细 */
  title: string
  columns: readonly DataColumn<R>[]
  keyOf: (row: R) => string
  read: (page: number, signal: AbortSignal) => Promise<L>
  /** For a tree: all its rows in one list. For groups: their heads, and the rows of those that are open. */
  rowsOf?: ((list: L) => readonly (R | GroupHead)[]) | undefined
  /** Printing reads all pages, then compares the sums of the rows read with the list's own, as a colleague may have changed rows meanwhile. */
  sums?: ((list: L) => readonly Sum[]) | undefined
  /** The active filters in words. */
  filters: readonly { name: string; value: string }[]
  /** The last day of the filter by days. */
  until?: string | undefined
  /** 付款时间从早到晚 */
  order?: string | undefined
  /** Whether the person could export it instead. */
  exports?: boolean
}
