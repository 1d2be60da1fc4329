import { formatYuan } from '@pianzhang/contract/money'
import { memo, useEffect, useRef } from 'react'
import { IconClose } from '../../../ui/icons.tsx'
import { activate, amountOf, lineAt, removeLine } from './draft.ts'
import { errorAt, firstError } from './draftErrors.ts'
import styles from './LineTabs.module.css'
import type { LineOptions } from './options.ts'
import { type DraftStore, useDraft, useLineKeys } from './store.ts'

export const PANEL_ID = 'payment-line'
const tabId = (key: string) => `tab-${key}`

interface Props {
  store: DraftStore
  options: LineOptions
  /** Sentences on a colleague's changes, by the key of the line. */
  marks: ReadonlyMap<string, string>
  /** Tabs in a row instead of a column. */
  sideways: boolean
  /** Called when the only line was to be removed, which is refused. */
  onKept: () => void
}

/**
 * The lines as tabs. Not antd's Tabs, which measures every tab and is slow with 1,000 lines.
 * Close buttons overlay their tab in the same grid cell, because a tab must not contain a button.
 */
export function LineTabs({ store, options, marks, sideways, onKept }: Props) {
  const keys = useLineKeys(store)
  const active = useDraft(store, (draft) => draft.active)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    list.current?.querySelector(`#${tabId(active)}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const remove = (key: string) => {
    if (keys.length === 1) return onKept()
    store.update((draft) => removeLine(draft, key))
    // Removing the line removes the focused element, so the focus moves to the active tab.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.getElementById(tabId(store.get().active))?.focus()
    })
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    const at = keys.indexOf(active)
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: keys.length - 1,
    }[event.key]
    if (event.key === 'Delete') remove(active)
    const next = to === undefined ? undefined : keys[to]
    if (!next) return
    event.preventDefault()
    store.update((draft) => activate(draft, next))
    document.getElementById(tabId(next))?.focus()
  }

  return (
    <div className={`${styles.scroll} ${sideways ? styles.sideways : ''}`}>
      <div ref={list} className={styles.grid}>
        <div
          role="tablist"
          aria-label="付款明细"
          aria-orientation={sideways ? 'horizontal' : 'vertical'}
          className={styles.list}
          onKeyDown={onKeyDown}
        >
          {keys.map((key, index) => (
            <LineTab
              key={key}
              store={store}
              options={options}
              lineKey={key}
              index={index}
              // On phones only two tabs are visible, so each shows the number of lines.
              of={sideways && keys.length > 1 ? keys.length : undefined}
              selected={key === active}
              mark={marks.get(key)}
            />
          ))}
        </div>
        {keys.map((key, index) => (
          <button
            key={key}
            type="button"
            className={styles.close}
            style={{ '--i': index + 1 } as React.CSSProperties}
            aria-label={`删除详情${index + 1}`}
            // Only the selected line's button is in the tab order; the Delete key on a tab does the same.
            tabIndex={key === active ? 0 : -1}
            onClick={() => remove(key)}
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
  /** Number of lines; undefined: not shown. */
  of: number | undefined
  selected: boolean
  mark: string | undefined
}

const LineTab = memo(function LineTab({ store, options, lineKey, index, of, selected, mark }: TabProps) {
  const line = useDraft(store, (draft) => lineAt(draft, lineKey))
  const error = useDraft(store, (draft) => {
    const first = firstError(draft, lineKey)
    return first && errorAt(draft, lineKey, first)
  })
  const fen = line && amountOf(line)
  return (
    <button
      type="button"
      role="tab"
      id={tabId(lineKey)}
      className={`${styles.tab} ${error ? styles.wrong : mark ? styles.marked : ''}`}
      style={{ '--i': index + 1 } as React.CSSProperties}
      aria-selected={selected}
      aria-controls={selected ? PANEL_ID : undefined}
      tabIndex={selected ? 0 : -1}
      onClick={() => store.update((draft) => activate(draft, lineKey))}
    >
      <b className="strong">
        详情{index + 1}
        {of !== undefined && (
          <small aria-hidden="true" className={styles.of}>
            {' '}
            / {of}
          </small>
        )}
        {mark && <span className="visually-hidden">（同事有修改）</span>}
      </b>
      <span className={`num ${styles.amount} ${fen !== undefined && fen < 0n ? 'red' : ''}`}>
        {fen === undefined ? '' : formatYuan(fen)}
      </span>
      <span className={styles.subject}>
        {error ?? options.subjectName(line?.subject_three_code ?? null) ?? '请选择科目'}
      </span>
    </button>
  )
})
