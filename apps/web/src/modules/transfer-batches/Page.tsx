import { BATCH_STATES, type TransferBatch } from '@pianzhang/contract/transfer-batches'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { fixedOptions, optionsOf } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { count } from '../../ui/count.ts'
import { download } from '../../ui/files/download.ts'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { selectFilter } from '../../ui/filters/filter.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { ask } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { formatMinute } from '../../ui/time.ts'
import { batches, cancelBatch, fileUrl } from './api.ts'
import { actionsOf, batchColumns, codeOf } from './columns.tsx'
import type { BatchFilter } from './search.ts'
import { SUMS } from './sums.ts'
import { cancelText } from './words.ts'

const Detail = lazyDialog(() => import('./Detail.tsx'))
const route = getRouteApi('/in-project/implement/transfers')
const FILTERS: FilterParts<BatchFilter> = {
  filters: [selectFilter('状态', 'states', fixedOptions(optionsOf(BATCH_STATES)))],
}

/** 网银批量文件. */
export default function BatchesPage() {
  const mayWrite = useCan()('transfer_batch', 'write')
  const list = useFilteredList(route, batches)
  const { dialog, open, close } = useDialog()
  const on = useMemo(
    () => ({
      onDetail: (row: TransferBatch) => open(<Detail row={row} onClose={close} />),
      onFile: mayWrite ? (row: TransferBatch) => void fileUrl(row.code).then(download, () => {}) : undefined,
      onCancel: (row: TransferBatch) => void cancel(row),
    }),
    [mayWrite, open, close],
  )
  return (
    <>
      <RecordList
        of={list}
        title="网银批量文件"
        filters={FILTERS}
        columns={batchColumns(on)}
        card={(row) => (
          <RecordCard
            key={row.code}
            rowKey={row.code}
            of={row.code}
            title={row.bank_i18n}
            amount={row.total_yuan}
            text={row.pay_account_name}
            meta={[row.code, `${count(row.count)} 笔`, row.state_i18n, formatMinute(row.created_at)]}
            actions={actionsOf(row, on)}
            onOpen={() => on.onDetail(row)}
          />
        )}
        rowLabel={codeOf}
        sums={SUMS}
        empty={<FirstStep />}
      />
      {dialog}
    </>
  )
}

/** Says where a file is made, as it is not on this page. */
const FirstStep = () => (
  <>
    <p>在付款明细中勾选转账的付款，点“生成网银文件”。</p>
    {useCan()('cost_execution', 'read') && (
      <LinkButton to="/implement/cost" search={{ activeName: 'second' }} type="primary">
        选择付款
      </LinkButton>
    )}
  </>
)

async function cancel(row: TransferBatch): Promise<void> {
  const done = await ask(
    {
      title: '确定作废批量文件？',
      text: cancelText(row),
      ok: '作废',
      danger: true,
    },
    async () => {
      await cancelBatch(row.code)
      await batches.changed()
    },
  )
  if (done) toast.success('已作废')
}
