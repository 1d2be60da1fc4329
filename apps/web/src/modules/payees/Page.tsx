import { PAYEE_KINDS, type Payee } from '@pianzhang/contract/payees'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { fixedOptions, optionsOf } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { choiceFilter } from '../../ui/filters/choiceFilter.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { codesFilter, selectFilter } from '../../ui/filters/filter.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { payees } from './api.ts'
import { Card, nameOf, payeeColumns, REMOVAL } from './columns.tsx'
import { OnMerge } from './dialogs/onMerge.ts'
import type { PayeeFilter } from './search.ts'

const KINDS = fixedOptions(optionsOf(PAYEE_KINDS))
const CHANGED = fixedOptions([
  { value: '1', label: '7天内修改过' },
  { value: '0', label: '未修改' },
])
const WITHOUT = fixedOptions([
  { value: '1', label: '未填写' },
  { value: '0', label: '已填写' },
])

const FILTERS: FilterParts<PayeeFilter> = {
  keywords: { label: '名称/账号', placeholder: '名称、拼音首字母或完整账号' },
  filters: [
    selectFilter('类型', 'kinds', KINDS),
    choiceFilter<PayeeFilter>('账号修改', 'account_changed', CHANGED),
    choiceFilter<PayeeFilter>('收款账号', 'without_account', WITHOUT),
    codesFilter,
  ],
}

const Form = lazyDialog(() => import('./dialogs/Dialog.tsx'))
const Detail = lazyDialog(() => import('./dialogs/Detail.tsx'))
const Merge = lazyDialog(() => import('./dialogs/MergeDialog.tsx'))
const FromContracts = lazyDialog(() => import('./dialogs/FromContractsDialog.tsx'))
const route = getRouteApi('/in-project/setting/payee')
const IMPORTS = { title: '批量新增收款人', records: '收款人（个）' }

/** 收款人. */
export default function PayeesPage() {
  const can = useCan()
  const ledger = useLedger(route, payees, REMOVAL)
  const view = useRecords(ledger, payees, { add: '新增收款人', Form, Detail, imports: IMPORTS })
  const { dialog, open, close } = useDialog()
  const { rows, selectNone } = view.selection
  const mayWrite = view.may.write
  const merge = useCallback(
    (some: readonly Payee[]) => {
      const done = () => {
        close()
        selectNone()
      }
      open(<Merge payees={some} onClose={close} onMerged={done} />)
    },
    [open, close, selectNone],
  )
  const on = useMemo(
    () => ({ ...view.on, onMerge: mayWrite ? (row: Payee) => merge([row]) : undefined }),
    [view.on, mayWrite, merge],
  )

  return (
    <OnMerge value={on.onMerge}>
      <RecordList
        of={view}
        title="收款人"
        filters={FILTERS}
        files={
          <>
            {mayWrite && can('contract', 'write') && (
              <Button onClick={() => open(<FromContracts onClose={close} />)}>从合同提取</Button>
            )}
            {view.files}
          </>
        }
        columns={payeeColumns(on)}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={nameOf}
        batch={
          mayWrite && (
            <Button size="small" disabled={rows.length < 2} onClick={() => merge(rows)}>
              合并
            </Button>
          )
        }
      />
      {dialog}
    </OnMerge>
  )
}
