import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './TextTip.module.css'

const RESTS_MS = 300
const GAP = 8

type Side = 'over' | 'under' | 'beside'

interface Props {
  side?: Side
  text: () => ReactNode
  className?: string
  children: ReactNode
}

/**
 * A tooltip on hover and focus that looks like antd's but is light enough for every table row. `text` is computed when shown. Escape and a
 * press of the mouse hide it, as it may lie over a figure. Screen readers do not get it, so the element inside needs a complete accessible
 * name.
 */
export function TextTip({ side = 'over', text, className, children }: Props) {
  const [open, setOpen] = useState(false)
  const target = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressed = useRef<'mouse' | 'touch' | null>(null)
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  // Only a touch or a key opens the tooltip, not focus that returns from a closing dialog or from another window.
  const focus = ({ relatedTarget, currentTarget, target }: FocusEvent<HTMLElement>) => {
    const from = relatedTarget instanceof Element ? relatedTarget : null
    if (from?.closest('[role=dialog]') && !currentTarget.closest('[role=dialog]')) return
    if (pressed.current === 'mouse') return
    if (from || pressed.current || target.matches(':focus-visible')) setOpen(true)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    if (!open || !tip.current || !target.current) return
    position(tip.current, target.current.getBoundingClientRect(), side)
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('scroll', close, true)
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('scroll', close, true)
      document.removeEventListener('keydown', leave)
    }
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focusable element is inside
    <span
      ref={target}
      className={className}
      onPointerEnter={() => {
        timer.current = setTimeout(() => setOpen(true), RESTS_MS)
      }}
      onPointerLeave={close}
      onPointerDown={({ pointerType }) => {
        pressed.current = pointerType === 'mouse' ? 'mouse' : 'touch'
        if (pointerType === 'mouse') close()
      }}
      onFocus={focus}
      onBlur={() => {
        pressed.current = null
        close()
      }}
    >
      {children}
      {open &&
        createPortal(
          <div ref={tip} role="tooltip" className={styles.tip}>
            {text()}
          </div>,
          document.body,
        )}
    </span>
  )
}

/** Placed on the preferred side if there is room, else below the element. */
function position(
  tip: HTMLElement,
  { left, top, right, bottom, width, height }: DOMRect,
  wanted: Side,
): void {
  const { offsetWidth, offsetHeight, style } = tip
  const fits = wanted === 'over' ? top - GAP > offsetHeight : right + GAP + offsetWidth < innerWidth
  const side = fits ? wanted : 'under'
  const within = Math.max(GAP, Math.min(left + (width - offsetWidth) / 2, innerWidth - offsetWidth - GAP))
  style.left = `${side === 'beside' ? right + GAP : within}px`
  style.top = `${{ over: top - GAP - offsetHeight, under: bottom + GAP, beside: top + (height - offsetHeight) / 2 }[side]}px`
  tip.dataset.side = side
}
