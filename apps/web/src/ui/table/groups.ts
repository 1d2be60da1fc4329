import type { ReactNode } from 'react'
import type { DataColumn } from './column.ts'

/** The head of a group of rows: a row of its own, with the number and sums of all matching records in the group. */
export interface GroupHead {
  /** Unlike the key of any row. */
  key: string
  /** 0: a group of groups. */
  level: number
  label: string
  /** 12 条 */
  note: string
  /** Amounts in yuan by column key. */
  amounts: Readonly<Record<string, string>>
  open: boolean
  /** Its name and amounts are red, or the amounts of these columns are. */
  urgent?: boolean | readonly string[]
  onToggle: () => void
  /** A checkbox for its rows. */
  select?: GroupTick
  /** In the column of actions. */
  action?: ReactNode
}

/** A checkbox for all rows of a group, or of all groups of a page. */
interface GroupTick {
  state: 'none' | 'some' | 'all'
  onChange: (on: boolean) => void
}

export const isHead = <R extends object>(line: R | GroupHead): line is GroupHead => 'onToggle' in line

/** A list whose rows stand below heads that fold. */
export interface Groups<R, L> {
  /** The rows of a page with the heads among them. */
  ofPage: (rows: readonly R[]) => readonly (R | GroupHead)[]
  /** All rows of a list whose groups are open, and all heads: for paper. */
  ofAll: (list: L) => readonly (R | GroupHead)[]
  /** A head in the table: a `tr` with a key. */
  row: (
    head: GroupHead,
    columns: readonly DataColumn<R>[],
    selectable: boolean,
    rowIndex?: number,
  ) => ReactNode
  /** A head on phones: an `li` with a key. */
  card: (head: GroupHead) => ReactNode
  /** The checkbox above all rows, where rows of closed groups are not there yet. */
  all?: GroupTick | undefined
}
