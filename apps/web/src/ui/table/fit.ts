import { CHECKBOX, leastWidth } from './frozen.ts'

interface Column {
  key: string
  width?: number
  least?: number
  align?: 'right'
  fixed?: 'start' | 'end'
  unbroken?: boolean
  essential?: true
}

/** Narrower than this a text says nothing. */
const READABLE = 92

const isText = ({ align, fixed, unbroken }: Column): boolean => align !== 'right' && !fixed && !unbroken

const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + leastWidth(column), 0)

/** The columns that scroll, those that are essential before the first one for which they leave no room. */
function essentialFirst<C extends Column>(columns: readonly C[], room: number): readonly C[] {
  const isEssential = ({ essential }: C) => essential === true
  let left = room - widthOf(columns.filter(isEssential))
  const at = columns.findIndex((column) => {
    if (!isEssential(column)) left -= leastWidth(column)
    return left < 0 && !column.fixed
  })
  if (at === -1) return columns
  const rest = columns.slice(at)
  return [...columns.slice(0, at), ...rest.filter(isEssential), ...rest.filter((one) => !isEssential(one))]
}

/**
 * Columns for a frame that is narrower than all of them. Essential ones come into sight. The last one in sight ends where the frozen actions
 * begin, instead of being cut in the middle of an amount: a text there gets as much as there is; otherwise the widest text in sight takes what
 * is left, or the last column.
 */
export function fitColumns<C extends Column>(
  columns: readonly C[],
  selectable: boolean,
  frame: number,
): readonly C[] {
  const tick = selectable ? CHECKBOX : 0
  if (frame === 0 || tick + widthOf(columns) <= frame) return columns
  const ends = columns.filter(({ fixed }) => fixed === 'end')
  let left = frame - tick - widthOf(ends)
  const scrolled = essentialFirst(
    columns.filter(({ fixed }) => fixed !== 'end'),
    left,
  )
  const inSight: C[] = []
  let cut: C | undefined
  for (const column of scrolled) {
    if (leastWidth(column) > left) {
      cut = column
      break
    }
    left -= leastWidth(column)
    inSight.push(column)
  }
  const ordered = [...scrolled, ...ends]
  if (!cut || left <= 0) return ordered
  const [widest = inSight.at(-1)] = inSight.filter(isText).sort((a, b) => leastWidth(b) - leastWidth(a))
  const fitted =
    isText(cut) && left >= READABLE
      ? { ...cut, width: left }
      : widest && { ...widest, width: leastWidth(widest) + left }
  return ordered.map((column) => (column.key === fitted?.key ? fitted : column))
}
