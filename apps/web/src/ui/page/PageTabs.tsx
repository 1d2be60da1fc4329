import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './PageTabs.module.css'

interface Props<T extends string> {
  label: string
  tabs: readonly { key: T; text: ReactNode }[]
  active: T
  onChange: (key: T) => void
  /** After a change of tab: the focused element may be unmounted, so the tab gets the focus. */
  takesFocus: boolean
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Id of the panel under the tabs. */
export const PAGE_PANEL = 'page-panel'
export const tabId = (key: string): string => `tab-${key}`

/** The tabs in a page's header; arrow keys move between them, as in the ARIA pattern. */
export function PageTabs<T extends string>({ label, tabs, active, onChange, takesFocus }: Props<T>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true })
  }, [takesFocus])
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex(({ key }) => key === active)
    const next = (at + step + tabs.length) % tabs.length
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    const tab = tabs[next]
    if (tab) onChange(tab.key)
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
      {tabs.map(({ key, text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabId(key)}
          aria-selected={key === active}
          aria-controls={PAGE_PANEL}
          tabIndex={key === active ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(key)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
