import type { Imprest } from '@pianzhang/contract/imprests'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { usePreference } from '../../platform/session/preferences.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { LazyPreview } from '../../ui/images/LazyPreview.tsx'
import { ExportButton, ImportButton } from '../../ui/list/FileButtons.tsx'
import { LedgerList } from '../../ui/list/LedgerList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecordDialogs } from '../../ui/list/useRecordDialogs.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { FILTER_TOTAL, ledgerSums } from '../../ui/table/sums.ts'
import { imprests } from './api.ts'
import { Card } from './Card.tsx'
import { imprestColumns } from './columns.tsx'
import { amountOf, REMOVAL } from './removal.ts'
import { type Style, StyleSwitch } from './StyleSwitch.tsx'
import { imprestSearch } from './search.ts'
import { useFilters } from './useFilters.ts'
import { HistoryButton, WriteOffButton } from './write-off/Buttons.tsx'

const Form = lazyDialog(() => import('./dialogs/Dialog.tsx'))
const Detail = lazyDialog(() => import('./dialogs/Detail.tsx'))
const Import = lazyDialog(() => import('./dialogs/Import.tsx'))
const History = lazyDialog(() => import('./write-off/History.tsx'))
const route = getRouteApi('/in-project/implement/cash')

/** The open dialog that only petty cash has. */
type Dialog = { kind: 'history' } | { kind: 'pictures'; row: Imprest; current: number } | null

/** 备用金 · 明细. */
export default function DetailTab({ tabs }: { tabs: ReactNode }) {
  const may = useCan()
  const ledger = useLedger({ route, list: imprestSearch, query: imprests.query, removal: REMOVAL })
  const { search, filter, data, goTo, filterBy } = ledger
  const filters = useFilters(filter)
  // Only the sum of all details is what was used of petty cash.
  const totalLabel = ledger.filtered ? FILTER_TOTAL : '已用备用金合计'
  const [style, setStyle] = usePreference<Style>('imprests.style', 'full')
  const { on: basic, onAdd, onImport, current, dialogs } = useRecordDialogs({ Form, Detail, Import }, ledger)
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)

  const mayWrite = may('imprest', 'write')
  const mayDelete = may('imprest', 'delete')
  const on = useMemo(
    () => ({
      ...basic,
      onPictures: (row: Imprest) => setDialog({ kind: 'pictures', row, current: 0 }),
      may: { write: mayWrite, delete: mayDelete },
    }),
    [basic, mayWrite, mayDelete],
  )
  const columns = useMemo(() => imprestColumns(on, style), [on, style])

  return (
    <>
      <LedgerList
        title="备用金"
        tabs={tabs}
        label="备用金明细"
        ledger={ledger}
        filters={filters}
        add={
          mayWrite && (
            <Button type="primary" icon={<IconPlus size={14} />} onClick={onAdd}>
              新增备用金明细
            </Button>
          )
        }
        files={
          <>
            <HistoryButton onClick={() => setDialog({ kind: 'history' })} />
            {mayWrite && <WriteOffButton onLacking={() => filterBy({ lacking: '1' })} />}
            {may('imprest', 'export') && (
              <ExportButton
                total={ledger.stale ? undefined : data?.listTotal}
                ask={() => imprests.exported(search)}
              />
            )}
            {mayWrite && <ImportButton onClick={onImport} />}
          </>
        }
        tools={<StyleSwitch value={style} onChange={setStyle} />}
        columns={columns}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={(row) => row.code}
        amountOf={amountOf}
        total={data?.total}
        totalLabel={totalLabel}
        sums={(list) =>
          ledgerSums({
            column: 'pay_amount',
            rows: list.items,
            amountOf,
            total: { count: list.listTotal, amount: list.total, label: totalLabel },
          })
        }
        sorted={{ column: 'pay_at', order: search.pay_at_order }}
        onSort={(_, pay_at_order) => goTo({ pay_at_order, page: undefined })}
        current={current}
      />
      {dialogs}
      <Suspense>
        {dialog?.kind === 'pictures' && (
          <LazyPreview
            images={dialog.row.voucher_attachments}
            current={dialog.current}
            onChange={(shown) => setDialog(shown === null ? null : { ...dialog, current: shown })}
          />
        )}
        {dialog?.kind === 'history' && <History onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}
