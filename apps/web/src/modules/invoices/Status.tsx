import styles from './Status.module.css'

interface Props {
  /** 0 passed, 1 failed, 2 not yet checked. */
  status: number
  text: string
}

/** 查验状态 by colour and text. */
export const Status = ({ status, text }: Props) => (
  <span className={`${styles.status} ${[styles.passed, styles.failed][status] ?? styles.open}`}>{text}</span>
)
