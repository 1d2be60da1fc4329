import styles from './Status.module.css'
import { VOIDED } from './words.ts'

interface Props {
  /** 0 passed, 1 failed, 2 not yet checked. */
  status: number
  text: string
  /** Shown instead of the status. */
  voided?: boolean
}

/** 查验状态 by colour and text. */
export const Status = ({ status, text, voided = false }: Props) => (
  <span
    className={`${styles.status} ${voided ? styles.voided : ([styles.passed, styles.failed][status] ?? styles.open)}`}
  >
    {voided ? VOIDED : text}
  </span>
)
