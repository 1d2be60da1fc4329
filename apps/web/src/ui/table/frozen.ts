import type { CSSProperties } from 'react'

/** Width of the column of check boxes, which is frozen too. */
export const CHECKBOX = 40
/** Least width of the column that takes the rest. */
export const REST = 240

interface Column {
  key: string
  width?: number
  least?: number
  fixed?: 'start' | 'end'
}

/** How wide a column is while the table scrolls sideways. */
export const leastWidth = ({ width, least }: Omit<Column, 'key'>): number => width ?? least ?? REST

/** Styles by column key. A frozen column's distance from the edge is the width of the frozen columns before it. */
export function frozenStyles(
  columns: readonly Column[],
  selectable: boolean,
): Readonly<Record<string, CSSProperties>> {
  const styles: Record<string, CSSProperties> = {}
  let start = selectable ? CHECKBOX : 0
  for (const column of columns.filter(({ fixed }) => fixed === 'start')) {
    styles[column.key] = { insetInlineStart: start }
    start += leastWidth(column)
  }
  let end = 0
  for (const column of columns.filter(({ fixed }) => fixed === 'end').reverse()) {
    styles[column.key] = { insetInlineEnd: end }
    end += leastWidth(column)
  }
  return styles
}
