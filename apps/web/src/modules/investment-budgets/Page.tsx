import type { InvestmentBudget, InvestmentBudgetList } from '@pianzhang/contract/investment-budgets'
import { capitals } from '@pianzhang/contract/money'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { count } from '../../ui/count.ts'
import { IconPlus } from '../../ui/icons.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import { LedgerList } from '../../ui/list/LedgerList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import type { Sum } from '../../ui/table/SumRows.tsx'
import { sumOf } from '../../ui/table/sums.ts'
import { budgets } from './api.ts'
import { Card } from './Card.tsx'
import { budgetColumns } from './columns.tsx'
import styles from './Page.module.css'
import { amountOf, nameOf, REMOVAL } from './removal.ts'
import { budgetSearch } from './search.ts'

const Form = lazyDialog(() => import('./Dialog.tsx'))
const route = getRouteApi('/in-project/budget/investment')

/** The one dialog that is open. */
type Dialog = { kind: 'add' } | { kind: 'edit'; row: InvestmentBudget } | null

/** 投资预算. */
export default function InvestmentBudgetsPage() {
  const may = useCan()
  const ledger = useLedger({ route, list: budgetSearch, query: budgets.query, removal: REMOVAL })
  const { search, data, removeOne, goTo } = ledger
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const close = () => setDialog(null)

  const on = useMemo(
    () => ({ onEdit: (row: InvestmentBudget) => setDialog({ kind: 'edit', row }), onDelete: removeOne }),
    [removeOne],
  )
  const columns = useMemo(() => budgetColumns(on), [on])

  return (
    <>
      <LedgerList
        title="投资预算"
        label="投资预算"
        ledger={ledger}
        above={<Total amount={data?.total_amount} />}
        totalLabel="投资总额"
        add={
          may('investment_budget', 'write') && (
            <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setDialog({ kind: 'add' })}>
              新增投资预算
            </Button>
          )
        }
        files={
          may('investment_budget', 'export') && (
            <ExportButton
              total={ledger.stale ? undefined : data?.listTotal}
              ask={() => budgets.exported(search)}
            />
          )
        }
        columns={columns}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={nameOf}
        amountOf={amountOf}
        total={data?.total_amount}
        sums={({ items }) => [ofPage(items)]}
        paper={{ sums: (list) => [ofPage(list.items), ofAll(list)] }}
        sorted={budgetSearch.sortedBy(search)}
        onSort={(column, order) => goTo({ ...budgetSearch.ordering(column, order), page: undefined })}
        current={dialog?.kind === 'edit' ? dialog.row.code : undefined}
      />
      <Suspense>
        {dialog?.kind === 'add' && <Form row={null} onClose={close} />}
        {dialog?.kind === 'edit' && <Form row={dialog.row} onClose={close} />}
      </Suspense>
    </>
  )
}

const ofPage = (rows: readonly InvestmentBudget[]): Sum => ({
  of: 'page',
  label: '本页合计',
  note: `${count(rows.length)} 条`,
  amounts: { amount: sumOf(rows, amountOf) },
})

/** On the screen it stands above the table. */
const ofAll = ({ listTotal, total_amount }: InvestmentBudgetList): Sum => ({
  of: 'all',
  label: '投资总额',
  note: `${count(listTotal)} 条`,
  amounts: { amount: total_amount },
  words: capitals(total_amount),
})

/** What all investors promise, with its capitals. */
const Total = ({ amount }: { amount: string | undefined }) => (
  <div className={styles.total}>
    <span className={styles.label}>投资总额（元）</span>
    {amount !== undefined && (
      <>
        <MoneyText amount={amount} strong tip={false} className={styles.amount ?? ''} />
        <span className={styles.words}>{capitals(amount)}</span>
      </>
    )}
  </div>
)
