import { today } from '@pianzhang/contract/calendar'
import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { capitals, formatYuan } from '@pianzhang/contract/money'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { useProfile } from '../../../platform/session/session.ts'
import { count } from '../../../ui/count.ts'
import { ledgerTags } from '../../../ui/filters/LedgerFilters.tsx'
import { PrintJob } from '../../../ui/page/PrintJob.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { listPayments } from '../api.ts'
import { filterOf, type PaymentSearch } from '../search.ts'
import { useFilters } from '../useFilters.ts'
import styles from './print.module.css'

/** About 130 sheets; longer lists are better exported. */
const MOST = 5_000
const AT_ONCE = 1_000

interface Printed {
  rows: PaymentListItem[]
  total: string
}

/** Prints all pages of the list in its order; the table head repeats on every sheet. */
export default function PrintList({ search, onDone }: { search: PaymentSearch; onDone: () => void }) {
  const { name, company, current_project: project } = useProfile()
  const filter = filterOf(search)
  const tags = ledgerTags(useFilters(filter), filter, () => undefined)
  const [printed, setPrinted] = useState<Printed | null>(null)
  // A ref keeps the filters from when printing began; later changes do not affect it.
  const asked = useRef({ search, onDone })

  useEffect(() => {
    const { search, onDone } = asked.current
    const leaving = new AbortController()
    load(search, leaving.signal).then(
      (found) => (found ? setPrinted(found) : onDone()),
      (error) => {
        if (leaving.signal.aborted) return
        onDone()
        // The API client already reported its failures.
        if (!(error instanceof ApiError)) throw error
      },
    )
    return () => leaving.abort()
  }, [])

  if (!printed) return null
  const { rows, total } = printed
  return (
    <PrintJob title={`${project?.name ?? ''} 付款明细`} onDone={onDone}>
      <header className={styles.head}>
        <p>{company.name}</p>
        <h1>付款明细</h1>
        <p className={styles.ends}>
          <span>项目：{project?.name}</span>
          <span>
            打印：{name} {today(new Date())}
          </span>
        </p>
        {tags.length > 0 && (
          <p className={styles.filters}>筛选：{tags.map((tag) => `${tag.name} ${tag.value}`).join('；')}</p>
        )}
      </header>
      <table className={styles.list}>
        <thead>
          <tr>
            {['付款编号', '付款时间', '付款方', '部门/岗位', '摘要'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col" className="amount">
              付款金额（元）
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <td>{row.code}</td>
              <td className={styles.day}>{row.pay_at}</td>
              <td>{row.payer}</td>
              <td>{row.post}</td>
              <td>{row.summary}</td>
              <td className="amount">{formatYuan(row.pay_amount_yuan)}</td>
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row" colSpan={2}>
              合计 {count(rows.length)} 条
            </th>
            <td colSpan={3}>{capitals(total)}</td>
            <td className="amount">{formatYuan(total)}</td>
          </tr>
        </tbody>
      </table>
    </PrintJob>
  )
}

/** Undefined if there is nothing or too much to print; the user was told. */
async function load(search: PaymentSearch, signal: AbortSignal): Promise<Printed | undefined> {
  const rows: PaymentListItem[] = []
  for (let page = 1; ; page += 1) {
    const list = await listPayments({ ...search, page, per_page: AT_ONCE }, AT_ONCE, { signal })
    if (list.listTotal === 0) return void toast.warning('没有可打印的数据')
    if (list.listTotal > MOST)
      return void toast.warning(`一次最多打印 ${count(MOST)} 条，请缩小筛选范围，或导出后打印`)
    rows.push(...list.items)
    if (rows.length >= list.listTotal || list.items.length === 0)
      return { rows, total: list.total_amount_yuan }
  }
}
