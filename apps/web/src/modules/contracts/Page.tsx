import { selectApi } from '@pianzhang/contract/api/views'
import type { Contract } from '@pianzhang/contract/contracts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useSelect } from '../../platform/ledger/selects.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { codesFilter, importFilter, selectFilter, textFilter, valueFilter } from '../../ui/filters/filter.tsx'
import { usePictureDesk } from '../../ui/images/add/usePictureDesk.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import { usePayeeParts } from '../payees/picker/useParts.ts'
import { contracts } from './api.ts'
import { Card, contractColumns, nameOf, REMOVAL } from './columns.tsx'
import { useReadable } from './MoneyLink.tsx'
import { useNextSteps } from './next/useNextSteps.tsx'
import type { ContractFilter } from './search.ts'
import { isPreset } from './search.ts'
import { SUMS } from './sums.ts'
import { askUnlink } from './unlink.ts'
import { forCopy, useRevealed } from './useRevealed.ts'

/** Filters of contracts. */
const useFilters = (): FilterParts<ContractFilter> => ({
  keywords: { label: '合同编号/主体/证件号码', placeholder: '合同编号、主体或证件号码' },
  filters: [
    selectFilter('合同类型', 'categories', useSelect(selectApi.contractTypes)),
    textFilter('收款户名', 'income_bankcard_username'),
  ],
  folded: [
    textFilter('收款账号', 'income_bankcard_account'),
    textFilter('收款开户行', 'income_bank_name'),
    importFilter,
    codesFilter,
    // Only the cost report links to it.
    valueFilter('科目分摊', 'unallocated', () => '有未分摊金额'),
  ],
})

const Form = lazyDialog(() => import('./dialogs/Dialog.tsx'))
const Scans = lazyDialog(() => import('./Scans.tsx'))
const LinkDialog = lazyDialog(() => import('./dialogs/LinkDialog.tsx'))
const route = getRouteApi('/in-project/contract/index')
const IMPORTS = {
  title: '批量新增合同',
  records: '合同（份）',
  amount: '合同总额（元）',
  period: '签约时间',
  show: '查看本次新增的合同',
}

/** 合同管理. */
export default function ContractsPage() {
  const ledger = useLedger(route, contracts, REMOVAL)
  const view = useRecords(ledger, contracts, { add: '新增合同', Form, copies: true, imports: IMPORTS })
  const { goTo, may } = view
  const { pictures } = usePictureDesk<Contract>(may.write, Scans, '合同扫描件')
  const { onCopy } = view.on
  const { dialog, open, close } = useDialog()
  const navigate = useNavigate()
  // Replaces `?filter=1` in the URL by the types it stands for, so that a single type can be removed from the filter.
  const preset = isPreset(route.useSearch())
  useEffect(() => {
    if (preset) goTo({}, true)
  }, [preset, goTo])

  const { stepsOf, dialogs } = useNextSteps()
  const on = useMemo(
    () => ({
      ...view.on,
      stepsOf,
      onDetail: ({ code }: Contract) => void navigate({ to: '/contract/detail', search: { code } }),
      onCopy:
        onCopy &&
        (async (row: Contract) => {
          const whole = await forCopy(row)
          if (whole) onCopy(whole)
        }),
      onLink: (row: Contract) => open(<LinkDialog contract={row} onClose={close} />),
      onUnlink: askUnlink,
    }),
    [navigate, stepsOf, view.on, onCopy, open, close],
  )
  const readable = useReadable()
  const revealed = useRevealed()
  const payeeParts = usePayeeParts()

  return (
    <>
      <RecordList
        of={view}
        title="合同管理"
        label="合同"
        paper="合同列表"
        filters={useFilters()}
        files={view.files}
        columns={contractColumns(on, revealed, readable, may.write || may.delete, payeeParts)}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={nameOf}
        sums={SUMS}
        pictures={pictures}
      />
      {dialogs}
      {dialog}
    </>
  )
}
