import { FLAGS, type MissingLine } from '@pianzhang/contract/missing-invoices'
import styles from './missing.module.css'

/** 汇算前, 已过汇算: until when the invoice counts for the tax of its year. */
export function Flag({ of: { flag } }: { of: Pick<MissingLine, 'flag'> }) {
  if (flag === null) return null
  const label = FLAGS.find(({ code }) => code === flag)?.label
  return <span className={`${styles.tag} ${flag === 'late' ? styles.red : styles.amber}`}>{label}</span>
}
