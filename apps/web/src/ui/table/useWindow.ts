import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'

/** Rows rendered beyond the visible ones, so that Tab and slow scrolling reach them. */
const BEYOND = 10

/** The first row to draw, and how many. The first row moves in steps, so that not every scrolled row renders the table again. */
export function rowsAt(scrollTop: number, height: number, rowHeight: number) {
  const top = Math.floor(scrollTop / rowHeight)
  return {
    first: Math.max(0, Math.floor(top / BEYOND) * BEYOND - BEYOND),
    drawn: Math.ceil(height / rowHeight) + 3 * BEYOND,
  }
}

/** Which of `count` rows of equal height are drawn: `from` up to `to`, exclusive. Up to `few` rows are all drawn. */
export function useWindow(
  count: number,
  rowHeight: number,
  few: number,
  frame: RefObject<HTMLElement | null>,
) {
  const [at, setAt] = useState(() => rowsAt(0, globalThis.innerHeight ?? 0, rowHeight))
  const many = count > few
  const measure = useCallback(() => {
    if (!many || !frame.current) return
    const next = rowsAt(frame.current.scrollTop, innerHeight, rowHeight)
    setAt((old) => (old.first === next.first && old.drawn === next.drawn ? old : next))
  }, [many, rowHeight, frame])
  // Measures again when the row height has changed or the rows have become many, at the same scroll position.
  useLayoutEffect(measure, [measure])
  useEffect(() => {
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [measure])

  if (!many) return { from: 0, to: count, onScroll: undefined }
  // The previous page had more rows, so the scroll offset may exceed the new height.
  const from = Math.max(0, Math.min(at.first, count - at.drawn))
  return { from, to: Math.min(count, from + at.drawn), onScroll: measure }
}
