import { IconChevronDown } from '../icons.tsx'
import styles from './Expander.module.css'

interface Props {
  open: boolean
  /** Whether the row has no children; only the space of the button is kept then. */
  leaf: boolean
  /** Names the row, for screen readers. */
  label: string
  onClick: (event: React.MouseEvent<HTMLElement>) => void
}

/** Shows and hides what is below a row of a tree. */
export function Expander({ open, leaf, label, onClick }: Props) {
  if (leaf) return <span className={styles.expander} />
  return (
    <button
      type="button"
      className={`${styles.expander} ${open ? '' : styles.closed}`}
      aria-expanded={open}
      aria-label={`${open ? '收起' : '展开'} ${label}`}
      onClick={onClick}
    >
      <IconChevronDown size={14} />
    </button>
  )
}
