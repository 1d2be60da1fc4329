import { capitals, formatYuan, yuan } from '@pianzhang/contract/money'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { Again, type Keeping } from '../../../ui/form/again/AgainFooter.tsx'
import { IconCopy, IconPaste, IconPlus } from '../../../ui/icons.tsx'
import { totalOf } from './draft.ts'
import styles from './Editor.module.css'
import { type DraftStore, useDraft } from './store.ts'

interface ToolsProps {
  onAdd: () => void
  onCopy: () => void
  onPaste: () => void
  onHelp: () => void
  /** On phones: icons without shortcut hints. */
  compact?: boolean
}

/** Buttons that add, copy and paste lines, with their shortcuts. */
export function LineTools({ onAdd, onCopy, onPaste, onHelp, compact }: ToolsProps) {
  if (compact)
    return (
      <div className={styles.compactTools}>
        <Button type="text" icon={<IconPlus />} aria-label="添加明细" onClick={onAdd} />
        <Button type="text" icon={<IconCopy />} aria-label="复制明细" onClick={onCopy} />
        <Button type="text" icon={<IconPaste />} aria-label="从表格粘贴" onClick={onPaste} />
      </div>
    )
  return (
    <div className={styles.tools}>
      <Tool text="添加明细" keys="Alt+N" icon={<IconPlus size={14} />} onClick={onAdd} />
      <Tool quiet text="复制明细" keys="Alt+C" icon={<IconCopy size={14} />} onClick={onCopy} />
      <Tool quiet text="从表格粘贴" keys="Ctrl+V" icon={<IconPaste size={14} />} onClick={onPaste} />
      <span className={styles.help}>
        <Tool quiet text="快捷键" keys="F1" onClick={onHelp} />
      </span>
    </div>
  )
}

interface ToolProps {
  text: string
  keys: string
  icon?: ReactNode
  quiet?: boolean
  onClick: () => void
}

const Tool = ({ text, keys, icon, quiet, onClick }: ToolProps) => (
  <Button
    size="small"
    {...(quiet ? { type: 'text' } : {})}
    icon={icon}
    onClick={onClick}
    aria-keyshortcuts={keys.replace('Ctrl', 'Control')}
  >
    {text}{' '}
    <span aria-hidden="true" className={styles.key}>
      {keys}
    </span>
  </Button>
)

interface FooterProps {
  store: DraftStore
  saving: boolean
  /** Whether a save would undo something that a colleague has changed. */
  overwrites: boolean
  onCancel: () => void
  onSave: () => void
  /** Undefined: an edited payment has no next one. */
  again: { onAgain: () => void; keeping: Keeping; text?: string | undefined } | undefined | false
  /** In the place of 确定. */
  buttons: ReactNode
}

/** Total of the lines, also in Chinese capitals, and the buttons. */
export function EditorFooter({ store, saving, overwrites, onCancel, onSave, again, buttons }: FooterProps) {
  const lines = useDraft(store, (draft) => draft.lines)
  const error = useDraft(store, (draft) => draft.headerErrors.cost_execution_details)
  const total = useMemo(() => totalOf(lines), [lines])
  const shown = formatYuan(total)
  const size = shown.length > 16 ? styles.longest : shown.length > 10 ? styles.long : ''
  return (
    <div className={styles.footer}>
      <div className={`${styles.total} ${size}`}>
        <span className={styles.totalLabel}>付款总额（元）</span>
        <output
          className={`num ${styles.totalAmount} ${total < 0n ? 'red' : ''}`}
          aria-label={`付款总额 ${yuan(total)} 元`}
        >
          {shown}
        </output>
      </div>
      <div className={styles.words}>
        {error ? (
          <span className="red" role="alert">
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
        {again && <Again disabled={saving} {...again} />}
        {buttons || (
          <Button type="primary" onClick={onSave} loading={saving}>
            {overwrites ? '覆盖保存' : '确定'}
          </Button>
        )}
      </div>
    </div>
  )
}
