import { formatYuan } from '@pianzhang/contract/money'
import type { Payable, PayableList } from '@pianzhang/contract/payables'
import { BUCKETS } from '@pianzhang/contract/payables'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { optionsOf } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lightPage } from '../../ui/code/lazy.tsx'
import { closedFilter, codesFilter, datesFilter, textFilter, valueFilter } from '../../ui/filters/filter.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useSelectable } from '../../ui/list/useLedger.ts'
import { useMedia } from '../../ui/page/useMedia.ts'
import { BarSwitch } from '../../ui/table/BarSwitch.tsx'
import { amountSums } from '../../ui/table/sums.ts'
import { usePayeeParts } from '../payees/picker/useParts.ts'
import { usePayeeFilter } from '../payees/picker/usePayeeFilter.tsx'
import { payables, readAll } from './api.ts'
import { Card, payableColumns } from './columns.tsx'
import { usePay } from './pay/usePay.tsx'
import styles from './payables.module.css'
import { requestMark, requestTags } from './requests/requestTags.tsx'
import { useGroups } from './useGroups.ts'
import { nameOf, restOf } from './words.ts'

export { load } from './api.ts'

const Panel = lightPage(() => import('./forecast/Panel.tsx'))
const route = getRouteApi('/in-project/payable/index')
const KEYWORDS = { label: '收款人、合同编号或期次', placeholder: '收款人、合同编号或期次' }
const DUE = datesFilter('到期日', 'start_at', 'end_at')
/** Where payees can be picked, links may still name a party. */
const LINKED_PARTY = valueFilter('合同主体', 'payee', (payee) => payee)
const TYPED_PARTY = textFilter('收款人', 'payee')
const FOLDED_FILTERS = [
  closedFilter('到期', 'bucket', optionsOf(BUCKETS)),
  closedFilter('收支', 'direction', [{ value: 'in', label: '待收款' }]),
]
const BOTH = amountSums<Payable, PayableList>('rest', restOf, (list) => list.total_yuan, '合计')
/** The heads have the sums of what is shown. */
const SUMS = { ...BOTH, table: (list: PayableList) => BOTH.table(list).slice(-1), paper: BOTH.table }
const ORDERS = [
  { key: 'due', text: '按到期日' },
  { key: 'payee', text: '按收款人' },
] as const
/** From here on the forecast fits beside the list. */
const WIDE = '(min-width: 1360px)'

/** 待付清单: whom to pay this week, and whether the money is there. */
export default function PayablesPage() {
  const view = useSelectable(route, payables)
  const { search, data, selection } = view
  const can = useCan()
  const isWide = useMedia(WIDE)
  const groups = useGroups(view)
  const payees = usePayeeParts()
  const payeeFilter = usePayeeFilter(search.payee_code)
  const { payOne, paySelected, busy, dialogs } = usePay(selection.selectNone)
  const mayPay = can('payable', 'write') && can('cost_execution', 'write') && search.direction !== 'in'
  return (
    <RecordList
      of={{ ...view, read: readAll(search), ...(!mayPay && { selection: undefined }), dialogs }}
      title="待付清单"
      filters={{
        keywords: KEYWORDS,
        filters: [DUE, ...(payeeFilter ? [payeeFilter, LINKED_PARTY] : [TYPED_PARTY]), codesFilter],
        folded: FOLDED_FILTERS,
      }}
      files={
        can('payable', 'export') && (
          <ExportButton
            total={view.stale ? undefined : data?.listTotal}
            ask={() => payables.exported(search)}
          />
        )
      }
      above={
        isWide && (
          <aside className={styles.side} aria-label="资金预测">
            <Suspense>
              <Panel />
            </Suspense>
          </aside>
        )
      }
      tools={
        <>
          {data && data.unscheduled_yuan !== '0.00' && (
            <span className={`num ${styles.unscheduled}`} title="有付款计划的合同中，尚未排入计划的未付金额">
              未排期 {formatYuan(data.unscheduled_yuan)}
            </span>
          )}
          <BarSwitch
            label="分组"
            options={ORDERS}
            value={search.order ?? 'due'}
            onChange={(key) => view.goTo({ order: key === 'payee' ? key : undefined, page: undefined })}
          />
        </>
      }
      batch={
        <Button size="small" type="primary" loading={busy} onClick={() => void paySelected(selection.rows)}>
          付款
        </Button>
      }
      columns={payableColumns(
        search.direction === 'in',
        data?.items.some(({ paid_yuan }) => paid_yuan !== '0.00') ?? false,
        payees,
        requestTags(data?.items ?? []),
      )}
      card={(row) => (
        <Card
          key={row.code}
          row={row}
          mark={payees?.markOf(row.payee_link)}
          request={requestMark(row)}
          onPay={mayPay ? (one) => void payOne(one) : undefined}
        />
      )}
      rowLabel={nameOf}
      sums={SUMS}
      groups={data && data.listTotal > 0 ? groups : undefined}
      empty="在合同详情的“付款计划”中排期后，这里列出应付的各期。"
    />
  )
}
