import { CHECKBOX, leastWidth } from './frozen.ts'

interface Column {
  key: string
  width?: number
  least?: number
  align?: 'right'
  fixed?: 'start' | 'end'
  unbroken?: boolean
}

/** Narrower than this a text says nothing. */
const READABLE = 92

const isText = ({ align, fixed, unbroken }: Column): boolean => align !== 'right' && !fixed && !unbroken

/**
 * Columns for a frame that is narrower than all of them: the last one in sight ends where the frozen actions begin, instead of being cut
 * in the middle of an amount. A text there gets as much as there is; otherwise the widest text in sight takes what is left, or the last
 * column.
 */
export function fitColumns<C extends Column>(
  columns: readonly C[],
  selectable: boolean,
  frame: number,
): readonly C[] {
  const tick = selectable ? CHECKBOX : 0
  const widthOf = (some: readonly C[]) => some.reduce((sum, column) => sum + leastWidth(column), 0)
  if (frame === 0 || tick + widthOf(columns) <= frame) return columns
  let left = frame - tick - widthOf(columns.filter(({ fixed }) => fixed === 'end'))
  const inSight: C[] = []
  let cut: C | undefined
  for (const column of columns.filter(({ fixed }) => fixed !== 'end')) {
    if (leastWidth(column) > left) {
      cut = column
      break
    }
    left -= leastWidth(column)
    inSight.push(column)
  }
  if (!cut || left <= 0) return columns
  const [widest = inSight.at(-1)] = inSight.filter(isText).sort((a, b) => leastWidth(b) - leastWidth(a))
  const fitted =
    isText(cut) && left >= READABLE
      ? { ...cut, width: left }
      : widest && { ...widest, width: leastWidth(widest) + left }
  return columns.map((column) => (column.key === fitted?.key ? fitted : column))
}
