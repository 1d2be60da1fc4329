import type { Payable } from '@pianzhang/contract/payables'
import { RecordsLink } from '../../../ui/list/RecordsLink.tsx'
import type { DataColumn } from '../../../ui/table/column.ts'

type Row = Pick<Payable, 'requests'>

/** 审批中 SQ202611220003 等 2 笔; undefined where no request would pay it. */
export const requestMark = ({ requests = [] }: Row): string | undefined =>
  requests[0] && `审批中 ${requests[0]}${requests.length > 1 ? ` 等 ${requests.length} 笔` : ''}`

/** Which requests under way would pay it, so that it is not paid by hand too; no column where none of the rows has one. */
export const requestColumns = (rows: readonly Row[]): DataColumn<Payable>[] =>
  rows.some((row) => requestMark(row) !== undefined)
    ? [
        {
          key: 'requests',
          title: '付款申请',
          width: 184,
          text: (row) => requestMark(row) ?? '',
          render: (row) => {
            const text = requestMark(row)
            return text ? (
              <RecordsLink of="payment_request" search={{ tab: 'all', codes: row.requests }}>
                <span className="num" title={`审批中的付款申请：${row.requests?.join('、')}`}>
                  {text}
                </span>
              </RecordsLink>
            ) : (
              '-'
            )
          },
        },
      ]
    : []
