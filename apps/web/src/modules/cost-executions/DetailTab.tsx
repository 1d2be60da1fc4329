import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { IconPlus, IconPrint } from '../../ui/icons.tsx'
import { ExportButton, ImportButton } from '../../ui/list/FileButtons.tsx'
import { LedgerList } from '../../ui/list/LedgerList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { payments } from './api.ts'
import { Card } from './Card.tsx'
import { paymentColumns } from './columns.tsx'
import { REMOVAL } from './removal.ts'
import { paymentSearch } from './search.ts'
import { sumsOf } from './sums.ts'
import { useFilters } from './useFilters.ts'

const Editor = lazyDialog(async () => ({ default: (await import('./editor/Editor.tsx')).Editor }))
const Detail = lazyDialog(async () => ({ default: (await import('./Detail.tsx')).Detail }))
const PrintVouchers = lazyDialog(() => import('./print/PrintVouchers.tsx'))
const Import = lazyDialog(() => import('./Import.tsx'))

/** The open dialog; at most one. */
type Dialog =
  | { kind: 'add' | 'import' }
  | { kind: 'edit' | 'detail'; code: string }
  | { kind: 'vouchers'; payments: PaymentListItem[] }
  | null

const route = getRouteApi('/in-project/implement/cost')

/** 付款 · 明细. */
export function DetailTab({ tabs }: { tabs: ReactNode }) {
  const may = useCan()
  const ledger = useLedger({ route, list: paymentSearch, query: payments.query, removal: REMOVAL })
  const { search, filter, data, selectedRows, removeOne, goTo, filterBy } = ledger
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const filters = useFilters(filter)

  const actions = useMemo(
    () => ({
      onDetail: (row: PaymentListItem) => setDialog({ kind: 'detail', code: row.code }),
      onEdit: (row: PaymentListItem) => setDialog({ kind: 'edit', code: row.code }),
      onDelete: removeOne,
    }),
    [removeOne],
  )
  const columns = useMemo(() => paymentColumns(actions), [actions])
  const mayWrite = may('cost_execution', 'write')
  const close = () => setDialog(null)

  return (
    <>
      <LedgerList
        title="付款"
        tabs={tabs}
        label="付款明细"
        ledger={ledger}
        filters={filters}
        add={
          mayWrite && (
            <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setDialog({ kind: 'add' })}>
              新增付款明细
            </Button>
          )
        }
        files={
          <>
            {may('cost_execution', 'export') && (
              <ExportButton
                total={ledger.stale ? undefined : data?.listTotal}
                ask={() => payments.exported(search)}
              />
            )}
            {mayWrite && <ImportButton onClick={() => setDialog({ kind: 'import' })} />}
          </>
        }
        columns={columns}
        card={(row) => <Card key={row.code} row={row} on={actions} />}
        rowLabel={(row) => row.code}
        amountOf={(row) => row.pay_amount_yuan}
        total={data?.total_amount_yuan}
        sums={sumsOf}
        sorted={{ column: 'pay_at', order: search.pay_at_order }}
        onSort={(_, pay_at_order) => goTo({ pay_at_order, page: undefined })}
        batch={
          <Button
            size="small"
            icon={<IconPrint size={14} />}
            onClick={() => setDialog({ kind: 'vouchers', payments: selectedRows })}
          >
            打印付款单
          </Button>
        }
        current={dialog?.kind === 'edit' ? dialog.code : undefined}
      />
      <Suspense>
        {dialog?.kind === 'add' && <Editor code={null} onClose={close} />}
        {dialog?.kind === 'edit' && <Editor code={dialog.code} onClose={close} />}
        {dialog?.kind === 'detail' && (
          <Detail code={dialog.code} onClose={close} onEdit={(code) => setDialog({ kind: 'edit', code })} />
        )}
        {dialog?.kind === 'vouchers' && <PrintVouchers payments={dialog.payments} onClose={close} />}
        {dialog?.kind === 'import' && (
          <Import
            onClose={close}
            onShow={(import_code) => {
              close()
              filterBy({ import_code })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
