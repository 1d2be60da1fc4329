import { INVOICE_STATUS, type InvoiceRow } from '@pianzhang/contract/invoices'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { fixedOptions } from '../../platform/ledger/selects.ts'
import { useCan, useFeature } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { Check as Tick } from '../../ui/fields/Tick.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { selectFilter, valueFilter } from '../../ui/filters/filter.tsx'
import { IconUpload } from '../../ui/icons.tsx'
import { LazyPreview } from '../../ui/images/LazyPreview.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useSelectable } from '../../ui/list/useLedger.ts'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { invoices } from './api.ts'
import { Card, invoiceColumns } from './columns.tsx'
import { freshFiles, isPicture } from './fileLinks.ts'
import type { InvoiceFilter } from './search.ts'
import { SUMS } from './sums.ts'
import { unvoid } from './void/unvoid.ts'
import { nameOf, VOIDED } from './words.ts'

const Upload = lazyDialog(() => import('./upload/UploadDialog.tsx'))
const Check = lazyDialog(() => import('./check/CheckDialog.tsx'))
const Detail = lazyDialog(() => import('./detail/Detail.tsx'))
const Void = lazyDialog(() => import('./void/VoidDialog.tsx'))
const route = getRouteApi('/in-project/invoice/index')

const STATUS = fixedOptions(INVOICE_STATUS.map((label, value) => ({ label, value: String(value) })))
const FILTERS: FilterParts<InvoiceFilter> = {
  keywords: { label: '发票号码/代码/销售方', placeholder: '发票号码、代码或销售方' },
  filters: [
    selectFilter('查验状态', 'status', STATUS),
    valueFilter<'voided', '1'>(
      '作废',
      'voided',
      () => VOIDED,
      (voided, set) => (
        <Tick checked={voided === '1'} onChange={({ target }) => set(target.checked ? '1' : undefined)}>
          {VOIDED}
        </Tick>
      ),
    ),
  ],
}

/** The one dialog that is open. */
type Dialog =
  | { kind: 'upload' }
  | { kind: 'detail' | 'check'; code: string }
  | { kind: 'void'; rows: readonly InvoiceRow[] }
  | null

/** 发票管理. */
export default function InvoicesPage() {
  const may = useCan()
  const view = useSelectable(route, invoices)
  const { search, goTo } = view
  const uses = useFeature('missing_invoice')
  const [dialog, setDialog] = useState<Dialog>(null)
  /** Code of the invoice whose details are open on top of the dialog. */
  const [over, setOver] = useState<string | null>(null)
  const { dialog: preview, open: openPreview, close: closePreview } = useDialog()
  const isKept = dialog !== null && dialog.kind !== 'detail'
  // A link names an invoice in the address to open its details. The parameter is removed at once, so that Back only closes
  // the dialog.
  useEffect(() => {
    if (!search.invoice) return
    // A dialog with typed text, or with the results of an upload, stays.
    if (isKept) setOver(search.invoice)
    else setDialog({ kind: 'detail', code: search.invoice })
    goTo({ invoice: undefined }, true)
  }, [search.invoice, isKept, goTo])
  useReturnFocus(dialog !== null)
  const close = () => setDialog(null)

  const on = useMemo(
    () => ({
      onDetail: ({ code }: InvoiceRow) => setDialog({ kind: 'detail', code }),
      onCheck: ({ code }: InvoiceRow) => setDialog({ kind: 'check', code }),
      onVoid: (row: InvoiceRow) => setDialog({ kind: 'void', rows: [row] }),
      onUnvoid: unvoid,
      onPreview: (row: InvoiceRow) =>
        void freshFiles(row).then((files) => {
          const pictures = files.filter(isPicture)
          if (pictures.length > 0) openPreview(<LazyPreview images={pictures} onClose={closePreview} />)
        }),
    }),
    [openPreview, closePreview],
  )
  const upload = may('invoice', 'write') && (
    <Button type="primary" icon={<IconUpload size={14} />} onClick={() => setDialog({ kind: 'upload' })}>
      上传发票
    </Button>
  )

  return (
    <>
      <RecordList
        of={{ ...view, add: upload, current: dialog?.kind === 'check' ? dialog.code : undefined }}
        title="发票管理"
        label="发票"
        paper="发票列表"
        filters={FILTERS}
        columns={invoiceColumns(on, uses)}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={nameOf}
        files={
          <ExportButton
            total={view.data?.listTotal}
            ask={() => invoices.exported(search).catch(() => undefined)}
          />
        }
        batch={
          view.data?.can.write &&
          search.voided !== '1' && (
            <Button size="small" onClick={() => setDialog({ kind: 'void', rows: view.selection.rows })}>
              作废
            </Button>
          )
        }
        sums={SUMS}
      />
      <Suspense>
        {dialog?.kind === 'upload' && <Upload onClose={close} />}
        {dialog?.kind === 'check' && <Check code={dialog.code} onClose={close} />}
        {dialog?.kind === 'detail' && (
          <Detail code={dialog.code} onClose={close} onCheck={(code) => setDialog({ kind: 'check', code })} />
        )}
        {dialog?.kind === 'void' && (
          <Void rows={dialog.rows} onVoided={view.selection.selectNone} onClose={close} />
        )}
        {over && <Detail code={over} onClose={() => setOver(null)} />}
      </Suspense>
      {preview}
    </>
  )
}
