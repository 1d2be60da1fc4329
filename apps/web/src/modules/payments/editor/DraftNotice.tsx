import { Alert, Button } from 'antd'
import { formatDayMinute } from '../../../ui/time.ts'
import styles from './Editor.module.css'
import type { OfferedDraft } from './useLocalDraft.ts'

interface Props {
  draft: OfferedDraft
  /** 付款 */
  noun: string
  /** Current version of the payment. */
  version: number | undefined
  onRestore: (draft: OfferedDraft) => void
  onDiscard: (draft: OfferedDraft) => void
}

/** Offers a draft that was stored earlier and not saved. */
export function DraftNotice({ draft, noun, version, onRestore, onDiscard }: Props) {
  const changed = draft.version !== null && draft.version !== version
  return (
    <Alert
      className={`${styles.notice} ${changed ? '' : styles.draft}`}
      banner
      type={changed ? 'warning' : 'info'}
      title={`有未保存的草稿（${formatDayMinute(draft.savedAt)}）${changed ? `，此后该${noun}已被修改，恢复后请核对` : ''}`}
      action={
        <span className={styles.noticeButtons}>
          <Button size="small" type="primary" onClick={() => onRestore(draft)}>
            恢复
          </Button>
          <Button size="small" onClick={() => onDiscard(draft)}>
            丢弃
          </Button>
        </span>
      }
    />
  )
}
