import type { ContractHistory } from '@pianzhang/contract/contracts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/Button.tsx'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { staleProps } from '../../../ui/states/stale.ts'
import { formatMinute } from '../../../ui/time.ts'
import { CHANGES, historyQuery } from './api.ts'
import styles from './detail.module.css'

const ACTIONS = { create: '新增', import: '批量新增', update: '修改' } as const

const FIELDS: Record<string, string> = {
  out_code: '合同编号',
  customer: '合同主体',
  id_number: '证件号码',
  sign_at: '签约时间',
  category: '合同类型',
  amount_yuan: '合同总额',
  income_bank_name: '收款开户行',
  income_bankcard_username: '收款户名',
  income_bankcard_account: '收款账号',
  remark: '备注',
  scans: '合同扫描件',
  supplements_contracts: '补充协议',
  supplemented_contract: '主合同',
}

interface Props {
  code: string
  /** Page number in the URL. */
  page: number
  onPage: (page: number) => void
}

/** 修改记录: who changed what and when, the latest first. */
export function History({ code, page, onPage }: Props) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(historyQuery(code, page))
  const pages = Math.ceil((data?.listTotal ?? 0) / CHANGES)
  return (
    <section className={styles.panel} aria-label="修改记录">
      <header className={styles.panelHead}>
        <h2>修改记录</h2>
        {(pages > 1 || page > 1) && (
          <span className={styles.pager}>
            <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
              上一页
            </Button>
            <span className="num">
              {page} / {pages}
            </span>
            <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
              下一页
            </Button>
          </span>
        )}
      </header>
      {data ? (
        <ol className={styles.entries} {...staleProps(isPlaceholderData)}>
          {data.items.map((entry) => (
            <Entry key={`${entry.created_at} ${entry.action}`} {...entry} />
          ))}
        </ol>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <TextSkeleton lines={3} />
      )}
    </section>
  )
}

const Entry = ({ created_at, user_name, action, changes }: ContractHistory['items'][number]) => (
  <li>
    <span className="num">{formatMinute(created_at)}</span>
    <span>
      {user_name} {ACTIONS[action]}
    </span>
    {changes.length > 0 && (
      <ul className={styles.changes}>
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            {FIELDS[field] ?? field}：{before || '空'} → {after || '空'}
            {before === after && '（号码已更改）'}
          </li>
        ))}
      </ul>
    )}
  </li>
)
