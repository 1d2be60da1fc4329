import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './TextTip.module.css'

const RESTS_MS = 300
const GAP = 8

interface Props {
  text: () => ReactNode
  className?: string
  children: ReactNode
}

/** Words over what a pointer rests on, with the look of antd's tooltip: one in each row of a table. `text` is made when it is shown. */
export function TextTip({ text, className, children }: Props) {
  const [open, setOpen] = useState(false)
  const target = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    if (!open || !tip.current || !target.current) return
    const { left, top, bottom, width } = target.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight, style } = tip.current
    const under = top - GAP - offsetHeight < 0
    style.top = `${under ? bottom + GAP : top - GAP - offsetHeight}px`
    style.left = `${Math.max(GAP, Math.min(left + width / 2 - offsetWidth / 2, innerWidth - offsetWidth - GAP))}px`
    tip.current.dataset.under = String(under)
    document.addEventListener('scroll', close, true)
    return () => document.removeEventListener('scroll', close, true)
  })
  return (
    <span
      ref={target}
      className={className}
      onPointerEnter={() => {
        timer.current = setTimeout(() => setOpen(true), RESTS_MS)
      }}
      onPointerLeave={close}
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
