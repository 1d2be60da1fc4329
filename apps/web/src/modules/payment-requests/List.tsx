import type { PaymentRequestItem, PaymentRequestList } from '@pianzhang/contract/payment-requests'
import { MAX_APPROVED, REQUEST_STATES } from '@pianzhang/contract/payment-requests'
import { getRouteApi } from '@tanstack/react-router'
import { createElement, type ReactNode, useMemo, useState } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { fixedOptions, optionsOf } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { codesFilter, datesFilter, selectFilter } from '../../ui/filters/filter.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { ask, showNotice } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { amountSums } from '../../ui/table/sums.ts'
import { usePayeeFilter } from '../payees/picker/usePayeeFilter.tsx'
import { approveMany, requests } from './api.ts'
import { Card, REMOVAL, requestColumns } from './columns.tsx'
import type { RequestFilter, Tab } from './search.ts'
import { amountOf, approvalText, approvedText, nameOf, refusedTexts } from './words.ts'

const KEYWORDS = { label: '申请编号/付款方', placeholder: '申请或付款编号、付款方、摘要' }
const DATES = datesFilter('付款时间', 'start_at', 'end_at')
const STATES = selectFilter('状态', 'states', fixedOptions(optionsOf(REQUEST_STATES)))

/** Filters of requests. What waits is in one state. */
function useFilters(tab: Tab, { payee_code }: RequestFilter): FilterParts<RequestFilter> {
  const payee = usePayeeFilter(payee_code)
  return {
    keywords: KEYWORDS,
    filters: [DATES, ...(tab === 'waiting' ? [] : [STATES]), ...(payee ? [payee] : []), codesFilter],
  }
}

type Row = PaymentRequestItem

/** Asks with count and sum, then approves all of the selected requests or none. */
async function approveSelected(rows: readonly Row[], done: () => void): Promise<void> {
  if (rows.length > MAX_APPROVED) {
    toast.warning(`一次最多审批${MAX_APPROVED}条`)
    return
  }
  let failure: ApiError | undefined
  const run = async () => {
    try {
      const { data } = await approveMany(rows)
      done()
      await requests.changed()
      toast.success(approvedText(data))
    } catch (error) {
      // Without an answer the question stays for a repetition, which is the same act.
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
      failure = error
      await requests.changed()
    }
  }
  await ask({ title: '确定同意所选付款申请？', text: approvalText(rows), ok: '同意' }, run)
  if (!failure) return
  const texts = refusedTexts(rows, failure.errors)
  showNotice({
    title: '没有同意任何一条',
    text: texts.length > 0 ? texts.map((text) => createElement('div', { key: text }, text)) : failure.message,
    ok: '知道了',
  })
}

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
