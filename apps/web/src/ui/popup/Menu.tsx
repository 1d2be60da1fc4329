import { Fragment, type KeyboardEvent, type ReactNode, type Ref, useEffect, useState } from 'react'
import styles from './Menu.module.css'
import { usePopup } from './usePopup.ts'

export interface MenuItem {
  key: string
  label: ReactNode
  disabled?: boolean
  danger?: boolean
  /** Whether a line separates the entry from the one above. */
  divided?: boolean
}

/** Props for the button of the menu. */
interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

interface Props {
  items: readonly MenuItem[]
  /** Key of the current entry. */
  selected?: string | undefined
  onChoose: (key: string) => void
  align?: 'start' | 'end'
  onOpen?: () => void
  children: (button: MenuButtonProps) => ReactNode
}

/**
 * A button with a menu, by the pattern of the ARIA guide: the current entry is focused first; arrows, Home and End move between entries;
 * Escape and a chosen entry give the focus back to the button.
 */
export function Menu({ items, selected, onChoose, align = 'start', onOpen, children }: Props) {
  const [open, setOpen] = useState(false)
  const [button, panel] = usePopup<HTMLButtonElement, HTMLDivElement>(open, () => setOpen(false), align)
  const entries = () => [
    ...(panel.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled])') ?? []),
  ]
  useEffect(() => {
    if (!open) return
    const choosable = '[role=menuitem]:not([aria-disabled])'
    const first =
      panel.current?.querySelector<HTMLElement>(`${choosable}[aria-current]`) ??
      panel.current?.querySelector<HTMLElement>(choosable)
    first?.focus({ preventScroll: true })
  }, [open, panel])
  const show = () => {
    setOpen(true)
    onOpen?.()
  }
  const choose = (key: string) => {
    setOpen(false)
    button.current?.focus()
    onChoose(key)
  }
  const move = (event: KeyboardEvent) => {
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at < 0 ? -1 : at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key]
    if (event.key === 'Tab') setOpen(false)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <>
      {children({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => (open ? setOpen(false) : show()),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          show()
        },
      })}
      {open && (
        <div ref={panel} role="menu" className={styles.menu} onKeyDown={move}>
          {items.map(({ key, label, disabled, danger, divided }) => (
            <Fragment key={key}>
              {divided && <hr className={styles.line} />}
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={`${styles.item} ${danger ? styles.danger : ''}`}
                aria-disabled={disabled || undefined}
                aria-current={key === selected || undefined}
                onClick={disabled ? undefined : () => choose(key)}
              >
                {label}
              </button>
            </Fragment>
          ))}
        </div>
      )}
    </>
  )
}
