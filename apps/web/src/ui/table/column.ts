import type { ReactNode } from 'react'

export interface DataColumn<R> {
  key: string
  title: string
  /** Pixels. One column has none and takes the remaining width, at least `least` or 240. */
  width?: number
  least?: number
  align?: 'right'
  fixed?: 'start' | 'end'
  sortable?: boolean
  /** Hidden until the person asks for it. */
  beginsHidden?: true
  /** Where not all columns have room, it moves forward until it is in sight. */
  essential?: true
  /** The cell's text on paper; a column without it is not printed. */
  text?: (row: R) => string
  /** Whether paper keeps it in one line. */
  unbroken?: boolean
  render: (row: R) => ReactNode
}

export type Order = 'asc' | 'desc' | undefined

/** Whether a column is shown. `switched`: keys of the columns that the person has switched: hidden, or shown if they begin hidden. */
export const isShown = (
  { key, fixed, beginsHidden }: Pick<DataColumn<never>, 'key' | 'fixed' | 'beginsHidden'>,
  switched: readonly string[],
): boolean => fixed !== undefined || switched.includes(key) === Boolean(beginsHidden)
