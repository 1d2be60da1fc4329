import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { LoadState } from '../../../platform/ledger/selects.ts'
import { IconChevronDown } from '../../icons.tsx'
import { LoadFailed } from '../../states/LoadFailed.tsx'
import styles from './CheckSelect.module.css'

interface Option {
  label: string
  value: string
}

interface Props {
  label: string
  placeholder: string
  options: readonly Option[]
  state: LoadState
  value: readonly string[]
  onChange: (value: string[]) => void
}

/**
 * Selects several values of a short list by checkboxes in a panel that stays open, and finds them by typing: Enter ticks the first found. Native, because antd's Select is a quarter of
 * the code of a page that uses no other part of antd.
 */
export function CheckSelect({ label, placeholder, options, state, value, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const panel = useId()
  const found = options.filter(({ label: text }) => text.includes(typed.trim()))
  const show = (next: boolean) => {
    setOpen(next)
    setTyped('')
  }
  const names = value.map((one) => options.find((option) => option.value === one)?.label ?? one)

  useEffect(() => {
    if (!open) return
    const away = ({ target }: Event) => {
      // A click on a label focuses a surrounding element; that does not count as leaving.
      if (target instanceof Node && !box.current?.contains(target) && !target.contains(box.current))
        setOpen(false)
    }
    // A phone's keyboard would cover the list.
    if (!matchMedia('(pointer: coarse)').matches) search.current?.focus({ preventScroll: true })
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', away)
    }
  }, [open])

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      show(false)
      trigger.current?.focus()
    }
    if (event.key === 'Enter' && event.target === search.current && !event.nativeEvent.isComposing) {
      // The filter bar around it would search.
      event.preventDefault()
      event.stopPropagation()
      const [first] = found
      if (first && typed.trim() !== '') tick(first.value, !value.includes(first.value))
      return setTyped('')
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    if (!open) return show(true)
    const boxes = [...(box.current?.querySelectorAll('input') ?? [])]
    const at = boxes.indexOf(document.activeElement as HTMLInputElement)
    boxes[(at + step + boxes.length) % boxes.length]?.focus()
  }
  const tick = (one: string, ticked: boolean) =>
    // In the order of the list, whatever the order of the ticks.
    onChange(options.map((option) => option.value).filter((v) => (v === one ? ticked : value.includes(v))))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles key events of the button and checkboxes inside
    <div ref={box} className={styles.box} onKeyDown={keys}>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        aria-haspopup="true"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        aria-label={`${label}：${names.length > 0 ? `已选 ${names.length} 项，${names.join('、')}` : placeholder}`}
        onClick={() => show(!open)}
      >
        {names.length > 1 && <span className={`num ${styles.count}`}>{names.length} 项</span>}
        <span className={names.length > 0 ? styles.names : styles.placeholder}>
          {names.join('、') || placeholder}
        </span>
        <IconChevronDown size={12} className="faint" />
      </button>
      {open && (
        <fieldset id={panel} className={styles.panel}>
          <legend className="visually-hidden">{label}</legend>
          <input
            ref={search}
            className={styles.search}
            aria-label={`查找${label}`}
            placeholder="输入名称查找"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className={styles.options}>
            {found.map((option) => (
              <label key={option.value} className={styles.option}>
                <input
                  type="checkbox"
                  checked={value.includes(option.value)}
                  onChange={(event) => tick(option.value, event.target.checked)}
                />
                {option.label}
              </label>
            ))}
          </div>
          {options.length > 0 && found.length === 0 && <p className={styles.wait}>没有匹配的选项</p>}
          {state.failed ? (
            <LoadFailed state={state} />
          ) : (
            state.loading && <p className={styles.wait}>加载中…</p>
          )}
          <button
            type="button"
            className={styles.clear}
            disabled={value.length === 0}
            onClick={() => {
              onChange([])
              trigger.current?.focus()
            }}
          >
            清空
          </button>
        </fieldset>
      )}
    </div>
  )
}
