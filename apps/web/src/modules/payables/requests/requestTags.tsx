import type { Payable } from '@pianzhang/contract/payables'
import type { ReactNode } from 'react'
import { RecordsLink } from '../../../ui/list/RecordsLink.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import styles from '../payables.module.css'

type Row = Pick<Payable, 'requests'>

/** What approvals add to rows of which some would be paid by a request under way. */
export interface RequestTags {
  text: (row: Row) => string | undefined
  render: (row: Row) => ReactNode
}

/** 审批中 SQ202611220003 等 2 笔; undefined where no request would pay it. */
export const requestMark = ({ requests }: Row): string | undefined =>
  requests[0] && `审批中 ${requests[0]}${requests.length > 1 ? ` 等 ${requests.length} 笔` : ''}`

/** 审批中, which opens the requests and has their numbers under the pointer: the table has no room for them beside the forecast. */
const render = (row: Row): ReactNode =>
  requestMark(row) && (
    <span className={styles.title} title={`审批中的付款申请：${row.requests.join('、')}`}>
      <RecordsLink of="payment_request" search={{ tab: 'all', codes: row.requests }}>
        <Tag kind="amber">审批中</Tag>
      </RecordsLink>
    </span>
  )

/** Which requests would pay these rows, so that they are not paid by hand too; undefined where none has one. */
export const requestTags = (rows: readonly Row[]): RequestTags | undefined =>
  rows.some((row) => requestMark(row) !== undefined) ? { text: requestMark, render } : undefined
