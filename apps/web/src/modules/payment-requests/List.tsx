import type { PaymentRequestItem, PaymentRequestList } from '@pianzhang/contract/payment-requests'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { amountSums } from '../../ui/table/sums.ts'
import { requests } from './api.ts'
import { approveSelected } from './approveSelected.ts'
import { Card } from './Card.tsx'
import { requestColumns } from './columns.tsx'
import { REMOVAL } from './removal.ts'
import type { Tab } from './search.ts'
import { useFilters } from './useFilters.ts'
import { amountOf, nameOf } from './words.ts'

const route = getRouteApi('/in-project/approve')

interface Props {
  tab: Tab
  /** Its name. */
  text: string
  tabs: ReactNode
  /** Buttons of rules and deputies. */
  head: ReactNode
  onOpen: (code: string) => void
  /** Opens the editor; null: a new request. */
  onEdit: (code: string | null) => void
}

/** The requests of a tab. Several of those that wait are approved at once. */
export function List({ tab, text, tabs, head, onOpen, onEdit }: Props) {
  const { selection, removeOne, ...view } = useLedger(route, requests, REMOVAL)
  const { data, filter, filtered } = view
  const can = useCan()
  const cards = useMedia(CARDS)
  const [busy, setBusy] = useState(false)
  const mayApprove = tab === 'waiting' && data?.can.approve === true
  const filters = useFilters(tab, filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: functions of the page, which differ in no other way
  const on = useMemo(
    () => ({
      onOpen: ({ code }: PaymentRequestItem) => onOpen(code),
      onEdit: ({ code }: PaymentRequestItem) => onEdit(code),
      onDelete: removeOne,
    }),
    [removeOne],
  )
  const sums = useMemo(() => {
    const all = amountSums<PaymentRequestItem, PaymentRequestList>(
      'pay_amount',
      amountOf,
      (list) => list.total_amount_yuan,
    )
    const named = amountSums<PaymentRequestItem, PaymentRequestList>(
      'pay_amount',
      amountOf,
      (list) => list.total_amount_yuan,
      text,
    )
    return { ...all, cards: named.cards }
  }, [text])
  // On a phone what waits is mostly one screen: nobody searches in it.
  const isShort = cards && tab === 'waiting' && !filtered && (data?.listTotal ?? 0) <= view.paging.size

  const files = !isShort && can('payment_request', 'export') && (
    <ExportButton
      total={view.stale ? undefined : data?.listTotal}
      ask={() => requests.exported(view.search)}
    />
  )

  const approve = async () => {
    if (busy) return
    setBusy(true)
    await approveSelected(selection.rows, selection.selectNone)
    setBusy(false)
  }
  return (
    <RecordList
      of={{
        ...view,
        ...(mayApprove && { selection }),
        add: data?.can.write && !(cards && tab === 'waiting') && (
          <Button type="primary" icon={<IconPlus size={14} />} onClick={() => onEdit(null)}>
            发起付款申请
          </Button>
        ),
      }}
      title="付款审批"
      label={text}
      paper={`付款申请（${text}）`}
      tabs={tabs}
      tab={tab}
      {...(!isShort && { filters })}
      head={head}
      // Over cards that can be selected the head has no other place.
      files={
        cards && mayApprove ? (
          <>
            {head}
            {files}
          </>
        ) : (
          files
        )
      }
      batch={
        <Button size="small" type="primary" loading={busy} onClick={() => void approve()}>
          同意
        </Button>
      }
      columns={requestColumns(on, tab === 'waiting')}
      card={(row) => <Card key={row.code} row={row} onOpen={on.onOpen} states={tab !== 'waiting'} />}
      rowLabel={nameOf}
      sums={sums}
      {...(tab === 'waiting' && { empty: '没有等待您审批的付款申请' })}
    />
  )
}
