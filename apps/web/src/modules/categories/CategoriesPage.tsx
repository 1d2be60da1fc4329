import type { Category } from '@pianzhang/contract/categories'
import { DELETED } from '@pianzhang/contract/errors'
import { Suspense, useMemo, useState } from 'react'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { NameFilter, nameTags } from '../../ui/filters/NameFilter.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { PrintListButton } from '../../ui/list/print/PrintListButton.tsx'
import { RecordCard } from '../../ui/list/RecordCard.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatMinute } from '../../ui/time.ts'
import type { Categories } from './api.ts'
import { actionsOf, categoryColumns } from './columns.tsx'

const Dialog = lazyDialog(() => import('./Dialog.tsx'))

interface Props {
  of: Categories
  route: AddressRoute
}

/** The page of one kind of types: a list of names. */
export function CategoriesPage({ of, route }: Props) {
  const cards = useMedia(CARDS)
  const may = useCan()
  const { filter, onApply, data, frame, without, read } = useFilteredList(route, of.list, of.query)
  const [dialog, setDialog] = useState<{ row: Category | null } | null>(null)
  useReturnFocus(dialog !== null)

  const rows = data?.items
  const actions = useMemo(
    () => ({
      onEdit: (row: Category) => setDialog({ row }),
      onDelete: (row: Category) => void removeOne(of, row),
    }),
    [of],
  )
  const mayChange = may(of.model, 'write') || may(of.model, 'delete')
  const columns = useMemo(() => categoryColumns(actions, mayChange), [actions, mayChange])

  const addButton = may(of.model, 'write') && (
    <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setDialog({ row: null })}>
      新增{of.noun}
    </Button>
  )
  const list = { ...frame, label: of.noun, fallback: without(addButton) }
  const print = (
    <PrintListButton
      list={{
        name: of.list.name,
        title: `${of.noun}列表`,
        columns,
        keyOf: (row) => row.id,
        read,
        filters: nameTags('类型名称', filter.keywords),
      }}
    />
  )

  return (
    <>
      <PageHead
        title={`${of.noun}管理`}
        actions={
          <>
            {print}
            {!cards && addButton}
          </>
        }
      />
      <PageBody fill>
        <NameFilter
          label="类型名称"
          text="筛 选"
          value={filter.keywords}
          onApply={(keywords) => onApply({ keywords })}
        />
        {cards ? (
          <CardList
            {...list}
            action={addButton}
            rows={rows}
            card={(row) => (
              <RecordCard
                key={row.id}
                rowKey={row.id}
                of={row.name}
                title={row.name}
                meta={[`更新时间 ${formatMinute(row.updated_at)}`]}
                actions={actionsOf(row, actions)}
              />
            )}
          />
        ) : (
          <DataTable
            {...list}
            name={of.list.name}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.name}
            current={dialog?.row?.id}
          />
        )}
      </PageBody>
      <Suspense>{dialog && <Dialog of={of} row={dialog.row} onClose={() => setDialog(null)} />}</Suspense>
    </>
  )
}

/** The server refuses to delete a type in use and names what uses it. */
const removeOne = (of: Categories, row: Category) =>
  confirmDelete('确定删除？', row.name, async () => {
    await of.removeOne(row.id)
    await of.changed()
    toast.success(DELETED)
  })
