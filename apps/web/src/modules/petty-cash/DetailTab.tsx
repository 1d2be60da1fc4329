import type { PettyCashDetail, PettyCashList } from '@pianzhang/contract/petty-cash'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { usePreference } from '../../platform/session/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { closedFilter } from '../../ui/filters/filter.tsx'
import { usePictureDesk } from '../../ui/images/add/usePictureDesk.tsx'
import { LazyPreview } from '../../ui/images/LazyPreview.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { Steps } from '../../ui/states/States.tsx'
import { amountSums } from '../../ui/table/sums.ts'
import { useBookingFilters } from '../booking/filters.tsx'
import { pettyCash, totalsQuery } from './api.ts'
import { Card, pettyCashColumns, REMOVAL } from './columns.tsx'
import { IMPORTS } from './imports.ts'
import { NEED_NAMES, NEEDS } from './needs.ts'
import { type Style, StyleSwitch } from './StyleSwitch.tsx'
import type { PettyCashFilter } from './search.ts'
import { HistoryButton, WriteOffButton } from './write-off/Buttons.tsx'
import { scopesOf } from './write-off/scopes.ts'

type WrittenOff = NonNullable<PettyCashFilter['written_off']>
type Lacking = NonNullable<PettyCashFilter['lacking']>

const STATES: readonly { value: WrittenOff; label: string }[] = [
  { value: '0', label: '未核销' },
  { value: '1', label: '已核销' },
]
const LACKS: readonly { value: Lacking; label: string }[] = [
  { value: '1', label: '未满足条件' },
  ...NEED_NAMES.map((need) => ({ value: need, label: `缺${NEEDS[need]}` })),
]

/** Filters of petty cash. */
function useFilters(filter: PettyCashFilter): FilterParts<PettyCashFilter> {
  const { dates, channels, subjects, contract, vouchers, rates, payers, related, imported, named } =
    useBookingFilters(filter.contract_code)
  return {
    keywords: { label: '明细编号', placeholder: '明细编号、付款方、摘要或备注' },
    filters: [dates, subjects, channels],
    folded: [
      vouchers,
      rates,
      closedFilter('核销状态', 'written_off', STATES),
      closedFilter('核销条件', 'lacking', LACKS),
      contract,
      payers,
      related,
      imported,
      named,
    ],
  }
}

const Form = lazyDialog(() => import('./dialogs/Dialog.tsx'))
const Detail = lazyDialog(() => import('./dialogs/Detail.tsx'))
const SetDialog = lazyDialog(() => import('./statistics/SetDialog.tsx'))
const WriteOff = lazyDialog(() => import('./write-off/WriteOff.tsx'))
const History = lazyDialog(() => import('./write-off/History.tsx'))
const Change = lazyDialog(() => import('./dialogs/Change.tsx'))
const Pictures = lazyDialog(() => import('./Pictures.tsx'))
const route = getRouteApi('/in-project/implement/cash')
const sumsOf = (label?: string) =>
  amountSums<PettyCashDetail, PettyCashList>(
    'pay_amount',
    (row) => row.pay_amount_yuan,
    (list) => list.total,
    label,
  )

/** 备用金 · 明细. */
export default function DetailTab({ tabs }: { tabs: ReactNode }) {
  const ledger = useLedger(route, pettyCash, REMOVAL)
  const view = useRecords(ledger, pettyCash, {
    add: '新增备用金明细',
    Form,
    Detail,
    copies: true,
    imports: IMPORTS,
    Change,
  })
  const { filtered, filterBy, may } = view
  const [style, setStyle] = usePreference<Style>('imprests.style', 'full')
  const { data: totals } = useQuery(totalsQuery)
  const { dialog, open, close } = useDialog()
  const { pictures, walkOne } = usePictureDesk<PettyCashDetail>(may.write, Pictures, '凭证图片', () =>
    pettyCash.list.listParams(
      { ...view.search, lacking: 'voucher_attachments', page: 1, per_page: 999 },
      999,
    ),
  )
  const on = useMemo(
    () => ({
      ...view.on,
      onPictures: (row: PettyCashDetail) =>
        open(<LazyPreview images={row.voucher_attachments} onClose={close} />),
      onAddPictures: walkOne,
      may: { write: may.write, delete: may.delete },
    }),
    [view.on, may.write, may.delete, walkOne, open, close],
  )

  const askWriteOff = () => {
    const { rows, selectNone } = view.selection
    const settled = rows.filter(({ write_off_at }) => write_off_at !== null).length
    const { filter, search } = view
    const listed = filtered ? { params: pettyCash.list.exportParams(search), filter } : null
    const scopes = scopesOf(
      rows.map(({ code }) => code),
      listed,
    )
    open(
      <WriteOff
        scopes={scopes}
        settled={settled}
        onLacking={(lacked) => {
          close()
          filterBy({ ...lacked, lacking: '1' })
        }}
        onDone={() => {
          close()
          selectNone()
        }}
        onClose={close}
      />,
    )
  }

  return (
    <>
      <RecordList
        of={view}
        title="备用金"
        label="备用金明细"
        tabs={tabs}
        filters={useFilters(view.filter)}
        files={
          <>
            <HistoryButton onClick={() => open(<History onClose={close} />)} />
            {may.write && <WriteOffButton onClick={askWriteOff} />}
            {view.files}
          </>
        }
        pictures={pictures}
        tools={<StyleSwitch value={style} onChange={setStyle} />}
        columns={pettyCashColumns(on, style)}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={(row) => row.code}
        empty={
          view.add && (
            <Steps>
              {view.add}
              {totals?.version === 0 && (
                <Button onClick={() => open(<SetDialog totals={totals} onClose={close} />)}>
                  设置备用金
                </Button>
              )}
            </Steps>
          )
        }
        batch={
          may.write && (
            <Button size="small" onClick={askWriteOff}>
              核销所选
            </Button>
          )
        }
        // Only the sum of all details is the petty cash used, so a filtered sum has another name.
        sums={sumsOf(filtered ? undefined : '已用备用金合计')}
      />
      {dialog}
    </>
  )
}
