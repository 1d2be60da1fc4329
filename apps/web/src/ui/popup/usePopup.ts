import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const GAP = 4

/**
 * Places the panel under the button, or above it where there is no room for it below and more above. `--room` is the height there, to
 * which a panel can limit itself. `end`: aligns the right edges.
 */
function position(panel: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const { left, right, top, bottom, width } = button.getBoundingClientRect()
  panel.style.minWidth = `${width}px`
  const { offsetHeight, offsetWidth } = panel
  const [over, under] = [top - 2 * GAP, innerHeight - bottom - 2 * GAP]
  const above = offsetHeight > under && over > under
  panel.style.setProperty('--room', `${above ? over : under}px`)
  // Reads `offsetHeight` again, as the panel's `max-height` may be `--room`. `Math.max` keeps a panel without that limit below the window's top edge.
  panel.style.top = `${above ? Math.max(GAP, top - GAP - panel.offsetHeight) : bottom + GAP}px`
  const from = align === 'end' ? right - offsetWidth : left
  panel.style.left = `${Math.max(GAP, Math.min(from, innerWidth - offsetWidth - GAP))}px`
}

/**
 * A panel with `position: fixed` that follows its button in the document, so that Tab leads from one into the other. `close` is called by a
 * press or the focus outside, and by Escape, which gives the focus back to the button.
 */
export function usePopup<B extends HTMLElement, P extends HTMLElement>(
  open: boolean,
  close: () => void,
  align: 'start' | 'end',
): [button: RefObject<B | null>, panel: RefObject<P | null>] {
  const button = useRef<B>(null)
  const panel = useRef<P>(null)
  const latest = useRef(close)
  latest.current = close
  // No dependency list: entries that load later enlarge the panel.
  useLayoutEffect(() => {
    if (open && panel.current && button.current) position(panel.current, button.current, align)
  })
  useEffect(() => {
    if (!open) return
    const follow = () => panel.current && button.current && position(panel.current, button.current, align)
    const isOutside = (target: EventTarget | null) =>
      ![panel.current, button.current].some((element) => element?.contains(target as Node))
    const leave = ({ target }: Event) => isOutside(target) && latest.current()
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      button.current?.focus()
      latest.current()
    }
    document.addEventListener('pointerdown', leave, true)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', key, true)
    document.addEventListener('scroll', follow, true)
    addEventListener('resize', follow)
    return () => {
      document.removeEventListener('pointerdown', leave, true)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', key, true)
      document.removeEventListener('scroll', follow, true)
      removeEventListener('resize', follow)
    }
  }, [open, align])
  return [button, panel]
}
