import { FLAGS, type MissingLine } from '@pianzhang/contract/missing-invoices'
import { Tag } from '../../ui/Tag.tsx'
import styles from './missing.module.css'

/** 汇算前, 已过汇算: until when the invoice counts for the tax of its year. */
export function Flag({ of: { flag } }: { of: Pick<MissingLine, 'flag'> }) {
  if (flag === null) return null
  const label = FLAGS.find(({ code }) => code === flag)?.label
  return (
    <Tag kind={flag === 'late' ? 'red' : 'amber'} className={styles.tag}>
      {label}
    </Tag>
  )
}
