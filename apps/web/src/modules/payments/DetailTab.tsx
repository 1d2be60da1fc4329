import { selectApi } from '@pianzhang/contract/api/views'
import type { PaymentListItem } from '@pianzhang/contract/payments'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSelect } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { closedFilter, selectFilter } from '../../ui/filters/filter.tsx'
import { IconPrint } from '../../ui/icons.tsx'
import { usePictureDesk } from '../../ui/images/add/usePictureDesk.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { useBookingFilters } from '../booking/filters.tsx'
import { usePayeeParts } from '../payees/picker/useParts.ts'
import { payments } from './api.ts'
import { Card, paymentColumns, REMOVAL } from './columns.tsx'
import { IMPORTS } from './imports.ts'
import type { PaymentFilter } from './search.ts'
import { SUMS } from './sums.ts'

const LACKS = [{ value: 'voucher_attachments', label: '缺凭证图片' }] as const

/** Filters of payments. */
function useFilters(filter: PaymentFilter): FilterParts<PaymentFilter> {
  const { dates, channels, subjects, contract, vouchers, rates, payers, related, imported, named } =
    useBookingFilters(filter.contract_code)
  // Reloaded for petty cash, too: the first write-off adds a payment type of its own.
  const categories = useSelect(selectApi.paymentTypes, 'pay_category', 'imprest')
  return {
    keywords: { label: '付款编号', placeholder: '付款编号、付款方、摘要或备注' },
    filters: [dates, channels, subjects],
    folded: [
      contract,
      selectFilter('付款类型', 'pay_categories', categories),
      vouchers,
      rates,
      payers,
      related,
      closedFilter('凭证图片', 'lacking', LACKS),
      imported,
      named,
    ],
  }
}

const Form = lazyDialog(() => import('./editor/Editor.tsx'))
const Detail = lazyDialog(() => import('./Detail.tsx'))
const PrintVouchers = lazyDialog(() => import('./print/PrintVouchers.tsx'))
const Change = lazyDialog(() => import('./Change.tsx'))
const Pictures = lazyDialog(() => import('./Pictures.tsx'))
const Transfers = lazyDialog(() => import('../transfer-batches/BatchDialog.tsx'))
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
  const { pictures, walkOne } = usePictureDesk<PaymentListItem>(view.may.write, Pictures, '凭证图片', () =>
    payments.list.listParams({ ...view.search, lacking: 'voucher_attachments', page: 1, per_page: 999 }, 999),
  )
  const { dialog, open, close } = useDialog()
  const { rows, selectNone } = view.selection
  const can = useCan()
  const payeeParts = usePayeeParts()

  return (
    <>
      <RecordList
        of={view}
        title="付款"
        label="付款明细"
        tabs={tabs}
        filters={useFilters(view.filter)}
        files={view.files}
        head={
          can('transfer_batch', 'read') && <LinkButton to="/implement/transfers">网银批量文件</LinkButton>
        }
        columns={paymentColumns(view.on, payeeParts)}
        card={(row) => <Card key={row.code} row={row} on={view.on} onAddPictures={walkOne} />}
        rowLabel={(row) => row.code}
        sums={SUMS}
        pictures={pictures}
        batch={
          <>
            <Button
              size="small"
              icon={<IconPrint size={14} />}
              onClick={() => open(<PrintVouchers payments={rows} onClose={close} />)}
            >
              打印付款单
            </Button>
            {can('transfer_batch', 'write') && (
              <Button
                size="small"
                onClick={() =>
                  open(<Transfers codes={rows.map(({ code }) => code)} onClose={close} onMade={selectNone} />)
                }
              >
                生成网银文件
              </Button>
            )}
          </>
        }
      />
      {dialog}
    </>
  )
}
