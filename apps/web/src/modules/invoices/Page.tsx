import { INVOICE_STATUS, type InvoiceRow } from '@pianzhang/contract/invoices'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import type { Loaded, Option } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { selectFilter } from '../../ui/filters/filter.tsx'
import { type LedgerFilterParts, LedgerFilters } from '../../ui/filters/LedgerFilters.tsx'
import { IconUpload } from '../../ui/icons.tsx'
import type { Picture } from '../../ui/images/ImagePreview.tsx'
import { LazyPreview } from '../../ui/images/LazyPreview.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { useList } from '../../ui/list/useList.tsx'
import { useListAddress } from '../../ui/list/useListAddress.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { invoiceListQuery } from './api.ts'
import { Card } from './Card.tsx'
import { invoiceColumns } from './columns.tsx'
import { freshFiles, isPicture } from './fileLinks.ts'
import { type InvoiceFilter, invoiceSearch } from './search.ts'
import { nameOf } from './words.ts'

const Upload = lazyDialog(() => import('./upload/UploadDialog.tsx'))
const Check = lazyDialog(() => import('./check/CheckDialog.tsx'))
const Detail = lazyDialog(() => import('./detail/Detail.tsx'))
const route = getRouteApi('/in-project/invoice/index')

const STATUS: Loaded<Option[]> = {
  items: INVOICE_STATUS.map((label, value) => ({ label, value: String(value) })),
  state: { failed: false, loading: false, retry: () => {} },
}
const FILTERS: LedgerFilterParts<InvoiceFilter> = {
  keywords: { label: '发票号码/代码/销售方', placeholder: '发票号码、代码或销售方' },
  filters: [selectFilter('查验状态', 'status', STATUS)],
}

/** The one dialog that is open. */
type Dialog = { kind: 'upload' } | { kind: 'detail' | 'check'; code: string } | null

/** 发票管理. */
export default function InvoicesPage() {
  const cards = useMedia(CARDS)
  const may = useCan()
  const address = useListAddress(route, invoiceSearch)
  const { search, goTo, filterBy } = address
  const { data, reload, frame, fallback } = useList(invoiceListQuery(search, address.size), address)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [preview, setPreview] = useState<{ pictures: readonly Picture[]; at: number } | null>(null)
  // A link opens the details of an invoice. Its code leaves the address at once: Back closes the dialog and cannot change the address too.
  useEffect(() => {
    if (!search.invoice) return
    setDialog({ kind: 'detail', code: search.invoice })
    goTo({ invoice: undefined }, true)
  }, [search.invoice, goTo])
  useReturnFocus(dialog !== null || preview !== null)
  const close = () => setDialog(null)

  const on = useMemo(
    () => ({
      onDetail: ({ code }: InvoiceRow) => setDialog({ kind: 'detail', code }),
      onCheck: ({ code }: InvoiceRow) => setDialog({ kind: 'check', code }),
      onPreview: (row: InvoiceRow) =>
        void freshFiles(row).then((files) => {
          const pictures = files.filter(isPicture)
          if (pictures.length > 0) setPreview({ pictures, at: 0 })
        }),
    }),
    [],
  )
  const columns = useMemo(() => invoiceColumns(on), [on])
  const filter = invoiceSearch.filterOf(search)
  const clear = () => filterBy({})
  const upload = may('invoice', 'write') && (
    <Button type="primary" icon={<IconUpload size={14} />} onClick={() => setDialog({ kind: 'upload' })}>
      上传发票
    </Button>
  )
  const list = {
    ...frame,
    label: '发票',
    rows: data?.items,
    fallback: fallback({ filtered: invoiceSearch.isFiltered(search), onClear: clear, add: upload }),
  }

  return (
    <>
      <PageHead title="发票管理" actions={!cards && upload} />
      <PageBody fill>
        <LedgerFilters
          {...FILTERS}
          cards={cards}
          filter={filter}
          onClear={clear}
          onApply={(next) => (JSON.stringify(next) === JSON.stringify(filter) ? reload() : filterBy(next))}
        />
        {cards ? (
          <CardList {...list} action={upload} card={(row) => <Card key={row.code} row={row} on={on} />} />
        ) : (
          <DataTable
            {...list}
            name={invoiceSearch.name}
            columns={columns}
            rowKey={(row) => row.code}
            rowLabel={nameOf}
            current={dialog?.kind === 'check' ? dialog.code : undefined}
          />
        )}
      </PageBody>
      <Suspense>
        {dialog?.kind === 'upload' && <Upload onClose={close} />}
        {dialog?.kind === 'check' && <Check code={dialog.code} onClose={close} />}
        {dialog?.kind === 'detail' && (
          <Detail code={dialog.code} onClose={close} onCheck={(code) => setDialog({ kind: 'check', code })} />
        )}
        {preview && (
          <LazyPreview
            images={preview.pictures}
            current={preview.at}
            onChange={(at) => setPreview(at === null ? null : { ...preview, at })}
          />
        )}
      </Suspense>
    </>
  )
}
