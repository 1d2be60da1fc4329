import { formatYuan, parseField } from '@pianzhang/contract/money'
import { memo, useEffect, useRef } from 'react'
import { IconClose } from '../../ui/icons.tsx'
import { activate, firstError, removeLine } from './draft.ts'
import styles from './LineTabs.module.css'
import type { LineOptions } from './options.ts'
import { type DraftStore, useDraft } from './store.ts'

export const PANEL_ID = 'payment-line'
const tabId = (key: string) => `tab-${key}`

interface Props {
  store: DraftStore
  options: LineOptions
  /** Beside each other instead of below each other. */
  sideways: boolean
  /** Words when the last line was to be removed. */
  onKept: () => void
}

/**
 * The lines as tabs with amount and subject. Our own and not antd's, which measures every tab: 1,000 lines must stay quick. The
 * closing buttons lie over the tabs and not in them, since a tab can hold no button; each sits in the grid cell of its tab.
 */
export function LineTabs({ store, options, sideways, onKept }: Props) {
  const lines = useDraft(store, (draft) => draft.lines)
  const active = useDraft(store, (draft) => draft.active)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    list.current?.querySelector(`#${tabId(active)}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const remove = (key: string) => {
    if (lines.length === 1) onKept()
    else store.update((draft) => removeLine(draft, key))
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    const at = lines.findIndex((line) => line.key === active)
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: lines.length - 1 }[event.key]
    if (event.key === 'Delete') remove(active)
    const next = to === undefined ? undefined : lines[to]
    if (!next) return
    event.preventDefault()
    store.update((draft) => activate(draft, next.key))
    document.getElementById(tabId(next.key))?.focus()
  }

  return (
    <div className={`${styles.scroll} ${sideways ? styles.sideways : ''}`}>
      <div ref={list} className={styles.grid}>
        <div role="tablist" aria-label="付款明细" aria-orientation={sideways ? 'horizontal' : 'vertical'} className={styles.list} onKeyDown={onKeyDown}>
          {lines.map((line, index) => (
            <LineTab key={line.key} store={store} options={options} lineKey={line.key} index={index} selected={line.key === active} />
          ))}
        </div>
        {lines.map((line, index) => (
          <button
            key={line.key}
            type="button"
            className={styles.close}
            style={{ '--i': index + 1 } as React.CSSProperties}
            aria-label={`删除详情${index + 1}`}
            // One stop for the shown line; by keyboard Delete on the tab does the same.
            tabIndex={line.key === active ? 0 : -1}
            onClick={() => remove(line.key)}
          >
            <IconClose size={12} />
          </button>
        ))}
      </div>
    </div>
  )
}

interface TabProps {
  store: DraftStore
  options: LineOptions
  lineKey: string
  index: number
  selected: boolean
}

const LineTab = memo(function LineTab({ store, options, lineKey, index, selected }: TabProps) {
  const amount = useDraft(store, (draft) => draft.lines.find((one) => one.key === lineKey)?.pay_amount ?? '')
  const subject = useDraft(store, (draft) => draft.lines.find((one) => one.key === lineKey)?.subject_three_code ?? null)
  const errors = useDraft(store, (draft) => draft.lineErrors[lineKey])
  const first = firstError(errors)
  const { fen } = parseField(amount)
  return (
    <button
      type="button"
      role="tab"
      id={tabId(lineKey)}
      className={`${styles.tab} ${first ? styles.wrong : ''}`}
      style={{ '--i': index + 1 } as React.CSSProperties}
      aria-selected={selected}
      aria-controls={selected ? PANEL_ID : undefined}
      tabIndex={selected ? 0 : -1}
      onClick={() => store.update((draft) => activate(draft, lineKey))}
    >
      <b className={styles.name}>详情{index + 1}</b>
      <span className={`num ${styles.amount} ${fen !== undefined && fen < 0n ? styles.minus : ''}`}>{fen === undefined ? '' : formatYuan(fen)}</span>
      <span className={styles.subject}>{first ? errors?.[first] : (options.subjectName(subject) ?? '请选择科目')}</span>
    </button>
  )
})
