import { type UIEvent, useState } from 'react'

/** Rows rendered beyond the visible ones, so that Tab and slow scrolling reach them. */
const BEYOND = 10

/** Which of `count` rows of one height are drawn: `from` up to `to`, not included. All of them up to `few`. */
export function useWindow(count: number, rowHeight: number, few: number) {
  const [first, setFirst] = useState(0)
  if (count <= few) return { from: 0, to: count, onScroll: undefined }
  const drawn = Math.ceil(innerHeight / rowHeight) + 3 * BEYOND
  // The previous page had more rows, so the scroll offset may exceed the new height.
  const from = Math.max(0, Math.min(first, count - drawn))
  return {
    from,
    to: Math.min(count, from + drawn),
    onScroll: ({ currentTarget: { scrollTop } }: UIEvent) => {
      const top = Math.floor(scrollTop / rowHeight)
      // Rounded to steps, so that not every scrolled row renders the table.
      setFirst(Math.max(0, Math.floor(top / BEYOND) * BEYOND - BEYOND))
    },
  }
}
