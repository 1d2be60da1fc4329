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
  /** What is printed; a column without it is not. */
  text?: (row: R) => string
  /** Whether paper keeps it in one line. */
  unbroken?: boolean
  render: (row: R) => ReactNode
}

export type Order = 'asc' | 'desc' | undefined

/** Whether a column is shown. `switched`: the keys of those that the person has hidden, or of those that began hidden shown. */
export const isShown = (
  { key, fixed, beginsHidden }: Pick<DataColumn<never>, 'key' | 'fixed' | 'beginsHidden'>,
  switched: readonly string[],
): boolean => fixed !== undefined || switched.includes(key) === Boolean(beginsHidden)
