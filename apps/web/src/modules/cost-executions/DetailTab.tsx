import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { IconPrint } from '../../ui/icons.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { payments } from './api.ts'
import { Card } from './Card.tsx'
import { paymentColumns } from './columns.tsx'
import { IMPORTS } from './imports.ts'
import { REMOVAL } from './removal.ts'
import { SUMS } from './sums.ts'
import { useFilters } from './useFilters.ts'

const Form = lazyDialog(() => import('./editor/Editor.tsx'))
const Detail = lazyDialog(() => import('./Detail.tsx'))
const PrintVouchers = lazyDialog(() => import('./print/PrintVouchers.tsx'))
const Change = lazyDialog(() => import('./Change.tsx'))
const route = getRouteApi('/in-project/implement/cost')

/** 付款 · 明细. */
export function DetailTab({ tabs }: { tabs: ReactNode }) {
  const ledger = useLedger(route, payments, REMOVAL)
  const view = useRecords(ledger, payments, {
    add: '新增付款明细',
    Form,
    Detail,
    copies: true,
    imports: IMPORTS,
    Change,
  })
  const [vouchers, setVouchers] = useState<readonly PaymentListItem[] | null>(null)
  useReturnFocus(vouchers !== null)

  return (
    <>
      <RecordList
        of={view}
        title="付款"
        label="付款明细"
        tabs={tabs}
        filters={useFilters(view.filter)}
        files={view.files}
        columns={paymentColumns(view.on)}
        card={(row) => <Card key={row.code} row={row} on={view.on} />}
        rowLabel={(row) => row.code}
        sums={SUMS}
        batch={
          <Button
            size="small"
            icon={<IconPrint size={14} />}
            onClick={() => setVouchers(view.selection.rows)}
          >
            打印付款单
          </Button>
        }
      />
      <Suspense>
        {vouchers && <PrintVouchers payments={vouchers} onClose={() => setVouchers(null)} />}
      </Suspense>
    </>
  )
}
