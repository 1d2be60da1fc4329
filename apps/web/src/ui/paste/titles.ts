import { plainTitle } from '@pianzhang/contract/sheet-titles'

/** The column of each pasted one; null: it is ignored. */
export type Layout<C extends string = string> = readonly (C | null)[]

/** A column that cells can be pasted into. `titles`: its own, then others by which it is found. */
export interface PasteColumn<C extends string = string> {
  value: C
  titles: readonly string[]
}

/** Reads the first row as titles. Undefined unless two cells, or all non-empty cells, are known titles. */
export function readTitles<C extends string>(
  row: readonly string[] = [],
  columns: readonly PasteColumn<C>[],
): Layout<C> | undefined {
  const titles = row.map(plainTitle)
  const layout = titles.map((title) => columns.find((column) => column.titles[0] === title)?.value ?? null)
  titles.forEach((title, at) => {
    const other = layout[at] ? undefined : columns.find((column) => column.titles.includes(title))?.value
    if (other && !layout.includes(other)) layout[at] = other
  })
  // Only the first of two equal titles counts: the second column would silently replace the first.
  layout.forEach((column, at) => {
    if (layout.indexOf(column) < at) layout[at] = null
  })
  const known = layout.filter((column) => column !== null).length
  return known >= 2 || (known > 0 && known === titles.filter((title) => title !== '').length)
    ? layout
    : undefined
}

/** Assigns a column to a pasted one and clears it from the pasted one that had it before. */
export const withColumn = <C extends string>(layout: Layout<C>, at: number, column: C | null): Layout<C> =>
  layout.map((old, index) => (index === at ? column : old === column ? null : old))
