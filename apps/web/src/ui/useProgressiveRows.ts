import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Cards added per step: a few screens. */
const STEP = 50
/** Rendered ahead of the visible area. */
const AHEAD_PX = 1_200

interface Steps {
  /** How many of the rows are drawn. */
  drawn: number
  list: RefObject<HTMLUListElement | null>
  /**
   * Placeholder after the list with the height of the rows not yet rendered, so that a restored scroll position exists.
   */
  rest: RefObject<HTMLDivElement | null>
}

/**
 * Renders a list of `total` rows as far as it was scrolled: 1,000 cards take a phone seconds. `of`: identity of the
 * list; another one starts over.
 */
export function useProgressiveRows(of: string, total: number): Steps {
  const [steps, setSteps] = useState({ of, reached: STEP })
  if (steps.of !== of) setSteps({ of, reached: STEP })
  const drawn = Math.min(total, steps.reached)
  const list = useRef<HTMLUListElement>(null)
  const rest = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!rest.current || !list.current || drawn === 0) return
    rest.current.style.height = `${((total - drawn) * list.current.offsetHeight) / drawn}px`
  }, [drawn, total])

  useEffect(() => {
    const end = rest.current
    if (!end || drawn >= total) return
    // Observed again after each step: IntersectionObserver reports only changes, and one jump may need several steps.
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return
        const bottom = (seen.rootBounds?.bottom ?? innerHeight) - seen.boundingClientRect.top
        const each = seen.boundingClientRect.height / (total - drawn)
        setSteps({ of, reached: drawn + Math.max(STEP, Math.ceil(bottom / Math.max(each, 1))) })
      },
      { rootMargin: `${AHEAD_PX}px 0px` },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [of, drawn, total])

  // Printing renders all of them.
  useEffect(() => {
    const all = () => flushSync(() => setSteps({ of, reached: Number.POSITIVE_INFINITY }))
    addEventListener('beforeprint', all)
    return () => removeEventListener('beforeprint', all)
  }, [of])

  return { drawn, list, rest }
}
