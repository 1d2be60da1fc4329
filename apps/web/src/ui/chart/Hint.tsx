import { IconClose } from '../icons.tsx'
import styles from './Hint.module.css'

/** One-time hint that the ring chart can be clicked. */
export function Hint({ onClose }: { onClose: () => void }) {
  return (
    <div className={styles.hint} role="status">
      点击图表可查看下级科目明细
      <button type="button" aria-label="关闭提示" onClick={onClose}>
        <IconClose size={12} />
      </button>
    </div>
  )
}
