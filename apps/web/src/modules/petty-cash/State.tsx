import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { TextTip } from '../../ui/popup/TextTip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import styles from './petty-cash.module.css'
import { dayOf, lackedBy } from './writtenOff.ts'

type Row = Pick<
  PettyCashDetail,
  'write_off_at' | 'cost_execution_code' | 'voucher_category' | 'face_tax_rate' | 'voucher_attachments'
>

/** 已核销 2026-11-21, or what an open detail lacks: one line of text. */
export function stateText(row: Row): string {
  if (row.write_off_at !== null) return `已核销 ${dayOf(row.write_off_at)}`
  const lacked = lackedBy(row)
  return lacked.length > 0 ? `未核销，缺${lacked.join('、')}` : '未核销'
}

const Lacking = ({ children }: { children: ReactNode }) => (
  <Tag kind="amber" className={styles.lacking}>
    {children}
  </Tag>
)

/** 核销状态 in a row: a detail that is written off links to its payment. */
export function State({ row }: { row: Row }) {
  const may = useCan()
  const { write_off_at, cost_execution_code } = row
  if (write_off_at !== null) {
    const tag = (
      <Tag kind="green" className={styles.settled}>
        {stateText(row)}
      </Tag>
    )
    if (cost_execution_code === null || !may('cost_execution', 'read')) return tag
    return (
      <TextTip text={() => `查看付款 ${cost_execution_code}`}>
        <Link
          to="/implement/cost"
          search={{ keywords: cost_execution_code }}
          aria-label={`${stateText(row)}，查看付款 ${cost_execution_code}`}
        >
          {tag}
        </Link>
      </TextTip>
    )
  }
  const lacked = lackedBy(row)
  if (lacked.length === 0) return <span className={styles.open}>未核销</span>
  const [first, ...others] = lacked
  if (others.length === 0)
    return (
      <span className={styles.open}>
        未核销<Lacking>缺{first}</Lacking>
      </span>
    )
  return (
    <TextTip text={() => `缺${lacked.join('、')}`}>
      <span className={styles.open}>
        未核销<Lacking>缺 {lacked.length} 项</Lacking>
        <span className="visually-hidden">：{lacked.join('、')}</span>
      </span>
    </TextTip>
  )
}
