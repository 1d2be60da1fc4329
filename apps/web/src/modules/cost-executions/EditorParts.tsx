import { capitals, formatYuan, yuan } from '@pianzhang/contract/money'
import { Alert, Button } from 'antd'
import { useMemo } from 'react'
import { IconCopy, IconPlus } from '../../ui/icons.tsx'
import { totalOf } from './draft.ts'
import styles from './Editor.module.css'
import { type DraftStore, useDraft } from './store.ts'

/** 添加明细 and 复制明细, with the keys that do the same. */
export function LineTools({
  onAdd,
  onCopy,
  compact,
}: {
  onAdd: () => void
  onCopy: () => void
  compact?: boolean
}) {
  if (compact)
    return (
      <div className={styles.compactTools}>
        <Button type="text" icon={<IconPlus />} aria-label="添加明细" onClick={onAdd} />
        <Button type="text" icon={<IconCopy />} aria-label="复制明细" onClick={onCopy} />
      </div>
    )
  return (
    <div className={styles.tools}>
      <Button size="small" icon={<IconPlus size={14} />} onClick={onAdd} aria-keyshortcuts="Alt+N">
        添加明细{' '}
        <span aria-hidden="true" className={styles.key}>
          Alt+N
        </span>
      </Button>
      <Button
        size="small"
        type="text"
        icon={<IconCopy size={14} />}
        onClick={onCopy}
        aria-keyshortcuts="Alt+C"
      >
        复制明细{' '}
        <span aria-hidden="true" className={styles.key}>
          Alt+C
        </span>
      </Button>
    </div>
  )
}

/** A colleague was faster. What was typed stays; the latest is shown on request. */
export function StaleNotice({ text, onView }: { text: string; onView: () => void }) {
  return (
    <Alert
      className={styles.notice ?? ''}
      banner
      type="warning"
      title={text}
      action={
        <Button size="small" onClick={onView}>
          查看最新内容
        </Button>
      }
    />
  )
}

interface FooterProps {
  store: DraftStore
  saving: boolean
  onCancel: () => void
  onSave: () => void
}

/** The sum stands under the amounts of the tabs, its capitals beside it. */
export function EditorFooter({ store, saving, onCancel, onSave }: FooterProps) {
  const lines = useDraft(store, (draft) => draft.lines)
  const error = useDraft(store, (draft) => draft.headerErrors.cost_execution_details)
  const total = useMemo(() => totalOf(lines), [lines])
  const shown = formatYuan(total)
  const size = shown.length > 16 ? styles.longest : shown.length > 10 ? styles.long : ''
  return (
    <footer className={styles.footer}>
      <div className={`${styles.total} ${size}`}>
        <span className={styles.totalLabel}>付款总额（元）</span>
        <output
          className={`num ${styles.totalAmount} ${total < 0n ? styles.minus : ''}`}
          aria-label={`付款总额 ${yuan(total)} 元`}
        >
          {shown}
        </output>
      </div>
      <div className={styles.words}>
        {error ? (
          <span className={styles.error} role="alert">
            {error}
          </span>
        ) : (
          capitals(total)
        )}
      </div>
      <div className={styles.buttons}>
        <Button className={styles.cancel} onClick={onCancel} disabled={saving}>
          取消
        </Button>
        <Button type="primary" onClick={onSave} loading={saving}>
          确定
        </Button>
      </div>
    </footer>
  )
}
