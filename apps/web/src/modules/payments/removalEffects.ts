import type { PaymentListItem } from '@pianzhang/contract/payments'
import { count } from '../../ui/count.ts'

type Row = Pick<PaymentListItem, 'imprest_code' | 'request_code'>

/** Petty cash: '' if no write-off posted any of them. */
function takenBack(rows: readonly Row[]): string {
  const posted = rows.filter((row) => row.imprest_code !== null)
  if (posted.length === 0) return ''
  const which =
    rows.length === 1 ? `由备用金明细 ${posted[0]?.imprest_code} ` : `其中 ${count(posted.length)} 条由备用金`
  return `${which}核销生成，删除后将撤销核销。`
}

/** Requests: '' if none of them was asked for. */
function unbooked(rows: readonly Row[]): string {
  const asked = rows.filter(({ request_code }) => request_code)
  if (asked.length === 0) return ''
  const which =
    rows.length === 1 ? `由付款申请 ${asked[0]?.request_code} ` : `其中 ${count(asked.length)} 条由付款申请`
  return `${which}生成，删除后申请仍为“已通过”，原付款编号保留并标为“已删除”。`
}

/** What deleting these payments does to other records: '' if nothing. */
export function effectsOf(rows: readonly Row[]): string {
  const effects = `${takenBack(rows)}${unbooked(rows)}`
  return effects && `。${effects}`
}
