import { overviewApi } from '@pianzhang/contract/api/views'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ComparePanel } from '../../../ui/chart/compare/ComparePanel.tsx'
import { count } from '../../../ui/count.ts'
import { CONTRACTS, calls, contractsQuery, paidOf, paidQuery } from '../api.ts'
import { NEW_CONTRACT } from '../links.ts'
import { PAID, panelOf } from '../words.ts'
import { FirstStep } from './FirstStep.tsx'
import styles from './panels.module.css'
import { RowLink } from './RowName.tsx'

interface Props {
  /** Page number in the URL. */
  page: number
  onPage: (page: number, replace?: boolean) => void
}

/** 合同付款对比: the contracts that cost money, the largest first. */
export function ContractPanel({ page: asked, onPage }: Props) {
  const may = useCan()
  const query = useQuery(paidQuery(asked))
  const sums = useQuery(contractsQuery)
  const total = query.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / CONTRACTS))
  // The page may not exist any more, if contracts were deleted meanwhile.
  const page = query.data && !query.isPlaceholderData ? Math.min(asked, pages) : asked
  useEffect(() => {
    if (page !== asked) onPage(page, true)
  }, [page, asked, onPage])
  return (
    <ComparePanel
      title="合同付款对比"
      kind="合同"
      words={PAID}
      warns
      total={sums.data ? paidOf(sums.data) : null}
      {...panelOf(query)}
      rest={null}
      empty="暂无合同付款对比数据"
      first={<FirstStep label="前往新增合同" model="contract" target={NEW_CONTRACT} />}
      className={styles.contract}
      onExport={may('overview', 'export') ? () => calls.file(overviewApi.contract_compare_paid) : undefined}
      nameOf={(row) => <RowLink row={row} target={{ to: '/contract/detail', search: { code: row.key } }} />}
    >
      {pages > 1 && (
        <nav className={styles.pager} aria-label="合同付款对比分页">
          <span className="num">
            共 {count(total)} 份，第 {page} / {pages} 页
          </span>
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            上一页
          </Button>
          <Button size="small" disabled={page === pages} onClick={() => onPage(page + 1)}>
            下一页
          </Button>
        </nav>
      )}
    </ComparePanel>
  )
}
