import { capitals, formatYuan } from '@pianzhang/contract/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { CARDS, useMedia } from '../page/useMedia.ts'
import { TextTip } from '../popup/TextTip.tsx'
import { Failed } from '../states/States.tsx'
import { staleProps } from '../states/stale.ts'
import styles from './Total.module.css'

/**
 * The large total of a page. `name`: what it is, without its unit (总支出金额). The amount in capitals stands below it and in a tooltip, which
 * opens under the pointer, by keyboard and by touch.
 */
export function Total({ name, query }: { name: string; query: UseQueryResult<string> }) {
  const narrow = useMedia(CARDS)
  const { data: amount, error, isPlaceholderData, isFetching, refetch } = query
  if (error && amount === undefined)
    return <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
  const words = amount === undefined ? '' : capitals(amount)
  return (
    <div className={styles.total} {...staleProps(isPlaceholderData)}>
      <div className="caption">{name}（元）</div>
      <div className={styles.line}>
        {amount !== undefined && (
          <TextTip text={() => words} side={narrow ? 'under' : 'beside'}>
            <button
              type="button"
              className={`num ${styles.amount} ${amount.startsWith('-') ? 'red' : ''}`}
              aria-label={`${name} ${formatYuan(amount)} 元，大写 ${words}`}
            >
              {formatYuan(amount)}
            </button>
          </TextTip>
        )}
      </div>
      <div className={styles.words} aria-hidden="true">
        {words}
      </div>
    </div>
  )
}
