import { DELETED } from '@pianzhang/contract/errors'
import type { PayCategory } from '@pianzhang/contract/pay-categories'
import { useQuery } from '@tanstack/react-query'
import { Button, ConfigProvider } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useCan } from '../../app/session.ts'
import { CardList } from '../../ui/CardList.tsx'
import { confirmDelete } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { PageBody, PageHead } from '../../ui/Page.tsx'
import { CardActions } from '../../ui/RowActions.tsx'
import { Empty, Failed, NothingMatches } from '../../ui/States.tsx'
import { formatMinute } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { CARDS, useMedia } from '../../ui/useMedia.ts'
import { useReturnFocus } from '../../ui/useReturnFocus.ts'
import { payCategoriesChanged, payCategoryListQuery, removePayCategory } from './api.ts'
import { actionsOf, payCategoryColumns } from './columns.tsx'
import { Filters } from './Filters.tsx'
import styles from './pay-categories.module.css'
import { useAddress } from './useAddress.ts'

const Dialog = lazy(() => import('./Dialog.tsx'))

/** Targets of 40 px. */
const FOR_THUMBS = { token: { controlHeight: 40 } }

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
  const { search, size, goTo, filterBy } = useAddress()
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(payCategoryListQuery(search, size))
  const [dialog, setDialog] = useState<{ row: PayCategory | null } | null>(null)
  useReturnFocus(dialog !== null)

  const page = search.page ?? 1
  const rows = data?.items
  // Rows were deleted and this page is not there any more: the last one is.
  const pages = data ? Math.max(1, Math.ceil(data.listTotal / size)) : page
  useEffect(() => {
    if (!isPlaceholderData && page > pages) goTo({ page: pages }, true)
  }, [isPlaceholderData, page, pages, goTo])

  const actions = useMemo(() => ({ onEdit: (row: PayCategory) => setDialog({ row }), onDelete: remove }), [])
  const mayChange = may('pay_category', 'write') || may('pay_category', 'delete')
  const columns = useMemo(() => payCategoryColumns(actions, mayChange), [actions, mayChange])

  const addButton = may('pay_category', 'write') && (
    <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setDialog({ row: null })}>
      新增付款类型
    </Button>
  )
  const instead =
    error && !data ? (
      <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : data?.listTotal === 0 ? (
      search.keywords ? (
        <NothingMatches onClear={() => filterBy(undefined)} />
      ) : (
        <Empty>{addButton}</Empty>
      )
    ) : undefined

  return (
    <ConfigProvider theme={cards ? FOR_THUMBS : {}}>
      <PageHead title="付款类型管理" actions={!cards && addButton} />
      <PageBody fill className={styles.body ?? ''}>
        <Filters
          keywords={search.keywords}
          // The same again asks for what is there now.
          onApply={(keywords) => (keywords === search.keywords ? void refetch() : filterBy(keywords))}
        />
        {cards ? (
          <CardList
            label="付款类型"
            instead={instead}
            total={data?.listTotal}
            page={page}
            size={size}
            onPage={(next) => goTo({ page: next })}
            action={addButton}
          >
            {rows?.map((row) => (
              <li key={row.id} className={styles.card}>
                <span className={styles.main}>
                  {row.name}
                  <span className={`num ${styles.meta}`}>更新时间 {formatMinute(row.updated_at)}</span>
                </span>
                <CardActions of={row.name} actions={actionsOf(row, actions)} />
              </li>
            ))}
          </CardList>
        ) : (
          <DataTable
            name="pay_categories"
            label="付款类型"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.name}
            instead={instead}
            stale={isPlaceholderData}
            total={data?.listTotal}
            page={page}
            size={size}
            onPage={(next, nextSize) => goTo({ page: next, per_page: nextSize })}
            current={dialog?.row?.id}
          />
        )}
      </PageBody>
      <Suspense>{dialog && <Dialog row={dialog.row} onClose={() => setDialog(null)} />}</Suspense>
    </ConfigProvider>
  )
}
