import { useEffect, useRef, useState } from 'react'
import styles from './TextPopover.module.css'
import { usePopup } from './usePopup.ts'

const RESTS_MS = 300
/** Time to reach the panel with the pointer. */
const LEAVES_MS = 200

/**
 * A long text in a table's cell, cut to fit. A scrolling panel shows all of it when the pointer rests on the text, on a click or by
 * keyboard. `label`: what the text is.
 */
export function TextPopover({ label, text }: { label: string; text: string }) {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [button, panel] = usePopup<HTMLButtonElement, HTMLElement>(open, () => setOpen(false), 'start')
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (next: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), next ? RESTS_MS : LEAVES_MS)
  }
  const pointer = { onPointerEnter: () => later(true), onPointerLeave: () => later(false) }
  if (text === '') return null
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={`${label}：${text}`}
        aria-expanded={open}
        {...pointer}
        onClick={() => {
          clearTimeout(timer.current)
          setOpen((was) => !was)
        }}
      >
        {text}
      </button>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section ref={panel} className={styles.panel} aria-label={label} tabIndex={0} {...pointer}>
          {text}
        </section>
      )}
    </>
  )
}
