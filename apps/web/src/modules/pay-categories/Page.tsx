import { DELETED } from '@pianzhang/contract/errors'
import type { PayCategory } from '@pianzhang/contract/pay-categories'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useCan } from '../../platform/session.ts'
import { confirmDelete } from '../../ui/confirm.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { CardActions } from '../../ui/list/RowActions.tsx'
import { useList } from '../../ui/list/useList.tsx'
import { useListAddress } from '../../ui/list/useListAddress.ts'
import { PageBody, PageHead } from '../../ui/Page.tsx'
import { formatMinute } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { CARDS, useMedia } from '../../ui/useMedia.ts'
import { useReturnFocus } from '../../ui/useReturnFocus.ts'
import { payCategoriesChanged, payCategoryListQuery, removePayCategory } from './api.ts'
import { actionsOf, payCategoryColumns } from './columns.tsx'
import { Filters } from './Filters.tsx'
import styles from './pay-categories.module.css'
import { LIST, withoutFilters } from './search.ts'

const Dialog = lazyDialog(() => import('./Dialog.tsx'))

const route = getRouteApi('/in-project/setting/PayType')

/** What is in use stays: the server says by what. */
const remove = (row: PayCategory) =>
  void confirmDelete('确定删除？', row.name, async () => {
    await removePayCategory(row.id)
    await payCategoriesChanged()
    toast.success(DELETED)
  })

/** 付款类型管理. */
export default function PayCategoriesPage() {
  const cards = useMedia(CARDS)
  const may = useCan()
  const address = useListAddress(route, LIST, withoutFilters)
  const { search, filterBy } = address
  const { data, reload, frame, instead } = useList(payCategoryListQuery(search, address.size), address)
  const [dialog, setDialog] = useState<{ row: PayCategory | null } | null>(null)
  useReturnFocus(dialog !== null)

  const rows = data?.items
  const actions = useMemo(() => ({ onEdit: (row: PayCategory) => setDialog({ row }), onDelete: remove }), [])
  const mayChange = may('pay_category', 'write') || may('pay_category', 'delete')
  const columns = useMemo(() => payCategoryColumns(actions, mayChange), [actions, mayChange])

  const addButton = may('pay_category', 'write') && (
    <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setDialog({ row: null })}>
      新增付款类型
    </Button>
  )
  const list = {
    ...frame,
    label: '付款类型',
    instead: instead({
      filtered: search.keywords !== undefined,
      onClear: () => filterBy({}),
      add: addButton,
    }),
  }

  return (
    <>
      <PageHead title="付款类型管理" actions={!cards && addButton} />
      <PageBody fill>
        <Filters
          keywords={search.keywords}
          // The same again asks for what is there now.
          onApply={(keywords) => (keywords === search.keywords ? reload() : filterBy({ keywords }))}
        />
        {cards ? (
          <CardList
            {...list}
            action={addButton}
            rows={rows}
            card={(row) => (
              <li key={row.id} className={styles.card} data-row-key={row.id}>
                <span className={styles.main}>
                  {row.name}
                  <span className={`num ${styles.meta}`}>更新时间 {formatMinute(row.updated_at)}</span>
                </span>
                <CardActions of={row.name} actions={actionsOf(row, actions)} />
              </li>
            )}
          />
        ) : (
          <DataTable
            {...list}
            name={LIST}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.name}
            current={dialog?.row?.id}
          />
        )}
      </PageBody>
      <Suspense>{dialog && <Dialog row={dialog.row} onClose={() => setDialog(null)} />}</Suspense>
    </>
  )
}
