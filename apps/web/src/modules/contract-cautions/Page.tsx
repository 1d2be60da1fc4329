import type { Reminder } from '@pianzhang/contract/contract-cautions'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { FilterBar, filterTags } from '../../ui/filters/FilterBar.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { PrintListButton } from '../../ui/list/print/PrintListButton.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { reminders } from './api.ts'
import { Card } from './Card.tsx'
import { reminderColumns } from './columns.tsx'
import { reminderSearch } from './search.ts'
import { useFilters } from './useFilters.ts'
import { nameOf, questionOf } from './words.ts'

const Form = lazyDialog(() => import('./Dialog.tsx'))
const Detail = lazyDialog(() => import('./Detail.tsx'))
const route = getRouteApi('/in-project/contract/ContractCautions')

/** The one dialog that is open; `row` null: a new reminder. */
type Dialog = { kind: 'form'; row: Reminder | null } | { kind: 'detail'; row: Reminder } | null

/** 合同消息提醒. */
export default function RemindersPage() {
  const cards = useMedia(CARDS)
  const may = useCan()
  const { filter, onApply, onClear, data, frame, without, read } = useFilteredList(
    route,
    reminderSearch,
    reminders.query,
  )
  const filters = useFilters(filter)
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const close = () => setDialog(null)
  /** A reminder as the list has it now: a colleague may have changed it since its details were opened. */
  const latest = (row: Reminder) => data?.items.find(({ code }) => code === row.code) ?? row

  const actions = useMemo(
    () => ({
      onEdit: (row: Reminder) => setDialog({ kind: 'form', row }),
      onDelete: removeOne,
    }),
    [],
  )
  const mayWrite = may('contract_caution', 'write')
  const mayChange = mayWrite || may('contract_caution', 'delete')
  const columns = useMemo(() => reminderColumns(actions, mayChange), [actions, mayChange])
  const add = () => setDialog({ kind: 'form', row: null })

  const addButton = mayWrite && (
    <Button type="primary" icon={<IconPlus size={14} />} onClick={add}>
      新增提醒
    </Button>
  )
  const list = {
    ...frame,
    label: '合同消息提醒',
    rows: data?.items,
    fallback: without(
      mayWrite && (
        <Button type="link" onClick={add}>
          新增合同消息提醒
        </Button>
      ),
    ),
  }

  const print = (
    <PrintListButton
      list={{
        name: reminderSearch.name,
        title: '合同消息提醒',
        columns,
        keyOf: (row) => row.code,
        read,
        filters: filterTags(filters, filter, () => {}),
      }}
    />
  )

  return (
    <>
      <PageHead
        title="合同消息提醒"
        actions={
          <>
            {print}
            {!cards && addButton}
          </>
        }
      />
      <PageBody fill>
        <FilterBar {...filters} cards={cards} filter={filter} onClear={onClear} onApply={onApply} />
        {cards ? (
          <CardList
            {...list}
            action={addButton}
            card={(row) => (
              <Card
                key={row.code}
                row={row}
                on={actions}
                onOpen={(opened) => setDialog({ kind: 'detail', row: opened })}
              />
            )}
          />
        ) : (
          <DataTable
            {...list}
            name={reminderSearch.name}
            columns={columns}
            rowKey={(row) => row.code}
            rowLabel={nameOf}
            current={dialog?.row?.code}
          />
        )}
      </PageBody>
      <Suspense>
        {dialog?.kind === 'form' && <Form row={dialog.row} contract={filter.contract_code} onClose={close} />}
        {dialog?.kind === 'detail' && (
          <Detail
            row={latest(dialog.row)}
            onClose={close}
            onEdit={() => actions.onEdit(latest(dialog.row))}
          />
        )}
      </Suspense>
    </>
  )
}

const removeOne = (row: Reminder) =>
  void confirmDelete('确定删除该条记录？', questionOf(row), async () => {
    const { msg } = await reminders.removeOne(row.code)
    await reminders.changed()
    toast.success(msg)
  })
