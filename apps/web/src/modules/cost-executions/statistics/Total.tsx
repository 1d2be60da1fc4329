import { capitals, formatYuan } from '@pianzhang/contract/money'
import { Tooltip } from 'antd'
import { staleProps } from '../../../ui/stale.ts'
import { CARDS, useMedia } from '../../../ui/useMedia.ts'
import styles from './Total.module.css'

/** 总支出金额. Its capitals stand below it, and in a tooltip: under the pointer, with the keyboard and under a thumb. */
export function Total({ amount, stale }: { amount: string | undefined; stale: boolean }) {
  const narrow = useMedia(CARDS)
  const words = amount === undefined ? '' : capitals(amount)
  return (
    <div className={styles.total} {...staleProps(stale)}>
      <div className={styles.label}>总支出金额（元）</div>
      <div className={styles.line}>
        {amount !== undefined && (
          <Tooltip title={words} trigger={['hover', 'focus']} placement={narrow ? 'bottomLeft' : 'right'}>
            <button
              type="button"
              className={`num ${styles.amount} ${amount.startsWith('-') ? styles.minus : ''}`}
              aria-label={`总支出金额 ${formatYuan(amount)} 元，大写 ${words}`}
            >
              {formatYuan(amount)}
            </button>
          </Tooltip>
        )}
      </div>
      <div className={styles.words} aria-hidden="true">
        {words}
      </div>
    </div>
  )
}
