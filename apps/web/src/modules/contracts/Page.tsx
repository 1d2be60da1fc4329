import type { Contract } from '@pianzhang/contract/contracts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useSelect } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { selectFilter, textFilter, valueFilter } from '../../ui/filters/filter.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { ExportButton, ImportButton } from '../../ui/list/FileButtons.tsx'
import { LedgerList } from '../../ui/list/LedgerList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { contracts } from './api.ts'
import { Card } from './Card.tsx'
import { contractColumns } from './columns.tsx'
import { useReadable } from './MoneyLink.tsx'
import { nameOf, REMOVAL } from './removal.ts'
import { type ContractFilter, contractSearch, isPreset } from './search.ts'
import { contractSums, signedOf, signedSums } from './sums.ts'
import { askUnlink } from './unlink.ts'
import { useRevealed } from './useRevealed.ts'

const Form = lazyDialog(() => import('./dialogs/Dialog.tsx'))
const LinkDialog = lazyDialog(() => import('./dialogs/LinkDialog.tsx'))
const Import = lazyDialog(() => import('./dialogs/Import.tsx'))
const route = getRouteApi('/in-project/contract/index')

/** The one dialog that is open. */
type Dialog = { kind: 'add' | 'import' } | { kind: 'edit' | 'link'; row: Contract } | null

/** 合同管理. */
export default function ContractsPage() {
  const may = useCan()
  const ledger = useLedger({ route, list: contractSearch, query: contracts.query, removal: REMOVAL })
  const { search, data, removeOne, goTo, filterBy } = ledger
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const close = () => setDialog(null)
  const navigate = useNavigate()
  // The address then names the types themselves, so that one of them can be removed.
  const preset = isPreset(route.useSearch())
  useEffect(() => {
    if (preset) goTo({}, true)
  }, [preset, goTo])

  const filters: FilterParts<ContractFilter> = {
    keywords: { label: '合同编号/主体/证件号码', placeholder: '合同编号、主体或证件号码' },
    filters: [
      selectFilter('合同类型', 'categories', useSelect('contract_categories')),
      textFilter('收款户名', 'income_bankcard_username'),
    ],
    folded: [
      textFilter('收款账号', 'income_bankcard_account'),
      textFilter('收款开户行', 'income_bank_name'),
      // A code means nothing to a reader, so the tag shows a fixed text.
      valueFilter('批量新增', 'import_code', () => '同一次导入'),
    ],
  }
  const on = useMemo(
    () => ({
      onDetail: ({ code }: Contract) => void navigate({ to: '/contract/detail', search: { code } }),
      onEdit: (row: Contract) => setDialog({ kind: 'edit', row }),
      onLink: (row: Contract) => setDialog({ kind: 'link', row }),
      onUnlink: askUnlink,
      onDelete: removeOne,
    }),
    [navigate, removeOne],
  )
  const readable = useReadable()
  const revealed = useRevealed()
  const mayWrite = may('contract', 'write')
  const mayChange = mayWrite || may('contract', 'delete')
  const columns = useMemo(
    () => contractColumns(on, revealed, { out: readable.out, in: readable.in }, mayChange),
    [on, revealed, readable.out, readable.in, mayChange],
  )

  return (
    <>
      <LedgerList
        title="合同管理"
        label="合同"
        ledger={ledger}
        filters={filters}
        add={
          mayWrite && (
            <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setDialog({ kind: 'add' })}>
              新增合同
            </Button>
          )
        }
        files={
          <>
            {may('contract', 'export') && (
              <ExportButton
                total={ledger.stale ? undefined : data?.listTotal}
                ask={() => contracts.exported(search)}
              />
            )}
            {mayWrite && <ImportButton onClick={() => setDialog({ kind: 'import' })} />}
          </>
        }
        columns={columns}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={nameOf}
        amountOf={(row) => row.amount_yuan}
        total={data?.total_amount_yuan ?? undefined}
        apart={{ all: data ? signedSums(data) : [], of: signedOf }}
        sums={contractSums}
        paper={{ title: '合同列表' }}
        sorted={contractSearch.sortedBy(search)}
        onSort={(column, order) => goTo({ ...contractSearch.ordering(column, order), page: undefined })}
        current={dialog?.kind === 'edit' ? dialog.row.code : undefined}
      />
      <Suspense>
        {dialog?.kind === 'add' && <Form row={null} onClose={close} />}
        {dialog?.kind === 'edit' && <Form row={dialog.row} onClose={close} />}
        {dialog?.kind === 'link' && <LinkDialog contract={dialog.row} onClose={close} />}
        {dialog?.kind === 'import' && (
          <Import
            onClose={close}
            onShow={(import_code) => {
              close()
              filterBy({ import_code })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
