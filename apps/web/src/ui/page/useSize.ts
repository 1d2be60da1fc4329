import { type RefCallback, useCallback, useState } from 'react'

interface Size {
  width: number
  height: number
}

/** Width and height of an element in whole pixels, observed; 0 and 0 before it is mounted. */
export function useSize<E extends Element>(): [RefCallback<E>, Size] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const ref = useCallback((element: E | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const width = Math.floor(entry.contentRect.width)
      const height = Math.floor(entry.contentRect.height)
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
